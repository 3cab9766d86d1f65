import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DraftFiles } from '../draft-files.ts';
import type { LessonText } from '../lesson-text.ts';

/** Something that a lesson says of the repository, and that a machine can check without running anything. */
export type GuardClaim = PathClaim | LineClaim;

/** What a test is made of. */
export interface Guard {
  text: LessonText;
  /** What it checks. */
  claims: readonly GuardClaim[];
  /** Whether it also has a pending test: there is more to the lesson than the claims. */
  isPending: boolean;
}

/** A path is in the repository, or is not. */
interface PathClaim {
  kind: 'exists' | 'missing';
  path: string;
}

/** A line of a file begins so, but for blanks before it. */
interface LineClaim {
  kind: 'line';
  path: string;
  start: string;
}

/**
 * What of a lesson's guidance can be checked, and is so now: paths that are there, scripts of package.json, targets of a Makefile, and
 * files that must not be. Only what stands in code is looked at, and what is not so now is left out: it may be the mistake itself.
 */
export async function findClaims(guidance: string, drafts: DraftFiles): Promise<GuardClaim[]> {
  const spans = [...guidance.matchAll(/`([^`]{1,200})`/g)].map(([, span = '']) => span.trim());
  const claims: GuardClaim[] = forbiddenPaths(guidance)
    .filter((path) => !existsSync(join(drafts.root, path)))
    .map((path) => ({ kind: 'missing', path }));
  for (const span of spans) {
    const path = asPath(span);
    if (path !== undefined && existsSync(join(drafts.root, path))) claims.push({ kind: 'exists', path });
    claims.push(...(await findScript(span, drafts)), ...(await findTarget(span, drafts)));
  }
  const known = new Map(claims.map((claim) => [JSON.stringify(claim), claim]));
  return [...known.values()].slice(0, MOST_CLAIMS);
}

/** A claim in words, as the name of a test. */
export function describeClaim(claim: GuardClaim): string {
  if (claim.kind === 'line') return `${claim.path} has a line that begins with ${claim.start}`;
  return claim.kind === 'exists' ? `${claim.path} is there` : `${claim.path} is not there`;
}

/** A lesson is about one thing. */
const MOST_CLAIMS = 5;

/** A path in the repository: with a slash or an extension, and never out of it. */
function asPath(span: string): string | undefined {
  const path = span.replace(/^\.\//, '').replace(/\/$/, '');
  if (!/^[\w@.()[\]+-]+(?:\/[\w@.()[\]+-]+)*$/.test(path) || /(?:^|\/)\.\.?(?:\/|$)/.test(path)) return undefined;
  return span.includes('/') || /\.\w{1,10}$/.test(path) ? path : undefined;
}

function forbiddenPaths(guidance: string): string[] {
  const pattern =
    /\b(?:do not|don't|never|must not) (?:create|add|commit|write|restore) (?:an? |the )?(?:file |folder )?`([^`]{1,200})`/gi;
  return [...guidance.matchAll(pattern)].flatMap(([, span = '']) => asPath(span.trim()) ?? []);
}

/** `npm run seed`, `npm test`, `pnpm seed`, where package.json has that script on a line of its own. */
async function findScript(span: string, drafts: DraftFiles): Promise<GuardClaim[]> {
  const [, named] = /^(?:npm run(?:-script)?|pnpm(?: run)?|yarn(?: run)?|bun run) ([\w:.-]{1,80})(?: |$)/.exec(span) ?? [];
  const script = named ?? /^npm (test|start)(?: |$)/.exec(span)?.[1];
  if (script === undefined) return [];
  const claim: LineClaim = { kind: 'line', path: 'package.json', start: `"${script}":` };
  const scripts = readScripts((await drafts.read('package.json')) ?? '');
  return scripts.includes(script) && (await holds(claim, drafts)) ? [claim] : [];
}

async function findTarget(span: string, drafts: DraftFiles): Promise<GuardClaim[]> {
  const target = /^make ([\w.-]{1,80})(?: |$)/.exec(span)?.[1];
  if (target === undefined) return [];
  const claims = ['Makefile', 'makefile', 'GNUmakefile'].map((path): LineClaim => ({ kind: 'line', path, start: `${target}:` }));
  for (const claim of claims) if (await holds(claim, drafts)) return [claim];
  return [];
}

async function holds(claim: LineClaim, drafts: DraftFiles): Promise<boolean> {
  const text = await drafts.read(claim.path);
  return text?.split('\n').some((line) => line.trimStart().startsWith(claim.start)) ?? false;
}

function readScripts(text: string): string[] {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: unknown };
    return typeof scripts === 'object' && scripts !== null ? Object.keys(scripts) : [];
  } catch {
    return [];
  }
}
