import { claudeCode } from './support/clients/claude-code.ts';
import { codex } from './support/clients/codex.ts';
import { gemini } from './support/clients/gemini.ts';
import { openCode } from './support/clients/opencode.ts';
import { trustingHooks } from './support/clients/trusting-codex.ts';
import { proveHooks } from './support/prove-hooks.ts';

/** Settings with a hook of the user's own, laid out in their way. */
const theirs = (event: string) => (command: string) =>
  `{\n\t"hooks": {\n\t\t"${event}": [{ "hooks": [{ "type": "command", "command": ${JSON.stringify(command)} }] }]\n\t}\n}\n`;
const commented = (event: string) => (command: string) => `// mine\n${theirs(event)(command)}`;

const failed = ['pre-tool-use', 'post-tool-use-failure', 'post-tool-batch'];
const claude = {
  client: claudeCode,
  file: '.claude/settings.json',
  settings: theirs('PreToolUse'),
  events: ['session-start', 'pre-tool-use', 'post-tool-batch', ...failed, ...failed],
};
proveHooks({ ...claude, scope: 'user' });
proveHooks({ ...claude, scope: 'project' });

const trusting = trustingHooks(codex);
const ofCodex = { file: '.codex/hooks.json', settings: theirs('PreToolUse') };
const call = ['pre-tool-use', 'post-tool-use'];
const events = ['session-start', ...call, ...call, ...call];
proveHooks({ ...ofCodex, client: trusting, scope: 'user', events });
proveHooks({ ...ofCodex, client: trusting, scope: 'project', events });
// What `install` warns of: without that word neither ours nor theirs are run, and nothing tells.
proveHooks({ ...ofCodex, client: codex, scope: 'user', events: [], isDistrusted: true });

const tool = ['before-tool', 'after-tool'];
proveHooks({
  client: gemini,
  scope: 'project',
  file: '.gemini/settings.json',
  settings: commented('BeforeTool'),
  events: ['session-start', ...tool, ...tool, ...tool],
});

const shell = ['tool-execute-before', 'tool-execute-after'];
proveHooks({
  client: openCode,
  scope: 'project',
  file: '.opencode/plugins/hardwon.js',
  events: ['session-start', ...shell, ...shell, 'tool-execute-before', 'post-tool-use-failure'],
  // The one is started together with the first, the other when the client is about to end, and not waited for.
  loose: ['user-prompt-submit', 'stop'],
});
