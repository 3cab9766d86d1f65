import type { ShownFileChange } from '../../web/answers/changes.ts';

const ACTIONS = { create: 'new', change: 'changed', remove: 'removed' } as const;

/** The diff of a file, line by line. */
export function DiffView({ change, isOpen }: { change: ShownFileChange; isOpen: boolean }) {
  const lines = change.diff
    .trimEnd()
    .split('\n')
    .filter((line) => !/^(?:---|\+\+\+) /.test(line));
  const added = lines.filter((line) => line.startsWith('+')).length;
  const removed = lines.filter((line) => line.startsWith('-')).length;
  return (
    <details class="file" open={isOpen}>
      <summary>
        <code>{change.name}</code>
        <span class="tag">{ACTIONS[change.action]}</span>
        <span class="diff-count">
          <b class="added">+{added}</b> <b class="removed">−{removed}</b>
        </span>
      </summary>
      <pre class="diff">
        {lines.map((line, index) => (
          <span key={index} class={kindOf(line)}>
            {line === '' ? ' ' : line}
            {'\n'}
          </span>
        ))}
      </pre>
    </details>
  );
}

function kindOf(line: string): string {
  if (line.startsWith('@@')) return 'hunk';
  return line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : '';
}
