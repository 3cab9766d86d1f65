import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DraftFiles } from '../draft-files.ts';
import type { LessonText } from '../lesson-text.ts';

/** A statement of a lesson about the repository that can be checked without running anything. */
export type GuardClaim = PathClaim | LineClaim;

/** The contents of a generated test. */
export interface Guard {
  text: LessonText;
  /** The claims that it checks. */
  claims: readonly GuardClaim[];
  /** Whether it also has a pending test, because the lesson says more than the claims. */
  isPending: boolean;
}

/** A path exists in the repository, or does not. */
interface PathClaim {
  kind: 'exists' | 'missing';
  path: string;
}

/** A line of a file begins with this text, ignoring leading spaces. */
interface LineClaim {
  kind: 'line';
  path: string;
  start: string;
}

/**
 * Finds the statements in a lesson's guidance that can be checked and hold now: existing paths, scripts of package.json, targets
 * of a Makefile, and files that must not exist. Only code spans are examined, and statements that do not hold now are left out,
 * because they may be the mistake itself.
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

/** Describes a claim in words, as the name of a test. */
export function describeClaim(claim: GuardClaim): string {
  if (claim.kind === 'line') return `${claim.path} has a line that begins with ${claim.start}`;
  return claim.kind === 'exists' ? `${claim.path} is there` : `${claim.path} is not there`;
}

/** Upper bound: a lesson is about one thing. */
const MOST_CLAIMS = 5;

/** Returns a path in the repository: with a slash or an extension, and never outside it. */
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

/** Finds the script behind `npm run seed`, `npm test` or `pnpm seed`, if package.json has it on a line of its own. */
async function findScript(span: string, drafts: DraftFiles): Promise<GuardClaim[]> {
  const [, named] =
    /^(?:npm run(?:-script)?|pnpm(?: run)?|yarn(?: run)?|bun run) ([\w:.-]{1,80})(?: |$)/.exec(span) ?? [];
  const script = named ?? /^npm (test|start)(?: |$)/.exec(span)?.[1];
  if (script === undefined) return [];
  const claim: LineClaim = { kind: 'line', path: 'package.json', start: `"${script}":` };
  const scripts = readScripts((await drafts.read('package.json')) ?? '');
  return scripts.includes(script) && (await holds(claim, drafts)) ? [claim] : [];
}

async function findTarget(span: string, drafts: DraftFiles): Promise<GuardClaim[]> {
  const target = /^make ([\w.-]{1,80})(?: |$)/.exec(span)?.[1];
  if (target === undefined) return [];
  const claims = ['Makefile', 'makefile', 'GNUmakefile'].map(
    (path): LineClaim => ({ kind: 'line', path, start: `${target}:` }),
  );
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
