import type { PageNotice } from '../shell.ts';

/** Notices about recent actions; announced by screen readers. */
export function Toasts({
  notices,
  onUndo,
}: {
  notices: readonly (PageNotice & { id: number })[];
  onUndo: ((notice: PageNotice & { id: number }) => void) | undefined;
}) {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {notices.map((notice) => (
        <div key={notice.id} class={notice.isError ? 'toast bad' : 'toast'}>
          <p>
            {notice.text}
            {notice.hint ? <span class="quiet"> {notice.hint}</span> : null}
          </p>
          {notice.written?.write !== undefined && onUndo ? (
            <button type="button" onClick={() => onUndo(notice)}>
              Undo
            </button>
          ) : null}
        </div>
      ))}
    </div>
  );
}
