import { AppError } from '../../../shared/errors.ts';
import { type CommandRule, readCommandRule } from '../command-rule.ts';
import { readErrorRule } from '../error-rule.ts';
import { type LessonText, slugOf } from '../lesson-text.ts';
import type { PlannedTargets, PromotionTask } from '../plan-promotion.ts';
import { addHookEntry, type HookEntry } from './add-entry.ts';
import { renderHook } from './render-hook.ts';

/** Writes a hook script and declares it in the settings of the project's agents: before a command, after a failure, or when a session begins. */
export async function planHook({ entry, text, drafts, request }: PromotionTask): Promise<PlannedTargets> {
  const known = HOSTS.filter(({ agent }) => request.agents.includes(agent));
  const hosts = known.length > 0 ? known : HOSTS.slice(0, 1);
  const rule = request.run ? undefined : readCommandRule(entry.trigger);
  const error = request.run ? undefined : readErrorRule(entry.trigger);
  const run = request.run ? findCommand(text, readCommandRule(entry.trigger)) : undefined;
  const script = request.target ?? `${hosts[0]?.folder}/hardwon-${text.id}-${slugOf(text.title, 32)}.mjs`;
  if (!/^[\w./-]+\.m?js$/.test(script))
    throw new AppError('usage', `${script} cannot be a hook script.`, {
      hint: 'Its name must end with .mjs, and hold letters, digits, dots, dashes and slashes only.',
    });
  await drafts.create(
    script,
    renderHook({ text, ...(rule ? { rule } : {}), ...(error ? { error } : {}), ...(run === undefined ? {} : { run }) }),
  );
  for (const host of hosts) {
    const event = rule
      ? { event: 'PreToolUse', matcher: 'Bash' }
      : { event: error ? host.failureEvent : 'SessionStart', ...(error?.command ? { matcher: 'Bash' } : {}) };
    const settings = addHookEntry(
      await drafts.read(host.settings),
      host.describe(script, event, run !== undefined),
      host.settings,
    );
    await drafts.write(host.settings, settings);
  }
  const when = rule
    ? `before a command that matches ${text.trigger}${rule.isText ? '' : ', once in a session'}`
    : error
      ? `after a call that failed with what ${text.trigger} says`
      : 'when a session begins';
  const does = run === undefined ? 'It runs no command.' : `It runs \`${run}\` at every start of a session.`;
  const declared = hosts.map(({ settings }) => settings).join(' and ');
  return {
    targets: [script],
    notes: [
      `It is declared in ${declared}, and tells the agent ${when}. ${does}`,
      ...hosts.flatMap(({ caveat }) => caveat ?? []),
    ],
  };
}

/** An agent whose hooks are kept as Claude Code keeps them. */
interface HookHost {
  agent: string;
  /** Where scripts go, and where they are declared. */
  folder: string;
  settings: string;
  /** The event after a call that failed. */
  failureEvent: string;
  describe(script: string, event: Pick<HookEntry, 'event' | 'matcher'>, runs: boolean): HookEntry;
  /** What must be done before it runs. */
  caveat?: string;
}

/** Seconds; telling takes a tenth of one, a command that prepares something may take longer. */
const timeoutOf = (runs: boolean) => (runs ? 120 : 10);

const HOSTS: readonly HookHost[] = [
  {
    agent: 'claude-code',
    folder: '.claude/hooks',
    settings: '.claude/settings.json',
    failureEvent: 'PostToolUseFailure',
    // Also on Windows the shell is Bash. Whoever has no Node, or deleted the script, must not be told so at every call.
    describe: (script, event, runs) => ({
      ...event,
      command: `node "$CLAUDE_PROJECT_DIR/${script}" 2>/dev/null || true`,
      timeout: timeoutOf(runs),
    }),
  },
  {
    agent: 'codex',
    folder: '.codex/hooks',
    settings: '.codex/hooks.json',
    // It has no event of its own for failures.
    failureEvent: 'PostToolUse',
    describe: (script, event, runs) => ({
      ...event,
      command: `node "$(git rev-parse --show-toplevel)/${script}" 2>/dev/null || true`,
      commandWindows: `node ${script.replaceAll('/', '\\')}`,
      timeout: timeoutOf(runs),
    }),
    caveat: 'Codex runs a new hook only after you trust it: type /hooks there.',
  },
];

/** The command that a lesson wants to have run: what its trigger waits for, or what its guidance says to run. */
function findCommand({ id, guidance }: LessonText, rule: CommandRule | undefined): string {
  const named = rule?.needs ?? /\b(?:run|execute|start|call|use) `([^`]{1,200})`/i.exec(guidance)?.[1];
  if (named !== undefined && named.trim() !== '') return named.trim();
  throw new AppError('usage', `${id} names no command that a hook could run.`, {
    hint: 'Its guidance must say: Run `the command`. Without --run the hook tells the agent instead.',
  });
}
