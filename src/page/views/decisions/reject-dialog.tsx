import { useState } from 'preact/hooks';
import { Code } from '../../parts/code.tsx';
import type { DialogProps } from './decision-dialog.tsx';
import { DecisionForm } from './decision-form.tsx';

/** Asks for the reason to reject a lesson. */
export function RejectDialog({ lesson, ...props }: DialogProps) {
  const [reason, setReason] = useState('');
  return (
    <DecisionForm {...props} title={`Reject ${lesson.id}`} button="Reject" decision={{ action: 'reject', reason }}>
      <p>
        <Code text={lesson.title} />
      </p>
      <label class="field">
        Reason <small>optional; kept with the rejected lesson</small>
        <input value={reason} maxLength={300} onInput={(event) => setReason(event.currentTarget.value)} />
      </label>
      <p class="quiet">The lesson moves to Rejected and is not learned again. You can restore it there.</p>
    </DecisionForm>
  );
}
