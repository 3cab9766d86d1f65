import { askQuickly, type RememberedIssue } from '../../heal/ask-memory.ts';
import type { HealingAttempt } from '../../heal/auto-heal.ts';
import type { ChosenTool } from '../../heal/choose-tool.ts';
import type { FailureText } from '../../heal/detect.ts';
import { type HealedTool, healTool, type ToolHealing } from '../../heal/heal-tool.ts';
import { argumentsOfCommand } from '../../heal/parameters.ts';
import { noteTold, noteWorked } from '../../heal/told.ts';
import { type ProgramEnd, runProgram } from '../../loop/run-program.ts';

/** The surroundings in which a configured tool is run. */
export interface ToolRunRequest extends ToolHealing {
  /** Its working directory. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Ends the tool, and every process that it started. */
  signal: AbortSignal;
}

/** The outcome of a configured tool. */
export interface ToolRun extends HealedTool<ProgramEnd> {
  /** 124 after a timeout, 127 if there is no such program, as in shells. */
  exitCode: number;
  /** Known issues that match its failure, the closest first; empty if it succeeded. */
  issues: RememberedIssue[];
}

/** Upper bound for the issues reported on a failure: the closest ones. */
const MOST_ISSUES = 3;
/** Upper bound for the end of stderr that is kept, to see why the tool failed. */
const KEPT = 64 * 1024;

/** Runs a configured tool, heals it as configured, and looks up known issues if it still failed. */
export async function runTool(tool: ChosenTool, request: ToolRunRequest): Promise<ToolRun> {
  const { loaded, root, folders } = request;
  const healedAs = loaded.config.heal?.[tool.name] ? tool.name : tool.program;
  const given = argumentsOfCommand(typeof tool.command === 'string' ? [] : tool.command);
  const healed = await healTool(tool.name, () => attempt(tool, request), { ...request, healedAs, arguments: given });
  const exitCode = codeOf(healed.end);
  const { failure } = healed;
  const issues =
    exitCode === 0 || !failure
      ? []
      : await findIssues(tool, failure, { root, userRoot: folders.config, cacheDir: folders.cache });
  const call = { dataDir: folders.data, root, tool: tool.name, input: tool.command, live: loaded.config.live };
  if (exitCode === 0) noteWorked(call);
  else noteTold(call, issues);
  return { ...healed, exitCode, issues };
}

async function attempt(
  { command, timeoutMs }: ChosenTool,
  request: ToolRunRequest,
): Promise<HealingAttempt<ProgramEnd>> {
  const { cwd, env, signal } = request;
  let stderr = '';
  const end = await runProgram(command, {
    ...{ cwd, env, timeoutMs, signal },
    onOutput(text, stream) {
      if (stream === 'stderr') stderr = (stderr + text).slice(-KEPT);
    },
  });
  if (codeOf(end) === 0) return { ok: true, value: end };
  // Programs that write errors to stdout write nothing to stderr. A call that the client cancelled is not healed.
  const text = end.how === 'stopped' ? '' : stderr.trim() === '' ? end.output : stderr;
  return { ok: false, failure: { text }, outcome: () => end };
}

function codeOf({ how, code }: ProgramEnd): number {
  if (how === 'timed-out') return 124;
  return how === 'missing' ? 127 : how === 'refused' ? 126 : (code ?? 130);
}

/** Returns known issues under the name of the tool and of its program. A memory that cannot be read must not hide the failure. */
async function findIssues(
  { name, program }: ChosenTool,
  failure: FailureText,
  places: { root: string; userRoot: string; cacheDir: string },
): Promise<RememberedIssue[]> {
  const found = new Map<string, RememberedIssue>();
  for (const tool of new Set([name, program])) {
    const { issues } = await askQuickly({ tool, error: failure.text }, MOST_ISSUES, places).catch(() => ({
      issues: [],
    }));
    for (const issue of issues) found.set(`${issue.layer} ${issue.id}`, issue);
  }
  return [...found.values()].slice(0, MOST_ISSUES);
}
