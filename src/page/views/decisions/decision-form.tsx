import type { ComponentChildren } from 'preact';
import { DialogBox } from '../../parts/dialog.tsx';
import { ProblemField } from '../report-form.tsx';
import type { DialogProps } from './decision-dialog.tsx';

/** A dialog that asks for the details of a decision, with the reason why the last one was refused. */
export function DecisionForm({
  title,
  button,
  decision,
  other,
  children,
  ...props
}: Omit<DialogProps, 'lesson'> & {
  title: string;
  /** The words on the button that sends the decision. */
  button: string;
  decision: { action: string; [name: string]: unknown };
  /** A further button. */
  other?: ComponentChildren;
  isWide?: boolean;
  children: ComponentChildren;
}) {
  const { isBusy, trouble, onDecide, onClose } = props;
  return (
    <DialogBox title={title} onClose={onClose} isWide={props.isWide}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void onDecide(decision);
        }}
      >
        {children}
        <ProblemField problem={trouble} />
        <div class="dialog-actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          {other}
          <button type="submit" class="main" disabled={isBusy}>
            {button} <kbd>Ctrl ↵</kbd>
          </button>
        </div>
      </form>
    </DialogBox>
  );
}
