import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { readCommandRule } from '../command-rule.ts';
import type { PlannedTargets, PromotionTask } from '../plan-promotion.ts';
import { renderCheck } from './render-check.ts';

/** Writes a script that looks for the wrong command in the repository's own files, and says how to run it in CI. */
export async function planCheck({ entry, text, drafts, request }: PromotionTask): Promise<PlannedTargets> {
  const rule = readCommandRule(entry.trigger);
  if (!rule?.isText)
    throw new AppError(
      'usage',
      `${entry.id} cannot become a check: ${explain(entry.trigger !== undefined, rule !== undefined)}.`,
      {
        hint: `hardwon promote ${entry.id} --as rule writes it down for agents instead.`,
      },
    );
  const folder = FOLDERS.find((name) => existsSync(join(drafts.root, name))) ?? 'scripts';
  const target = request.target ?? `${folder}/check-${text.id.toLowerCase()}.mjs`;
  if (!/\.m?js$/.test(target))
    throw new AppError('usage', `${target} cannot be a check.`, { hint: 'Its name must end with .mjs.' });
  await drafts.create(target, renderCheck(text, rule));
  return { targets: [target], notes: listSteps(target, drafts.root, text.id) };
}

/** The usual folders for scripts in a repository. */
const FOLDERS = ['scripts', 'tools', 'ci', 'script'];

function explain(hasTrigger: boolean, isCommand: boolean): string {
  if (!hasTrigger) return 'it has no trigger that says which command is wrong';
  return isCommand
    ? 'whether its command is wrong depends on more than its text'
    : 'its trigger is not about a command, or about what it prints';
}

/**
 * Lists ways to run it with the tools of the repository. They are shown and not written, because people maintain the layout of
 * these files.
 */
function listSteps(target: string, root: string, id: string): string[] {
  const run = `node ${/^[\w./-]+$/.test(target) ? target : JSON.stringify(target)}`;
  const name = id.toLowerCase();
  const steps = [`Run it with: ${run}`];
  if (existsSync(join(root, '.github/workflows'))) steps.push(`A step for .github/workflows: - run: ${run}`);
  if (LEFTHOOK.some((file) => existsSync(join(root, file))))
    steps.push(`For lefthook, under pre-commit, commands: check-${name}: { run: ${run} }`);
  if (existsSync(join(root, '.pre-commit-config.yaml')))
    steps.push(
      `For pre-commit, under a repo "local": - { id: check-${name}, name: check-${name}, entry: ${run}, language: system, pass_filenames: false }`,
    );
  return steps;
}

const LEFTHOOK = ['lefthook.yml', 'lefthook.yaml', '.lefthook.yml', '.lefthook.yaml'];
