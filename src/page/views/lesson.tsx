import { useEffect, useRef, useState } from 'preact/hooks';
import type { LessonDetail } from '../../web/answers/lessons.ts';
import { part } from '../api.ts';
import { noticeOfError } from '../describe-error.ts';
import { useAnswer, useKeys } from '../hooks.ts';
import { Badges } from '../parts/badges.tsx';
import { Code } from '../parts/code.tsx';
import { Excerpts } from '../parts/excerpt.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Empty } from '../parts/waiting.tsx';
import { printRoute } from '../route.ts';
import { type PageNotice, tellDone, useShell } from '../shell.ts';
import { plain, shortDay } from '../words.ts';
import { DecisionDialog, type DialogName } from './decisions/decision-dialog.tsx';
import { Facts } from './lesson-facts.tsx';

/** The possible decisions, each with its key. */
const ACTIONS: readonly [name: DialogName | 'accept', key: string, title: string, icon: IconName][] = [
  ['accept', 'a', 'Accept', 'check'],
  ['edit', 'e', 'Edit', 'edit'],
  ['reject', 'r', 'Reject', 'cross'],
  ['promote', 'p', 'Promote', 'up'],
  ['merge', 'm', 'Merge', 'merge'],
  ['resolve', 'c', 'Resolve', 'scale'],
];

