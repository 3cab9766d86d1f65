import { askQuickly, type RememberedIssue } from '../../heal/ask-memory.ts';
import type { HealingAttempt } from '../../heal/auto-heal.ts';
import type { ChosenTool } from '../../heal/choose-tool.ts';
import type { FailureText } from '../../heal/detect.ts';
import { type HealedTool, healTool, type ToolHealing } from '../../heal/heal-tool.ts';
import { argumentsOfCommand } from '../../heal/parameters.ts';
import { noteTold, noteWorked } from '../../heal/told.ts';
import { type ProgramEnd, runProgram } from '../../loop/run-program.ts';

/** Where a configured tool is run. */
export interface ToolRunRequest extends ToolHealing {
  /** The folder that it is run in. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Ends it, with all that it started. */
  signal: AbortSignal;
}

/** What came of a configured tool. */
export interface ToolRun extends HealedTool<ProgramEnd> {
  /** 124 where its time was up, 127 where there is no such program, as shells say. */
  exitCode: number;
  /** What is known about its failure, the closest first; empty where it worked. */
  issues: RememberedIssue[];
}

/** At a failure no more than this is told: the closest ones. */
const MOST_ISSUES = 3;
/** What it wrote to stderr is kept from its end, to see why it failed. */
const KEPT = 64 * 1024;

/** Runs a tool of the configuration, heals it as that says, and looks up what is known where it failed all the same. */
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

async function attempt({ command, timeoutMs }: ChosenTool, request: ToolRunRequest): Promise<HealingAttempt<ProgramEnd>> {
  const { cwd, env, signal } = request;
  let stderr = '';
  const end = await runProgram(command, {
    ...{ cwd, env, timeoutMs, signal },
    onOutput(text, stream) {
      if (stream === 'stderr') stderr = (stderr + text).slice(-KEPT);
    },
  });
  if (codeOf(end) === 0) return { ok: true, value: end };
  // Programs that write errors to stdout write nothing to stderr. What the client took back is not healed.
  const text = end.how === 'stopped' ? '' : stderr.trim() === '' ? end.output : stderr;
  return { ok: false, failure: { text }, outcome: () => end };
}

function codeOf({ how, code }: ProgramEnd): number {
  if (how === 'timed-out') return 124;
  return how === 'missing' ? 127 : how === 'refused' ? 126 : (code ?? 130);
}

/** What is known under its own name, and under that of its program. A memory that cannot be read must not hide the failure. */
async function findIssues(
  { name, program }: ChosenTool,
  failure: FailureText,
  places: { root: string; userRoot: string; cacheDir: string },
): Promise<RememberedIssue[]> {
  const found = new Map<string, RememberedIssue>();
  for (const tool of new Set([name, program])) {
    const { issues } = await askQuickly({ tool, error: failure.text }, MOST_ISSUES, places).catch(() => ({ issues: [] }));
    for (const issue of issues) found.set(`${issue.layer} ${issue.id}`, issue);
  }
  return [...found.values()].slice(0, MOST_ISSUES);
}
