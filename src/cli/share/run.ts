import { join } from 'node:path';
import { findProjectRoot } from '../../app/find-project-root.ts';
import { type Host, printJson } from '../../app/surroundings.ts';
import { askGit } from '../../delivery/ask-git.ts';
import { findIgnoreRule, type IgnoreRule } from '../../delivery/git-ignored.ts';
import type { MemoryChange, MemoryRequest } from '../../lifecycle/change-memory.ts';
import { type PrivatePlace, type ShareOutcome, shareMemory, unshareMemory } from '../../lifecycle/sharing/share.ts';
import { IGNORE_FILE } from '../../memory/ignore-file.ts';
import { MEMORY_FILE, MEMORY_FOLDER } from '../../memory/memory.ts';
import { openDisk } from '../../sessions/projects/git-folder.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { stripControls } from '../../shared/terminal.ts';
import { askedProject, describeChange, type MemoryFlags } from '../memory-change.ts';
import { viewMemoryChange } from '../views/memory-view.ts';
import { chooseCanvas, plural } from '../views/text.ts';
import type { ShareFlags } from './command.ts';
import type { UnshareFlags } from './unshare.ts';

/** Runs `hardwon share`. */
export async function runShare(flags: ShareFlags, here: Host): Promise<void> {
  const request = describeRequest(flags, here);
  const { root } = request;
  const git = openDisk().findGit(root);
  const machine = { checkouts: [root, ...(git?.worktrees ?? [])], home: here.home };
  const done = await shareMemory(request, flags.anonymise ? 'anonymise' : flags.asIs ? 'as-is' : 'refuse', machine);
  const { outcome } = done;
  const isRefused = outcome.refused.length > 0;
  const hiddenBy = git && !isRefused ? await findHidingRule(root, done.applied || outcome.wasShared) : undefined;
  if (flags.json) {
    const rule = hiddenBy === undefined ? {} : { hiddenBy };
    printJson(here, {
      schema: 1,
      ...outcome,
      repository: git !== undefined,
      ...rule,
      ...describeChange({ ...done, root }),
    });
  } else {
    const said = isRefused
      ? sayRefused(outcome.refused)
      : sayShared(outcome, { isDry: flags.dryRun ?? false, hiddenBy, hasGit: git !== undefined });
    const commit: [string, string][] = git && hiddenBy === undefined ? [['commit it', `git add ${MEMORY_FOLDER}`]] : [];
    view(said, done, isRefused ? sayChoices(flags) : [...commit, ...(done.applied ? [takeBack(flags)] : [])], here);
  }
  here.exitCode = isRefused ? 1 : 0;
}

/** Runs `hardwon unshare`. */
export async function runUnshare(flags: UnshareFlags, here: Host): Promise<void> {
  const request = describeRequest(flags, here);
  const { root } = request;
  const done = await unshareMemory(request);
  const tracked = (await askGit(root, ['ls-files', '-z', '--', MEMORY_FOLDER])).stdout.split('\0').filter(Boolean);
  if (flags.json) {
    printJson(here, { schema: 1, ...done.outcome, tracked, ...describeChange({ ...done, root }) });
    return;
  }
  const said = done.outcome.wasHidden
    ? [`git does not see ${MEMORY_FOLDER}/: nothing to change.`]
    : [`git ${flags.dryRun ? 'would no longer see' : 'no longer sees'} new files in ${MEMORY_FOLDER}/.`];
  if (tracked.length > 0)
    said.push(
      `It still tracks ${plural(tracked.length, 'file')} there, also in clones of others, until you untrack them.`,
    );
  const stop: [string, string][] = tracked.length > 0 ? [['untrack it', `git rm -r --cached ${MEMORY_FOLDER}`]] : [];
  view(said, done, [...stop, ...(done.applied ? [takeBack(flags)] : [])], here);
}

function describeRequest(flags: MemoryFlags & { dryRun?: true }, here: Host): MemoryRequest {
  const { home, now } = here;
  return { root: findProjectRoot(flags, here), dataDir: findOwnFolders(here).data, home, now, apply: !flags.dryRun };
}

function view<T>(
  said: string[],
  { applied, diffs, notices }: MemoryChange<T>,
  next: [string, string][],
  here: Host,
): void {
  const parts = { said, applied, diffs, notices, showsDiff: true, next };
  // A home folder must be visible here, so it is not shortened.
  here.stdout.write(viewMemoryChange(parts, { ...chooseCanvas(here.stdout, here), home: '' }));
}

function sayShared(
  { wasShared, rewritten, personal }: ShareOutcome,
  { isDry, hiddenBy, hasGit }: { isDry: boolean; hiddenBy: IgnoreRule | undefined; hasGit: boolean },
): string[] {
  const would = isDry ? 'would see' : 'sees';
  return [
    wasShared
      ? `${MEMORY_FOLDER}/ is shared already.`
      : `git ${would} the lessons in ${MEMORY_FOLDER}/, and not the log of failures.`,
    ...(rewritten.length > 0
      ? [`${isDry ? 'To be rewritten' : 'Rewritten'}: ${plural(rewritten.length, 'line')} of the memory.`]
      : []),
    ...(personal.length > 0 ? ['True only for you or this machine, but others will see it:'] : []),
    ...personal.map(({ id, reach, title }) => `  ${id} (${reach}) ${title}`),
    ...(hiddenBy ? [`But ${hiddenBy.source}:${hiddenBy.line} hides it: delete \`${hiddenBy.pattern}\` there.`] : []),
    ...(hasGit ? [] : ['This folder is not a git repository, so there is nobody to share with yet.']),
  ];
}

function sayRefused(places: readonly PrivatePlace[]): string[] {
  const shown = places.slice(0, MOST_LINES);
  return [
    'Not shared, and nothing was written. Others would see this:',
    ...shown.map(({ file, line, kinds, text }) => `  ${file}:${line}: ${kinds.join(', ')}: ${showLine(text)}`),
    ...(places.length > shown.length ? [`  and ${plural(places.length - shown.length, 'line')} more`] : []),
  ];
}

function sayChoices(flags: ShareFlags): [string, string][] {
  const project = askedProject(flags);
  return [
    ...(flags.anonymise ? [] : [['rewrite it', `hardwon share --anonymise${project}`] satisfies [string, string]]),
    ['share as is', `hardwon share --as-is${project}`],
  ];
}

function takeBack(flags: MemoryFlags): [string, string] {
  return ['undo it', `hardwon undo${askedProject(flags)}`];
}

/**
 * Returns the rule that still hides the memory. Before hardwon's own file is changed, this can only be checked for the folder.
 */
async function findHidingRule(root: string, isShared: boolean): Promise<IgnoreRule | undefined> {
  const own = `${MEMORY_FOLDER}/${IGNORE_FILE}`;
  const rule =
    (await findIgnoreRule(`${MEMORY_FOLDER}/`, root)) ??
    (isShared ? await findIgnoreRule(join(MEMORY_FOLDER, MEMORY_FILE), root) : undefined);
  return rule?.source.replaceAll('\\', '/') === own ? undefined : rule;
}

/** Upper bound for the lines shown, which is enough to find the place. */
const MOST_LINES = 20;
function showLine(text: string): string {
  const plain = stripControls(text).trim();
  return plain.length > 160 ? `${plain.slice(0, 160)}…` : plain;
}
