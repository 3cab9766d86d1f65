import type { ComponentChildren } from 'preact';
import type { PageNotice } from '../../shell.ts';

/** The buttons at the end of a dialog, and the reason why the last decision was refused. */
export function Actions({
  isBusy,
  trouble,
  onClose,
  title,
  children,
}: {
  isBusy: boolean;
  trouble: PageNotice | undefined;
  onClose: () => void;
  title: string;
  children?: ComponentChildren;
}) {
  return (
    <>
      {trouble ? (
        <p class="banner bad" role="alert">
          {trouble.text} {trouble.hint}
        </p>
      ) : null}
      <div class="dialog-actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        {children}
        <button type="submit" class="main" disabled={isBusy}>
          {title} <kbd>Ctrl ↵</kbd>
        </button>
      </div>
    </>
  );
}
