import { toJsLiteral } from '../code-literal.ts';
import { COMMAND_MATCHER } from '../command-matcher.ts';
import type { CommandRule } from '../command-rule.ts';
import type { ErrorRule } from '../error-rule.ts';
import type { LessonText } from '../lesson-text.ts';

/** The behaviour of a hook script. */
export interface HookScript {
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
    return `${head('Tells an agent of the lesson after a call failed with the error that the lesson is about. It runs nothing.')}import { readFileSync } from 'node:fs';
${lesson}
/** What the error says: of one of these lists, every text in this order. */
const errors = ${toJsLiteral(error.errors)};

/** Which tool or program, each form as the texts between its stars; any where it is null. */
const tool = ${toJsLiteral(error.tool ?? null)};

/** Which commands; any where it is null. */
const rule = ${toJsLiteral(error.command ? { words: error.command.words, without: error.command.without } : null)};

try {
  const event = JSON.parse(readFileSync(0, 'utf8'));
  const command = typeof event.tool_input?.command === 'string' ? event.tool_input.command : '';
  if (isAbout(String(event.tool_name), command) && saysError(textOf(event.error ?? event.tool_response))) {
    const additionalContext = lesson.id + ': ' + lesson.guidance;
    console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: event.hook_event_name ?? 'PostToolUse', additionalContext } }));
  }
} catch {
  // Whatever goes wrong, the agent goes on as if this were not there.
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
    return `${head('Tells an agent of the lesson before it runs a command that the lesson is about. It runs nothing.')}import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
${lesson}
/** Which commands: word by word, each word as its forms, each form as the texts between its stars. */
const rule = ${toJsLiteral({ words: rule.words, without: rule.without })};

/** Whether once in a session is enough: more must be so than the text of a command shows. */
const once = ${String(!rule.isText)};

try {
  const event = JSON.parse(readFileSync(0, 'utf8'));
  const command = event.tool_input?.command;
  if (typeof command === 'string' && matchesRule(rule, command) && !(once && wasTold(event.session_id))) {
    const additionalContext = lesson.id + ': ' + lesson.guidance;
    console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: event.hook_event_name ?? 'PreToolUse', additionalContext } }));
  }
} catch {
  // Whatever goes wrong, the agent goes on as if this were not there.
}

/** Whether this session was told already; takes note of it. */
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
  // Whatever goes wrong, the agent goes on as if this were not there.
}
`;
  }
  return `${head('Tells an agent of the lesson when a session begins. It runs nothing.')}${lesson}
const additionalContext = lesson.id + ': ' + lesson.guidance;
console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } }));
`;
}
