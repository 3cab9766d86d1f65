import { useState } from 'preact/hooks';
import type { ProjectChanges } from '../../web/answers/changes.ts';
import { noticeOfError } from '../describe-error.ts';
import { useAnswer } from '../hooks.ts';
import { DiffView } from '../parts/diff.tsx';
import { Empty } from '../parts/waiting.tsx';
import { tellDone, useShell } from '../shell.ts';
import { ago, count, pluralise } from '../words.ts';

/** The planned changes, file by file; they can be written, and undone. */
export function Changes() {
  const { status } = useShell();
  const { value, error } = useAnswer<{ projects: ProjectChanges[] }>('/api/diff', status.version);
  const projects = value?.projects ?? [];
  const pending = projects.filter(({ changes, refusals }) => changes.length > 0 || refusals.length > 0);
  const isNowhere = !projects.some(({ writable }) => writable);
  const written = projects.filter((each) => !pending.includes(each) && each.undo);
  return (
    <div class="column">
      <div class="head">
        <h1>Changes</h1>
      </div>
      <p class="quiet intro">
        The changes that <code>hardwon learn --apply</code> would make: all lessons go into the memory of their project,
        and ready lessons into the files that its agents read. hardwon never touches text outside its markers.
      </p>
      {error ? <p class="banner bad">{error.message}</p> : null}
      {value && pending.length === 0 && status.partial ? (
        <Empty title="No changes so far">
          <p>hardwon is still reading. Changes appear as each project is done.</p>
        </Empty>
      ) : value && pending.length === 0 ? (
        <Empty title={isNowhere ? 'No project to write to' : 'Everything is up to date'}>
          <p>
            {isNowhere
              ? 'None of the projects is on this machine.'
              : 'The files of your projects contain all of their lessons.'}
          </p>
        </Empty>
      ) : null}
      {pending.map((project, index) => (
        <ProjectCard key={project.project} project={project} isOpen={index === 0} />
      ))}
      {written.length > 0 ? (
        <>
          <h2 class="section">Already applied</h2>
          {written.map((project) => (
            <ProjectCard key={project.project} project={project} isOpen={false} />
          ))}
        </>
      ) : null}
    </div>
  );
}

function ProjectCard({ project, isOpen }: { project: ProjectChanges; isOpen: boolean }) {
  const { status, notify, write } = useShell();
  const [isBusy, setBusy] = useState(false);
  const { changes, refusals, notices, undo } = project;
  const act = async (path: string, what: object) => {
    setBusy(true);
    try {
      const done = await write(path, { project: project.project, ...what });
      notify(tellDone({ ...done, said: `${project.name}: ${done.said}` }, project.project));
      // The card, and the button that was pressed, may have moved or gone by now.
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
    } catch (error) {
      notify(noticeOfError(error));
    }
    setBusy(false);
  };
  return (
    <section class="card project-card" aria-label={project.name}>
      <div class="card-head">
        <h2>{project.name}</h2>
        <span class="quiet">{project.root}</span>
        <span class="grow" />
        {undo && !status.readOnly ? (
          <button type="button" disabled={isBusy} onClick={() => void act('/api/undo', { write: undo.write })}>
            Undo
          </button>
        ) : null}
        {changes.length > 0 && refusals.length === 0 && !status.readOnly ? (
          <button
            type="button"
            class="main"
            disabled={isBusy}
            onClick={() => void act('/api/apply', { stamp: project.stamp })}
          >
            Apply {pluralise(changes.length, 'file')}
          </button>
        ) : null}
      </div>
      <p class="quiet">
        {changes.length > 0 ? 'With these changes: ' : ''}
        {pluralise(project.delivered, 'lesson')} in context files, {count(project.tokens)} of {count(project.budget)}{' '}
        tokens
        {project.leftOut > 0 ? `; ${project.leftOut} did not fit` : ''}
        {undo ? `; last written ${ago(undo.at)}: ${undo.files.join(', ')}` : ''}
      </p>
      {refusals.map((refusal) => (
        <p key={refusal} class="banner bad">
          {refusal}
        </p>
      ))}
      {notices.map((notice) => (
        <p key={notice} class="banner">
          {notice}
        </p>
      ))}
      {changes.map((change) => (
        <DiffView key={change.name} change={change} isOpen={isOpen && !change.name.startsWith('.memory')} />
      ))}
    </section>
  );
}
