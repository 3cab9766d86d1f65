import { gemini } from './support/clients/gemini.ts';
import { proveClient } from './support/prove-client.ts';

proveClient(gemini);
