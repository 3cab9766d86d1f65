import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

/** A dialog that is open as long as it is rendered. */
export function DialogBox({
  title,
  onClose,
  isWide,
  children,
}: {
  title: string;
  onClose: () => void;
  isWide?: boolean;
  children: ComponentChildren;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    // The element that had the focus gets it back.
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={isWide ? 'wide' : ''}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={submitOnCtrlEnter}
    >
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

/** Ctrl+Enter, or Cmd+Enter on a Mac, submits the form of a dialog from any of its fields. */
export function submitOnCtrlEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  const form = event.target instanceof Element ? event.target.closest('form') : undefined;
  const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (!form || button?.disabled) return;
  event.preventDefault();
  form.requestSubmit();
}
