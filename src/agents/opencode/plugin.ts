import type { InstalledStart } from '../hook-installer.ts';

/**
 * Returns the plugin that starts the hook: it passes an event as JSON on stdin, in the format of other agents, and reads
 * `{advice, deny, input}` as the answer. OpenCode calls no plugin after a tool that failed; notes on the error are added to it
 * when the next request is made, again on every request, because such changes are not kept. A hook that is missing, slow or
 * broken has no effect.
 */
export function renderPlugin({ program, asks }: InstalledStart): string {
  return PLUGIN.replace('__PROGRAM__', () => JSON.stringify(program)).replace('__ASKS__', String(asks));
}

const PLUGIN = `// hardwon: tells the agent what past sessions taught. Written by \`hardwon install\`, taken out by \`hardwon uninstall\`.
import { spawn } from 'node:child_process';

const PROGRAM = __PROGRAM__;
const PATIENCE_MS = 3000;
// Whether the user is asked what to keep of a session: nothing else needs a hook when a turn begins or ends.
const ASKS = __ASKS__;
// No lesson is about these tools.
const QUIET = new Set(['todowrite', 'todoread', 'question', 'skill', 'task', 'plan_enter', 'plan_exit', 'invalid']);

export const Hardwon = async ({ directory }) => {
  const starts = new Map();
  const asked = new Map();
  const prompts = new Map();
  const advice = new Map();
  const errors = new Map();

  const tell = (event, session, fields) =>
    startHook(event, { hook_event_name: event, session_id: session, cwd: directory, ...fields });
  const describe = (input, args) => ({ tool_name: input.tool, tool_input: args, tool_use_id: input.callID });

  return {
    event: async ({ event }) => {
      const session = event.properties?.sessionID;
      if (ASKS && event.type === 'session.idle') {
        prompts.delete(session);
        void tell('stop', session, {});
      }
      // What was said at the start is summed up now: it is said anew.
      if (event.type === 'session.compacted') starts.set(session, tell('session-start', session, { source: 'compact' }));
    },
    'chat.message': async ({ sessionID }, output) => {
      const said = (output?.parts ?? []).flatMap((part) => (part.type === 'text' && !part.synthetic ? part.text : []));
      if (!asked.has(sessionID)) asked.set(sessionID, said.join('\\n').slice(0, 4000));
    },
    'experimental.chat.system.transform': async ({ sessionID }, output) => {
      if (!sessionID) return;
      if (!starts.has(sessionID)) starts.set(sessionID, tell('session-start', sessionID, { source: 'startup', prompt: asked.get(sessionID) }));
      // Once for each prompt; said with every request until it is answered, because such changes are not kept.
      if (!prompts.has(sessionID)) prompts.set(sessionID, ASKS ? tell('user-prompt-submit', sessionID, {}) : {});
      const [start, prompt] = await Promise.all([starts.get(sessionID), prompts.get(sessionID)]);
      for (const said of [start.advice, prompt.advice]) if (said) output.system.push(said);
    },
    'tool.execute.before': async (input, output) => {
      if (QUIET.has(input.tool)) return;
      const answer = await tell('tool-execute-before', input.sessionID, describe(input, output.args));
      if (answer.deny) throw new Error(answer.deny);
      if (answer.input) Object.assign(output.args, answer.input);
      if (answer.advice) advice.set(input.callID, answer.advice);
    },
    'tool.execute.after': async (input, output) => {
      if (QUIET.has(input.tool)) return;
      const fields = { ...describe(input, input.args), tool_response: { output: output.output, metadata: output.metadata } };
      const answer = await tell('tool-execute-after', input.sessionID, fields);
      for (const said of [advice.get(input.callID), answer.advice]) if (said) output.output += \`\\n\\n\${said}\`;
      advice.delete(input.callID);
    },
    'experimental.chat.messages.transform': async (_input, output) => {
      for (const part of output.messages.flatMap((message) => message.parts)) {
        if (part.type !== 'tool' || part.state.status !== 'error' || QUIET.has(part.tool)) continue;
        if (!errors.has(part.callID)) {
          const fields = { ...describe(part, part.state.input), error: part.state.error };
          errors.set(part.callID, tell('post-tool-use-failure', part.sessionID, fields));
        }
        const answer = await errors.get(part.callID);
        for (const said of [advice.get(part.callID), answer.advice]) if (said) part.state.error += \`\\n\\n\${said}\`;
      }
    },
  };
};

function startHook(event, fields) {
  return new Promise((done) => {
    const [program, ...args] = PROGRAM;
    // On Windows a program on the PATH is a batch file, which only a shell can start.
    const shell = process.platform === 'win32' && args.length === 0;
    const child = spawn(program, [...args, event, 'opencode'], { shell, stdio: ['pipe', 'pipe', 'ignore'] });
    const timer = setTimeout(() => child.kill(), PATIENCE_MS);
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
    child.stdin.on('error', () => {});
    child.on('error', () => end());
    child.on('close', () => end());
    child.stdin.end(JSON.stringify(fields));

    function end() {
      clearTimeout(timer);
      done(parse(text));
    }
  });
}

function parse(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
`;
