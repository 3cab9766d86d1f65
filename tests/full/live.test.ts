import { claudeCode } from './support/clients/claude-code.ts';
import { codex } from './support/clients/codex.ts';
import { gemini } from './support/clients/gemini.ts';
import { openCode } from './support/clients/opencode.ts';
import { trustingHooks } from './support/clients/trusting-codex.ts';
import { proveLive } from './support/prove-live.ts';

proveLive(claudeCode, { readsFiles: true, scope: 'user' });
// It has no tool for reading: it reads by the shell.
proveLive(trustingHooks(codex), { readsFiles: false, scope: 'user' });
// Its own settings are written anew for each session.
proveLive(gemini, { readsFiles: true, scope: 'project' });
proveLive(openCode, { readsFiles: true, scope: 'user' });
