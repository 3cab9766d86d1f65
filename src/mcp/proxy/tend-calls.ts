import type { LoadedConfig } from '../../config/config.ts';
import { askQuickly, type RememberedIssue } from '../../heal/ask-memory.ts';
import type { HealingAttempt } from '../../heal/auto-heal.ts';
import { healTool } from '../../heal/heal-tool.ts';
import { addToResult } from '../../heal/tell-in-error.ts';
import { noteTold, noteWorked } from '../../heal/told.ts';
import { nameForFix } from '../../memory/tool-fixes/fix-name.ts';
import type { Redact } from '../../sessions/redact-part.ts';
import type { OwnFolders } from '../../shared/folders.ts';
import { quoteWord } from '../../shared/quote-word.ts';
import { cleanText } from '../clean.ts';
import { NOTE, tellIssues } from '../tools/shapes.ts';
import { failureIn, type ProxyMessage, type ToolCall } from './messages.ts';
import type { CallCare, ProxyRetry } from './proxy.ts';

/** The settings for handling calls of a wrapped server. */
interface CallTending {
  /** Loads the configuration, anew for each failure, because the user may be editing it. */
  loadConfig(): Promise<Pick<LoadedConfig, 'config' | 'remedies' | 'ignored'>>;
  /** The root of the project, whose memory is asked and whose log is written. */
  root: string;
  folders: OwnFolders;
  redact: Redact;
  /** Reports events to people; clients keep them in their logs. */
  tell(line: string): void;
}

/** Upper bound of issues to show at a failure: only the closest ones. */
const MOST_ISSUES = 3;

/** Heals calls of a server as configured, logs failures, and adds what is known about them to the answer. */
export function tendCalls(tending: CallTending): CallCare {
  const followed = ({ tool, arguments: input }: ToolCall) => ({
    ...{ dataDir: tending.folders.data, root: tending.root, tool, input },
  });
  return {
    noteWorked: (call) => noteWorked(followed(call)),
    async answerFailed(call, failed, retry) {
      const { answer, text, live } = await heal(call, failed, retry, tending);
      if (text === undefined) noteWorked(followed(call));
      // A cancelled call has no recipient.
      if (text === undefined || retry.signal.aborted) return answer;
      const hear = (issues: readonly RememberedIssue[]) => noteTold({ ...followed(call), live }, issues);
      return addAdvice(answer, await advise(call, text, tending, hear));
    },
  };
}

/** Returns the result of the last try of a call, and how it failed if it did. */
async function heal(
  call: ToolCall,
  failed: ProxyMessage,
  { again, signal }: ProxyRetry,
  { loadConfig, root, folders, tell }: CallTending,
): Promise<{ answer: ProxyMessage; text?: string; live?: LoadedConfig['config']['live'] }> {
  const { describeEvent } = await import('../../heal/heal-tool.ts');
  let answer = failed;
  let live: LoadedConfig['config']['live'];
  let isFirst = true;
  const attempt = async (): Promise<HealingAttempt<ProxyMessage>> => {
    if (!isFirst) answer = await again();
    isFirst = false;
    const text = failureIn(answer);
    const given = answer;
    return text === undefined ? { ok: true, value: given } : { ok: false, failure: { text }, outcome: () => given };
  };
  try {
    const loaded = await loadConfig();
    live = loaded.config.live;
    const healed = await healTool(call.tool, attempt, {
      ...{ loaded, root, folders, arguments: call.arguments },
      onEvent(event) {
        const said = describeEvent(event);
        if (said !== undefined) tell(said);
      },
    });
    for (const problem of healed.problems) tell(problem);
  } catch (error) {
    // An invalid configuration heals nothing; what is known is still added.
    tell(signal.aborted ? `${call.tool} was taken back` : error instanceof Error ? error.message : String(error));
  }
  const text = failureIn(answer);
  return { answer, text, live };
}

/** Returns what is known about a failure, or how to save a fix once it is found, in a form that is safe for a model. */
async function advise(
  { tool }: ToolCall,
  error: string,
  { root, folders, redact }: CallTending,
  onIssues: (issues: readonly RememberedIssue[]) => void,
): Promise<string> {
  const places = { root, userRoot: folders.config, cacheDir: folders.cache };
  // A memory that cannot be read must not hide the failure.
  const { issues } = await askQuickly({ tool, error }, MOST_ISSUES, places).catch(() => ({
    issues: [] as RememberedIssue[],
  }));
  onIssues(issues);
  const save = `hardwon learn-fix --tool ${quoteWord(nameForFix(tool) ?? 'TOOL')} --error-pattern TEXT --root-cause TEXT --fix TEXT`;
  const said =
    issues.length > 0
      ? `Known issues found: ${issues.length}. ${NOTE}\n\n${tellIssues(issues)}`
      : `hardwon: nothing is known about this error of ${tool}. Once you have found what helps, save it with learn_tool_fix, or by: ${save}`;
  return cleanText(said, redact);
}

function addAdvice(answer: ProxyMessage, advice: string): ProxyMessage {
  const { result, error } = answer;
  if (error) return { ...answer, error: { ...error, message: `${String(error.message ?? '')}\n\n${advice}` } };
  const told = addToResult(result, advice);
  return told ? { ...answer, result: told } : answer;
}
