import type { Proposal } from '../proposal.ts';
import type { CaptureRefusal } from './refusal.ts';

/** Judges the topic of a proposal: it must be about the code base, and about something that can happen again. */
export function judgeTopic({ guidance, pattern }: Pick<Proposal, 'guidance' | 'pattern'>): CaptureRefusal | undefined {
  if (/\bhardwon\b/i.test(`${guidance} ${pattern}`.replace(/`[^`]*`/g, ''))) {
    return about('That is about hardwon, not about this code base.', 'Report it as an issue of hardwon.');
  }
  if (ACTOR.test(guidance) || HARNESS.test(guidance)) {
    return about(
      'That is about the agent and its tools, not about this code base.',
      "Report it there, or put it into the agent's own settings.",
    );
  }
  if (PASSED.test(guidance) || PASSED.test(pattern) || SLIP.test(pattern) || MADE_SLIP.test(guidance)) {
    return {
      code: 'transient',
      message: 'That was a slip or a temporary problem, which is unlikely to recur in this form.',
      hint: 'Capture it if it does happen again.',
      isHard: false,
    };
  }
  if (ONE_TASK.test(guidance) || ONE_TASK.test(pattern)) {
    return {
      code: 'one-task',
      message: 'That is about one task: later sessions do not need it.',
      hint: 'Say what applies to every task.',
      isHard: false,
    };
  }
  return undefined;
}

function about(message: string, hint: string): CaptureRefusal {
  return { code: 'framework', message, hint, isHard: false };
}

/** An agent as the one that acts; a project may well mention the API of the same name. */
const ACTOR =
  /(?:^|[.;:!?]\s+)(?:the )?(?:claude(?: code)?|codex(?: cli)?|copilot|gemini(?: cli)?|opencode|cline|windsurf|aider|openhands|(?:coding |ai )?agents?|assistant|llm|model|harness)\s+(?:must|should|needs?|can(?:not|['’]t)?|does|do|did|is|was|has|had|forgets?|forgot|keeps?|often|always|never|tends?|will|would|fails?|failed|hallucinates?)\b/i;

const HARNESS =
  /\b(?:the\s+)?`?(?:Edit|MultiEdit|Read|Write|Bash|Grep|Glob|Task|TodoWrite|WebFetch|NotebookEdit|apply_patch|str_replace|exec_command|read_file|write_file|edit_file|run_shell_command)`? tools?\b|\b(?:tool calls?|context window|token (?:limit|budget)s?|system prompt|permission (?:mode|prompt)s?|slash commands?|plan mode|auto-?compact\w*|compaction)\b/;

/** Transient problems. */
const PASSED =
  /\b(?:temporarily|temporary (?:outage|failure|error|problem|glitch|workaround|fix)|outage|(?:network|internet|wifi|vpn|connection) (?:was|is|went) (?:down|gone|broken|flaky)|(?:server|service|site|registry|api) (?:was|is) down\b|try again later|retry later|for now\b|just this once|this time only|today only|until it is back)/i;

const SLIP =
  /\b(?:typo|mistyped|misspel(?:t|led|ling)|fat[- ]finger\w*|wrong key|copy[- ]paste (?:error|mistake|slip))\b/i;

/** A slip that was made; "look for typos with `codespell`" is a rule. */
const MADE_SLIP =
  /\b(?:(?:was|were|is|had|has|have|made|makes?|contained|got|with) (?:an? |the |some |this |one )?(?:\w+ )?|(?:fix|correct|repair|remove)(?:ed)? (?:an? |the |this |that |all )?)(?:typos?|misspellings?|slips?|copy[- ]paste (?:error|mistake|slip)s?)\b/i;

const ONE_TASK =
  /\b(?:(?:only )?(?:for|in) this (?:task|ticket|issue|story|pr|pull request|branch|session|sprint) only|only (?:for|applies to) this (?:task|ticket|issue|story|pr|pull request|branch|session|sprint)|one[- ]time (?:migration|script|fix|task|cleanup)|one[- ]off)\b/i;
