import { useState } from 'preact/hooks';
import { DialogBox } from '../../parts/dialog.tsx';
import { Actions } from './actions.tsx';
import type { DialogProps } from './decision-dialog.tsx';

/** Rewords a lesson. */
export function EditDialog({ lesson, isBusy, trouble, onDecide, onClose }: DialogProps) {
  // As it was when the dialog was opened: somebody else may reword it in the meantime.
  const [seen] = useState({ title: lesson.title, guidance: lesson.guidance, pattern: lesson.pattern });
  const [title, setTitle] = useState(lesson.title);
  const [guidance, setGuidance] = useState(lesson.guidance);
  const [pattern, setPattern] = useState(lesson.pattern);
  const [scope, setScope] = useState(lesson.scope.join(', '));
  const save = (event: Event) => {
    event.preventDefault();
    const scopes = scope
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean);
    void onDecide({ action: 'edit', title, guidance, pattern, scope: scopes, seen });
  };
  return (
    <DialogBox title={`Edit ${lesson.id}`} onClose={onClose}>
      <form onSubmit={save}>
        <label class="field">
          Title
          <input value={title} required maxLength={300} onInput={(event) => setTitle(event.currentTarget.value)} />
        </label>
        <label class="field">
          What to do next time
          <textarea
            value={guidance}
            required
            rows={4}
            maxLength={4000}
            onInput={(event) => setGuidance(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          What happened
          <textarea
            value={pattern}
            rows={2}
            maxLength={4000}
            onInput={(event) => setPattern(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          Scope <small>paths or globs, separated by commas; leave empty for everywhere</small>
          <input value={scope} onInput={(event) => setScope(event.currentTarget.value)} />
        </label>
        <p class="quiet">Later runs keep your words and only update the counts.</p>
        <Actions isBusy={isBusy} trouble={trouble} onClose={onClose} title="Save" />
      </form>
    </DialogBox>
  );
}
