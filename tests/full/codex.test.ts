import { codex } from './support/clients/codex.ts';
import { proveClient } from './support/prove-client.ts';

proveClient(codex);
