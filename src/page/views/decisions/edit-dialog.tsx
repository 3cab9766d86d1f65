import { useState } from 'preact/hooks';
import type { DialogProps } from './decision-dialog.tsx';
import { DecisionForm } from './decision-form.tsx';

/** Rewords a lesson. */
export function EditDialog({ lesson, ...props }: DialogProps) {
  // As it was when the dialog was opened: somebody else may reword it in the meantime.
  const [seen] = useState({ title: lesson.title, guidance: lesson.guidance, pattern: lesson.pattern });
  const [title, setTitle] = useState(lesson.title);
  const [guidance, setGuidance] = useState(lesson.guidance);
  const [pattern, setPattern] = useState(lesson.pattern);
  const [scope, setScope] = useState(lesson.scope.join(', '));
  const scopes = scope.split(',').flatMap((each) => each.trim() || []);
  return (
    <DecisionForm
      {...props}
      title={`Edit ${lesson.id}`}
      button="Save"
      decision={{ action: 'edit', title, guidance, pattern, scope: scopes, seen }}
    >
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
    </DecisionForm>
  );
}
