import { claudeCode } from './support/clients/claude-code.ts';
import { proveClient } from './support/prove-client.ts';

proveClient(claudeCode);
