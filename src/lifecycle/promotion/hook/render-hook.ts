import { toJsLiteral } from '../code-literal.ts';
import { COMMAND_MATCHER } from '../command-matcher.ts';
import type { CommandRule } from '../command-rule.ts';
import type { ErrorRule } from '../error-rule.ts';
import type { LessonText } from '../lesson-text.ts';

/** The behaviour of a hook script. */
interface HookScript {
  text: LessonText;
  /** The commands at which it shows the lesson; if absent, it does so at the start of a session. */
  rule?: CommandRule;
  /** The errors at which it shows the lesson, after the call. */
  error?: ErrorRule;
  /** A command to run at the start of a session. */
  run?: string;
}

/**
 * Returns the source of a hook script. It stands alone, always exits with code 0, and runs no command unless one was asked for.
 */
export function renderHook({ text, rule, error, run }: HookScript): string {
  const head = (what: string) => `#!/usr/bin/env node
// Written by \`hardwon promote ${text.id}\`. ${what}
// It is yours now: change it as you like, or delete it together with its entry in the agent's settings.
`;
  const lesson = `
const lesson = ${toJsLiteral({ id: text.id, title: text.title, guidance: text.guidance }, 2)};
`;
  if (error) {
    return `${head('Tells an agent about the lesson after a call failed with its error. It runs nothing.')}import { readFileSync } from 'node:fs';
${lesson}
/** The error must contain all texts of one of these lists, in this order. */
const errors = ${toJsLiteral(error.errors)};

/** The tool or program: each form is the texts between its stars. Null means any. */
const tool = ${toJsLiteral(error.tool ?? null)};

/** The commands. Null means any. */
const rule = ${toJsLiteral(error.command ? { words: error.command.words, without: error.command.without } : null)};

try {
  const event = JSON.parse(readFileSync(0, 'utf8'));
  const command = typeof event.tool_input?.command === 'string' ? event.tool_input.command : '';
  if (isAbout(String(event.tool_name), command) && saysError(textOf(event.error ?? event.tool_response))) {
    const additionalContext = lesson.id + ': ' + lesson.guidance;
    console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: event.hook_event_name ?? 'PostToolUse', additionalContext } }));
  }
} catch {
  // Whatever goes wrong, the agent continues without this hook.
}

function isAbout(name, command) {
  if (rule) return matchesRule(rule, command);
  if (!tool || matchesForms(tool, name)) return true;
  return splitCommands(command.slice(0, 20000)).some((words) => matchesForms(tool, (bareCommand(words)[0] ?? '').replace(/^.*[\\\\/]/, '')));
}

function saysError(text) {
  const error = text.slice(-200000).replace(/\\s+/g, ' ').toLowerCase();
  return errors.some((parts) => {
    let at = 0;
    return parts.every((part) => {
      const found = error.indexOf(part, at);
      at = found + part.length;
      return found >= 0;
    });
  });
}

function textOf(value) {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

${COMMAND_MATCHER}`;
  }
  if (rule) {
    return `${head('Tells an agent about the lesson before it runs a command that the lesson is about. It runs nothing.')}import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
${lesson}
/** The commands, word by word: each word is a list of forms, each form is the texts between its stars. */
const rule = ${toJsLiteral({ words: rule.words, without: rule.without })};

/** Whether to tell it only once in a session, because the text of a command does not show every condition. */
const once = ${String(!rule.isText)};

try {
  const event = JSON.parse(readFileSync(0, 'utf8'));
  const command = event.tool_input?.command;
  if (typeof command === 'string' && matchesRule(rule, command) && !(once && wasTold(event.session_id))) {
    const additionalContext = lesson.id + ': ' + lesson.guidance;
    console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: event.hook_event_name ?? 'PreToolUse', additionalContext } }));
  }
} catch {
  // Whatever goes wrong, the agent continues without this hook.
}

/** Whether this session was told before; also records that it is told now. */
function wasTold(session) {
  const folder = join(tmpdir(), 'hardwon-hooks-' + userInfo().uid);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, lesson.id + '-' + String(session).replace(/[^\\w-]/g, '').slice(0, 80)), '', { flag: 'wx' });
    return false;
  } catch (error) {
    return error.code === 'EEXIST';
  }
}

${COMMAND_MATCHER}`;
  }
  if (run !== undefined) {
    return `${head('Runs a command when a session begins, and tells the agent how it ended.')}import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
${lesson}
const command = ${toJsLiteral(run)};

try {
  const event = JSON.parse(readFileSync(0, 'utf8'));
  // A session that is resumed or compacted has begun before.
  const isNew = event.source === undefined || event.source === 'startup';
  const folder = process.env.CLAUDE_PROJECT_DIR ?? event.cwd;
  const { status } = isNew ? spawnSync(command, { shell: true, cwd: folder, stdio: 'ignore', timeout: 100_000 }) : { status: undefined };
  const ended = status === undefined ? '' : ' (' + command + ' was run at the start of this session and ' + (status === 0 ? 'worked' : 'failed') + '.)';
  const additionalContext = lesson.id + ': ' + lesson.guidance + ended;
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } }));
} catch {
  // Whatever goes wrong, the agent continues without this hook.
}
`;
  }
  return `${head('Tells an agent about the lesson when a session begins. It runs nothing.')}${lesson}
const additionalContext = lesson.id + ': ' + lesson.guidance;
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } }));
`;
}
