import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Lesson } from '../../src/lessons/lesson.ts';
import type { LogWriter } from '../support/log-writers/log-writer.ts';
import { type GoldenCase, readCase } from './case-file.ts';
import { type ExpectedLesson, renderExpected, summarizeLessons } from './expected-file.ts';

/** What the tester needs of the pipeline: the lessons of all projects whose logs are below a home folder. */
export type LearnFunction = (options: { home: string; agent: string; now: Date }) => Promise<readonly Lesson[]>;

/** What one agent's logs of one case gave. */
export interface CaseResult {
  lessons: ExpectedLesson[];
  /** The lessons as expected.yaml has them. */
  text: string;
  /** What is wrong whatever expected.yaml says; the update switch does not silence these. */
  broken: string[];
}

/** The cases below a folder: `<theme>/<found-…|trap-…>`. */
export async function listCases(root: string): Promise<string[]> {
  const names: string[] = [];
  for (const theme of await readdir(root, { withFileTypes: true })) {
    if (!theme.isDirectory()) continue;
    for (const leaf of await readdir(join(root, theme.name), { withFileTypes: true })) {
      if (!leaf.isDirectory()) continue;
      if (!/^(?:found|trap)-/.test(leaf.name))
        throw new Error(`${theme.name}/${leaf.name}: a case is named found-… or trap-…`);
      names.push(`${theme.name}/${leaf.name}`);
    }
  }
  return names.sort();
}

/** Writes the case's sessions as one agent's client would have, learns from them, and tells what came out. Undefined: not this agent's case. */
export async function runCase(
  root: string,
  name: string,
  writer: LogWriter,
  learn: LearnFunction,
): Promise<CaseResult | undefined> {
  const golden = await readCase(join(root, name), name);
  if (golden.agents && !golden.agents.includes(writer.agent)) return undefined;
  if (golden.except.includes(writer.agent) || writer.lacks?.(golden.sessions) !== undefined) return undefined;
  const home = await mkdtemp(join(tmpdir(), 'hardwon-golden-'));
  try {
    const written = await writer.write(home, golden.sessions);
    const labels = new Map([...written.calls].map(([label, id]) => [id, label]));
    for (const [index, session] of written.sessions.entries()) labels.set(session, `s${index + 1}`);
    const lessons = await learn({ home, agent: writer.agent, now: new Date(golden.now) });
    const summary = summarizeLessons(lessons, labels);
    return { lessons: summary, text: renderExpected(summary), broken: findBroken(golden, summary) };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

export async function readExpected(root: string, name: string): Promise<string | undefined> {
  return readFile(join(root, name, 'expected.yaml'), 'utf8').catch(() => undefined);
}

export async function writeExpected(root: string, name: string, text: string): Promise<void> {
  await writeFile(join(root, name, 'expected.yaml'), text);
}

/** The claims of a case that no rewriting of expected.yaml can change: its name, `allowed` and `expects`. */
function findBroken(golden: GoldenCase, lessons: readonly ExpectedLesson[]): string[] {
  const broken: string[] = [];
  if (basename(golden.name).startsWith('found-')) {
    if (lessons.length === 0) broken.push('a found- case gives no lesson');
  } else {
    for (const lesson of lessons)
      if (!isAllowed(lesson, golden.allowed)) broken.push(`a trap- case gives a lesson: ${lesson.title}`);
  }
  const pairs = lessons.flatMap((lesson) => lesson.evidence);
  for (const wanted of golden.expects) {
    if (!pairs.some((pair) => pair === wanted || pair.split(' → ')[0] === wanted))
      broken.push(`no lesson has ${wanted} behind it`);
  }
  return broken;
}

function isAllowed(lesson: ExpectedLesson, allowed: readonly string[]): boolean {
  return lesson.evidence.length > 0 && lesson.evidence.every((pair) => allowed.includes(pair.split(' → ')[0] ?? ''));
}