/** One lesson: its text, its evidence, and the possible decisions. */
export function LessonView({
  project,
  id,
  back,
  onDeciding,
  onDecided,
}: {
  project: string;
  id: string;
  back: string;
  /** Called when a decision is sent, and when it failed. */
  onDeciding: (isDeciding: boolean) => void;
  onDecided: (isGone: boolean) => void;
}) {
  const { status, notify, write } = useShell();
  const path = `/api/lessons/${part(project)}/${part(id)}`;
  const [dialog, setDialog] = useState<DialogName>();
  const [isBusy, setBusy] = useState(false);
  // A lesson that is being rejected or merged, or has just been, is not requested again.
  const version = useRef(status.version);
  const isGone = useRef(false);
  if (!isBusy && !isGone.current) version.current = status.version;
  const { value: lesson, error } = useAnswer<LessonDetail>(path, version.current);
  const canDecide = !status.readOnly && lesson?.writable === true;
  const [trouble, setTrouble] = useState<PageNotice>();
  const isThere = useRef(true);
  useEffect(
    () => () => {
      isThere.current = false;
    },
    [],
  );
  const decide = async (body: { action: string }) => {
    // The decision is about the text that was shown: its id may belong to another lesson by now.
    const seen = lesson && { title: lesson.title, guidance: lesson.guidance, pattern: lesson.pattern };
    setBusy(true);
    setTrouble(undefined);
    onDeciding(true);
    try {
      const done = await write(path, { seen, ...body });
      setDialog(undefined);
      notify(tellDone(done, project));
      isGone.current = body.action === 'reject' || body.action === 'merge';
      // A user who has moved on stays where they are.
      if (isThere.current) onDecided(isGone.current);
    } catch (problem) {
      onDeciding(false);
      // While a dialog is open, nothing outside of it can be read.
      if (dialog && isThere.current) setTrouble(noticeOfError(problem));
      else notify(noticeOfError(problem));
    }
    setBusy(false);
  };
  const isUndoing = useRef(false);
  const undo = async () => {
    if (isUndoing.current) return;
    isUndoing.current = true;
    await write('/api/undo', { project })
      .then((done) => notify(tellDone(done, project)))
      .catch((problem) => notify(noticeOfError(problem)));
    isUndoing.current = false;
  };
  const isOffered = (name: DialogName | 'accept') =>
    (name !== 'resolve' || lesson?.conflict !== undefined) && (name !== 'promote' || lesson?.mechanisms.length !== 0);
  const act = (name: DialogName | 'accept') => {
    setTrouble(undefined);
    if (name === 'accept') void decide({ action: 'accept' });
    else setDialog(name);
  };
  useKeys((key) => {
    const action = ACTIONS.find(([, wanted]) => wanted === key);
    if (!canDecide || isBusy) return false;
    if (key === 'u') {
      void undo();
      return true;
    }
    if (!action || !isOffered(action[0])) return false;
    act(action[0]);
    return true;
  });
  if (error && !lesson)
    return (
      <Empty title="Lesson not found">
        <p>{error.message}</p>
        <p>
          <a href={back}>Back to the list</a>
        </p>
      </Empty>
    );
  if (!lesson) return <div class="lesson" aria-busy="true" />;
  return (
    <article class="lesson">
      <a class="back" href={back}>
        <Icon name="back" /> Lessons
      </a>
      <p class="lesson-meta">
        <Badges lesson={lesson} isWhole />
        <span class="quiet">
          {lesson.projectName} · {lesson.id} · {plain(lesson.kind)}
        </span>
      </p>
      <h1>
        <Code text={lesson.title} />
      </h1>
      {canDecide ? (
        <fieldset class="actions" aria-label="Decide">
          {ACTIONS.filter(([name]) => isOffered(name)).map(([name, key, title, icon]) => (
            <button
              key={name}
              type="button"
              class={name === 'accept' ? 'main' : ''}
              disabled={isBusy}
              aria-keyshortcuts={key}
              onClick={() => act(name)}
            >
              <Icon name={icon} /> {title} <kbd>{key}</kbd>
            </button>
          ))}
        </fieldset>
      ) : lesson.writable ? null : (
        <p class="banner">This project is not on this machine. You can read its lessons but not change them.</p>
      )}
      {lesson.conflict ? <Conflict lesson={lesson} /> : null}
      {lesson.yieldsTo.length > 0 ? (
        <p class="banner">
          Not delivered, because it contradicts <Links to={lesson.yieldsTo} />, which has stronger or newer evidence.
        </p>
      ) : null}
      <section class="guidance">
        <h2>What to do next time</h2>
        <p>
          <Code text={lesson.guidance} />
        </p>
      </section>
      {lesson.pattern ? (
        <section>
          <h2>What happened</h2>
          <p>
            <Code text={lesson.pattern} />
          </p>
        </section>
      ) : null}
      <Facts lesson={lesson} />
      <section>
        <h2>Evidence</h2>
        <Excerpts lesson={lesson} />
      </section>
      {lesson.similar.length > 0 ? (
        <section>
          <h2>Possible duplicates</h2>
          {lesson.similar.map((other) => (
            <p key={other.id}>
              <a href={printRoute(['lessons', other.project, other.id], { show: 'all' })}>
                {other.id}: <Code text={other.title} />
              </a>
            </p>
          ))}
        </section>
      ) : null}
      <section>
        <h2>History</h2>
        <ol class="journal">
          {lesson.journal.map(({ at, text }) => (
            <li key={`${at} ${text}`}>
              <time>{at === '' ? '' : shortDay(at)}</time> {text}
            </li>
          ))}
        </ol>
      </section>
      {dialog ? (
        <DecisionDialog
          name={dialog}
          lesson={lesson}
          isBusy={isBusy}
          trouble={trouble}
          onDecide={decide}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </article>
  );
}

/** The lessons that it contradicts, with links. */
function Conflict({ lesson: { conflict, opponents } }: { lesson: LessonDetail }) {
  if (opponents.length === 0) return <p class="banner">{conflict}</p>;
  return (
    <p class="banner">
      May contradict <Links to={opponents} />
    </p>
  );
}

/** Links to other lessons. */
function Links({ to }: { to: LessonDetail['opponents'] }) {
  return to.map(({ project, id, title }, index) => (
    <span key={id}>
      {index === 0 ? '' : ', '}
      <a href={printRoute(['lessons', project, id], { show: 'all' })}>
        {id}: <Code text={title} />
      </a>
    </span>
  ));
}
