import type { ComponentChildren } from 'preact';

/** The buttons at the end of a dialog. */
export function Actions({
  isBusy,
  onClose,
  title,
  children,
}: {
  isBusy: boolean;
  onClose: () => void;
  title: string;
  children?: ComponentChildren;
}) {
  return (
    <div class="dialog-actions">
      <button type="button" onClick={onClose}>
        Cancel
      </button>
      {children}
      <button type="submit" class="main" disabled={isBusy}>
        {title}
      </button>
    </div>
  );
}
