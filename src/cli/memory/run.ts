import { type Host, printJson, tellProblems } from '../../app/surroundings.ts';
import { fitQuestion, readQuestion } from '../../heal/fits-question.ts';
import type { Confidence, LessonKind, LessonStatus } from '../../lessons/lesson.ts';
import { entryText } from '../../lifecycle/capture/describe-capture.ts';
import { editLesson, type LessonEdit, replaceLesson } from '../../lifecycle/edit-lesson.ts';
import { normaliseId, requireEntry } from '../../lifecycle/entries.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { findEntries } from '../../memory/find-entries.ts';
import { printNotice } from '../../memory/notice.ts';
import { createRedactor } from '../../redaction/redact.ts';
import { AppError } from '../../shared/errors.ts';
import { stripControls } from '../../shared/terminal.ts';
import { changeAskedMemory, nextAfterChange, openAskedMemory, openMemoryOf, pointingToOwn } from '../asked-memory.ts';
import { describeChange, type MemoryFlags } from '../memory-change.ts';
import { readLimit } from '../read-limit.ts';
import { canAsk, editText, requirePerson } from '../terminal-dialog.ts';
import { viewMemoryChange } from '../views/memory-view.ts';
import { chooseCanvas } from '../views/text.ts';
import type { MemoryEditFlags, MemoryIdFlags, MemoryListFlags } from './command.ts';
import { viewLesson, viewLessonList } from './view.ts';

/** Runs `hardwon memory list` and `hardwon memory search`. */
export async function runMemoryList(words: readonly string[], flags: MemoryListFlags, here: Host): Promise<void> {
  const limit = readLimit(flags.limit, 20);
  const { root, memory } = await openAskedMemory(flags, here);
  const { tool } = flags;
  const found = findEntries(memory.entries, {
    words: words.join(' '),
    // Commander has already checked the value.
    kind: flags.kind ? (flags.kind as LessonKind) : undefined,
    status: flags.status ? (flags.status as LessonStatus) : undefined,
    confidence: flags.confidence ? (flags.confidence as Confidence) : undefined,
    phase: flags.phase || undefined,
  }).filter(({ trigger }) => tool === undefined || (trigger && fitQuestion(trigger, readQuestion({ tool }))));
  const lessons = found.slice(0, limit);
  const { path, entries } = memory;
  tellProblems(here, memory.notices.map(printNotice));
  if (flags.json)
    printJson(here, {
      schema: 1,
      root,
      path,
      total: entries.length,
      found: found.length,
      lessons: lessons.map(describeEntry),
    });
  else {
    const own =
      entries.length > 0 || flags.user ? 0 : (await openAskedMemory({ user: true }, here)).memory.entries.length;
    const figures = { path, total: entries.length, found: found.length, own };
    here.stdout.write(viewLessonList(lessons, figures, chooseCanvas(here.stdout, here)));
  }
  here.exitCode = lessons.length === 0 ? 1 : 0;
}

/** Runs `hardwon memory show`. */
export async function runMemoryShow(id: string, flags: MemoryIdFlags, here: Host): Promise<void> {
  const { root, memory } = await openMemoryOf(id, flags, here);
  const entry = requireEntry(memory, id);
  if (flags.json) printJson(here, { schema: 1, root, path: memory.path, lesson: describeEntry(entry) });
  else here.stdout.write(viewLesson(entry, memory.path, chooseCanvas(here.stdout, here)));
}

/** Runs `hardwon memory edit`. */
export async function runMemoryEdit(id: string, flags: MemoryEditFlags, here: Host): Promise<void> {
  const { project, user, json, dryRun, human = false, ...given } = flags;
  const places = { project, user };
  const isByHand = Object.keys(given).length === 0;
  if (isByHand && !canAsk(here))
    throw new AppError('usage', 'There is nothing to change.', {
      hint: 'Name it with --guidance, --title, --scope or others. In a terminal, the lesson opens in your editor.',
    });
  if (!dryRun && (given.status !== undefined || given.confidence !== undefined)) requirePerson(here, human);
  const edit = isByHand ? undefined : await cleanEdit(given);
  // Edited before anything is locked, because a person may take a long time.
  const text = edit ? '' : await askForText(id, places, here);
  const wanted = normaliseId(id);
  const done = await changeAskedMemory([wanted], places, here, !dryRun, (memory) => ({
    memory: edit ? editLesson(memory, wanted, edit) : replaceLesson(memory, wanted, text),
    outcome: undefined,
  }));
  if (json) {
    printJson(here, { schema: 1, ids: [wanted], ...describeChange(done) });
    return;
  }
  const { applied, diffs, notices, memory } = done;
  const title = requireEntry(memory, wanted).title;
  const said = [
    diffs.length === 0
      ? `${wanted} is unchanged: ${title}`
      : `${wanted} ${applied ? 'is' : 'would be'} changed: ${title}`,
  ];
  const parts = { said, applied, diffs, notices, showsDiff: true, next: applied ? nextAfterChange(places) : [] };
  here.stdout.write(viewMemoryChange(parts, chooseCanvas(here.stdout, here)));
}

async function askForText(id: string, places: MemoryFlags, here: Host): Promise<string> {
  const { memory } = await openAskedMemory(places, here);
  const entry = await pointingToOwn([id], places, here, () => requireEntry(memory, id));
  return stripControls(await editText(entryText(memory, entry.id), here.env));
}

/** Redacts an edit and removes control characters: typed text may contain a secret, and pasted text may act on a terminal. */
async function cleanEdit(given: LessonEdit): Promise<LessonEdit> {
  const { scope, ...texts } = given;
  const names = Object.keys(texts);
  const values = (await createRedactor().redact(Object.values(texts))).map((text) =>
    stripControls(text).replace(/\s+/g, ' ').trim(),
  );
  return {
    ...Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
    ...(scope ? { scope } : {}),
  };
}

/** Returns a lesson in the form of the JSON output. */
function describeEntry({ edited, evidence, ...entry }: MemoryEntry): object {
  return { ...entry, edited: [...edited], evidence: evidence.length };
}
