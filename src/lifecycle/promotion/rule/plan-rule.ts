import { basename, join } from 'node:path';
import type { ContextFile, ScopedRules } from '../../../agents/context.ts';
import { narrowScope } from '../../../delivery/context-files/audience.ts';
import { chooseDestinations, type Destination } from '../../../delivery/context-files/destinations.ts';
import { nameScope } from '../../../delivery/context-files/scoped-files.ts';
import { toSafeLine } from '../../../delivery/markdown-safe.ts';
import type { Lesson } from '../../../lessons/lesson.ts';
import { nameLesson, say } from '../../../lessons/quotable.ts';
import { AppError } from '../../../shared/errors.ts';
import { PASSING } from '../due.ts';
import type { PlannedTargets, PromotionTask } from '../plan-promotion.ts';
import { placeRule } from './place-rule.ts';

/**
 * Writes the guidance as a rule into the files that the project's agents read before they work; a lesson about parts of the
 * project goes into files for those parts, if the agents have such files.
 */
export async function planRule({ entry, text, drafts, request }: PromotionTask): Promise<PlannedTargets> {
  const rule = say`${toSafeLine(text.guidance)} (${nameLesson(text)})`;
  const targets: string[] = [];
  for (const { path, begin = '' } of await chooseFiles({ entry, text, drafts, request })) {
    const name = drafts.nameOf(path);
    await drafts.write(name, placeRule((await drafts.read(name)) ?? begin, rule, text.id));
    targets.push(name);
  }
  return { targets, notes: [] };
}

type ChosenFile = Pick<ContextFile, 'path' | 'begin'>;

async function chooseFiles({ entry, drafts, request }: PromotionTask): Promise<ChosenFile[]> {
  const { root: projectRoot } = drafts;
  const { home, env, agents, target } = request;
  const asked = target === undefined ? [] : [join(projectRoot, target)];
  // A transient lesson, or one about a single machine, is promoted only if somebody insists; then it applies to everybody.
  const lesson: Lesson = { ...entry, reach: 'project', kind: PASSING.has(entry.kind) ? 'command' : entry.kind };
  const destinations = await chooseDestinations({ projectRoot, home, env, agents, targets: asked });
  const shared = destinations.filter(
    ({ file, readers, takes }) => file.isShared && !file.isManyProjects && readers.length > 0 && takes(lesson),
  );
  if (asked.length > 0) {
    const file = destinations.find((destination) => destination.file.path === asked[0])?.file;
    return [{ path: asked[0] ?? '', begin: file?.begin === undefined ? undefined : file.begin }];
  }
  if (shared.length === 0)
    throw new AppError('not-found', `No file that agents read can hold a rule like ${entry.id}.`, {
      hint: `Name one: hardwon promote ${entry.id} --as rule --target AGENTS.md`,
    });
  const globs = narrowScope(lesson);
  const files: ChosenFile[] = [];
  for (const destination of shared)
    files.push(...(globs ? await chooseScoped(destination, globs, drafts) : [destination.file]));
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

/**
 * Chooses files for parts of the project, one for each agent that reads the file; the file itself if one of them has no such
 * files.
 */
async function chooseScoped(
  { file, scoped }: Destination,
  globs: readonly string[],
  drafts: PromotionTask['drafts'],
): Promise<ChosenFile[]> {
  if (!scoped) return [file];
  const files: ChosenFile[] = [];
  for (const { rules } of scoped) files.push(await chooseScopedFile(rules, globs, drafts));
  return files;
}

/** Chooses a rules file for these globs, an existing or a new one. Files that `learn` maintains have other names. */
async function chooseScopedFile(
  rules: ScopedRules,
  globs: readonly string[],
  drafts: PromotionTask['drafts'],
): Promise<ChosenFile> {
  const begin = rules.begin(globs);
  const name = nameScope(globs);
  for (const candidate of [name, `${name}-rules`, `${name}-learned-rules`]) {
    const path = join(rules.folder, `${candidate}${rules.extension}`);
    const text = await drafts.read(drafts.nameOf(path));
    if (text === undefined || text.replaceAll('\r\n', '\n').startsWith(begin)) return { path, begin };
  }
  throw new AppError(
    'conflict',
    `The files for ${globs.join(', ')} are taken: ${basename(rules.folder)}/${name}${rules.extension}.`,
    {
      hint: 'Name a file with --target.',
    },
  );
}
