import type { Notice } from '../shell.ts';

/** What was done just now; read out by screen readers. */
export function Toasts({
  notices,
  onUndo,
}: {
  notices: readonly (Notice & { id: number })[];
  onUndo: ((project: string) => void) | undefined;
}) {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {notices.map(({ id, text, hint, isError, undo }) => (
        <div key={id} class={isError ? 'toast bad' : 'toast'}>
          <p>
            {text}
            {hint ? <span class="quiet"> {hint}</span> : null}
          </p>
          {undo !== undefined && onUndo ? (
            <button type="button" onClick={() => onUndo(undo)}>
              Undo
            </button>
          ) : null}
        </div>
      ))}
    </div>
  );
}
