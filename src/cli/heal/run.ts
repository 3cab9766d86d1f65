import { type Host, renderJson, resolvePath, tellProblems } from '../../app/surroundings.ts';
import { loadConfig } from '../../config/load-config.ts';
import { adviseOn, type RememberedIssue } from '../../heal/ask-memory.ts';
import type { HealEvent } from '../../heal/auto-heal.ts';
import { describeEvent, healTool } from '../../heal/heal-tool.ts';
import { argumentsOfCommand } from '../../heal/parameters.ts';
import { commandAttempts } from '../../heal/run-command.ts';
import { noteTold, noteWorked } from '../../heal/told.ts';
import { findRepository } from '../../sessions/projects/find-repository.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { programName } from '../../shared/program-name.ts';
import { stripControls } from '../../shared/terminal.ts';
import type { HealFlags } from './command.ts';

/** Runs `hardwon heal`. */
export async function runHeal(words: readonly string[], flags: HealFlags, here: Host): Promise<void> {
  const { cwd, home, env } = here;
  const [program = ''] = words;
  const tool = flags.tool ?? programName(program);
  const loaded = await loadConfig({
    cwd,
    home,
    env,
    explicitPath: flags.config === undefined ? undefined : resolvePath(flags.config, here),
  });
  const root = findRepository(cwd);
  const folders = findOwnFolders(here);
  const { end, events, problems, failure } = await healTool(tool, commandAttempts(words, process), {
    ...{ loaded, root, folders, arguments: argumentsOfCommand(words.slice(1)) },
    skill: flags.skill,
    onEvent(event) {
      const said = flags.quiet || flags.json ? undefined : describeEvent(event);
      if (said !== undefined) here.stderr.write(`${stripControls(`hardwon: ${said}`)}\n`);
    },
  });
  const call = { dataDir: folders.data, root, tool, input: words, live: loaded.config.live };
  if (end.code === 0) noteWorked(call);
  if (failure && end.code !== 0 && !flags.quiet && !flags.json) {
    const told = (issues: readonly RememberedIssue[]) => noteTold(call, issues);
    for (const advice of await adviseOn({ tool, error: failure.text }, root, folders.config, told))
      here.stderr.write(`${stripControls(`hardwon: ${advice}`)}\n`);
  }
  if (flags.json) here.stderr.write(`${renderJson(describeRun(tool, end.code, events, problems))}\n`);
  else if (!flags.quiet) tellProblems(here, problems);
  here.exitCode = end.code;
}

function describeRun(tool: string, code: number, events: readonly HealEvent[], problems: readonly string[]): object {
  const failed = events.find((event) => event.type === 'failed');
  const treated = events.findLast((event) => event.type === 'treated');
  const over = events.findLast((event) => event.type === 'given-up');
  return {
    schema: 1,
    tool,
    exitCode: code,
    failed: failed !== undefined,
    diagnosis: failed?.diagnosis ? failed.diagnosis : undefined,
    ...(treated ? { remedy: treated.remedy, treatment: treated.treatment.how } : {}),
    retries: events.filter((event) => event.type === 'retrying').length,
    healed: events.some((event) => event.type === 'healed'),
    reason: over?.reason,
    problems,
  };
}
