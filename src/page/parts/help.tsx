import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../hooks.ts';
import { places } from '../places.tsx';
import { go, printRoute } from '../route.ts';
import { DialogBox } from './dialog.tsx';

const TARGETS = places.filter(({ key }) => key !== undefined);

const KEYS: readonly [key: string, meaning: string][] = [
  ['j  k', 'next, previous'],
  ['/', 'search'],
  ['a', 'accept the lesson'],
  ['e', 'edit it'],
  ['r', 'reject it'],
  ['p', 'promote it to a rule, a decision record, a test, a hook or a check'],
  ['m', 'merge it into another lesson'],
  ['c', 'resolve its conflict'],
  ['u', 'undo the last change in its project'],
  ['n', 'next failure in a session'],
  [`g then ${TARGETS.map(({ key }) => key).join(' ')}`, `go to ${TARGETS.map(({ name }) => name).join(', ')}`],
  ['Ctrl ↵', 'save, in a dialog'],
  ['Esc', 'close, or back to the list'],
  ['?', 'this list'],
];

/** Opens the list of keys. */
export function openHelp(): void {
  dispatchEvent(new Event('showkeys'));
}

/** The keys that work everywhere. */
export function Help() {
  const [isOpen, setOpen] = useState(false);
  const isGoing = useRef(false);
  useEffect(() => {
    const show = () => setOpen(true);
    addEventListener('showkeys', show);
    return () => removeEventListener('showkeys', show);
  }, []);
  useKeys(
    (key) => {
      const place = isGoing.current ? TARGETS.find((target) => target.key === key) : undefined;
      isGoing.current = key === 'g';
      if (place !== undefined) go(printRoute([place.name]));
      if (key === '?') setOpen(true);
      // A key after `g` selects a place, and must not trigger an action of the view.
      return place !== undefined || key === '?';
    },
    { isFirst: true },
  );
  if (!isOpen) return null;
  return (
    <DialogBox title="Keyboard shortcuts" onClose={() => setOpen(false)}>
      <dl class="keys">
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              {key
                .split(/\s+/)
                .map((part) => (part === 'then' ? <span key={part}>then</span> : <kbd key={part}>{part}</kbd>))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <div class="dialog-actions">
        <button type="button" class="main" onClick={() => setOpen(false)}>
          Close
        </button>
      </div>
    </DialogBox>
  );
}
