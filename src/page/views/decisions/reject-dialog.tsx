import { useState } from 'preact/hooks';
import { Code } from '../../parts/code.tsx';
import { DialogBox } from '../../parts/dialog.tsx';
import { Actions } from './actions.tsx';
import type { DialogProps } from './decision-dialog.tsx';

/** Asks for the reason to reject a lesson. */
export function RejectDialog({ lesson, isBusy, trouble, onDecide, onClose }: DialogProps) {
  const [reason, setReason] = useState('');
  const save = (event: Event) => {
    event.preventDefault();
    void onDecide({ action: 'reject', reason });
  };
  return (
    <DialogBox title={`Reject ${lesson.id}`} onClose={onClose}>
      <form onSubmit={save}>
        <p>
          <Code text={lesson.title} />
        </p>
        <label class="field">
          Reason <small>optional; kept with the rejected lesson</small>
          <input value={reason} maxLength={300} onInput={(event) => setReason(event.currentTarget.value)} />
        </label>
        <p class="quiet">The lesson moves to Rejected and is not learned again. You can restore it there.</p>
        <Actions isBusy={isBusy} trouble={trouble} onClose={onClose} title="Reject" />
      </form>
    </DialogBox>
  );
}
