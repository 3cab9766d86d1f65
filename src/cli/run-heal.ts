import { loadConfig } from '../config/load-config.ts';
import { adviseOn } from '../heal/ask-memory.ts';
import { type HealEvent, healCall } from '../heal/auto-heal.ts';
import { logFailure } from '../heal/failure-log.ts';
import { planHealing, toolOf } from '../heal/plan-healing.ts';
import { commandAttempts } from '../heal/run-command.ts';
import { findRepository } from '../sessions/projects/find-repository.ts';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import { stripControls } from '../shared/terminal.ts';
import type { HealFlags } from './commands/heal.ts';
import { renderJson, resolvePath, surroundings, tellProblems } from './surroundings.ts';

/** Runs `hardwon heal`. */
export async function runHeal(words: readonly string[], flags: HealFlags): Promise<void> {
  const here = surroundings();
  const { cwd, home, env } = here;
  const [program = ''] = words;
  const tool = flags.tool ?? toolOf(program);
  const loaded = await loadConfig({
    cwd,
    home,
    env,
    ...(flags.config === undefined ? {} : { explicitPath: resolvePath(flags.config, here) }),
  });
  const { config, remedies = {}, untrusted } = loaded;
  const root = findRepository(cwd);
  const settings = { remedies, heal: config.heal ?? {}, cwd: root };
  const plan = withHint(() => planHealing(tool, settings), untrusted);
  const folders = findOwnFolders(here);
  const events: HealEvent[] = [];
  const problems: string[] = [];
  const end = await healCall(commandAttempts(words, process), {
    tool,
    ...plan,
    ...(flags.skill === undefined ? {} : { skill: flags.skill }),
    dataDir: folders.data,
    onEvent(event) {
      events.push(event);
      const said = flags.quiet || flags.json ? undefined : describeEvent(event);
      if (said !== undefined) process.stderr.write(`${stripControls(`hardwon: ${said}`)}\n`);
    },
    async record(record) {
      await logFailure(record, { root, folders }).catch((error: unknown) => {
        problems.push(error instanceof AppError ? error.message : String(error));
      });
    },
  });
  const failed = events.find((event) => event.type === 'failed');
  if (failed && end.code !== 0 && !flags.quiet && !flags.json) {
    for (const advice of await adviseOn({ tool, error: failed.failure.text }, root, folders.config))
      process.stderr.write(`${stripControls(`hardwon: ${advice}`)}\n`);
  }
  if (flags.json) process.stderr.write(`${renderJson(describeRun(tool, end.code, events, problems))}\n`);
  else if (!flags.quiet) tellProblems(problems);
  process.exitCode = end.code;
}

/** A remedy that is missing may be one of a project that is not trusted. */
function withHint<T>(work: () => T, untrusted: { file: string; userFile: string; names: string[] } | undefined): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError) || !untrusted?.names.includes('remedies')) throw error;
    throw new AppError(error.code, error.message, {
      hint: `${untrusted.file} names remedies, which are programs. If you trust this project, add its folder to "trust" in ${untrusted.userFile}.`,
    });
  }
}

function describeEvent(event: HealEvent): string | undefined {
  switch (event.type) {
    case 'treating':
      return `${event.tool} failed (${event.diagnosis.ailment}: ${event.diagnosis.line.slice(0, 120)}); running the remedy ${event.remedy}`;
    case 'treated':
      return event.treatment.how === 'shared' ? `${event.remedy} was run by another process meanwhile` : undefined;
    case 'retrying':
      return `trying ${event.tool} again`;
    case 'healed':
      return `${event.tool} worked after ${event.remedy}`;
    case 'given-up':
      return event.reason.startsWith('nothing that') ? undefined : `not healed: ${event.reason}`;
    default:
      return undefined;
  }
}

function describeRun(tool: string, code: number, events: readonly HealEvent[], problems: readonly string[]): object {
  const failed = events.find((event) => event.type === 'failed');
  const treated = events.find((event) => event.type === 'treated');
  const over = events.find((event) => event.type === 'given-up');
  return {
    schema: 1,
    tool,
    exitCode: code,
    failed: failed !== undefined,
    ...(failed?.diagnosis ? { diagnosis: failed.diagnosis } : {}),
    ...(treated ? { remedy: treated.remedy, treatment: treated.treatment.how } : {}),
    retries: events.filter((event) => event.type === 'retrying').length,
    healed: events.some((event) => event.type === 'healed'),
    ...(over ? { reason: over.reason } : {}),
    problems,
  };
}
