import { openCode } from './support/clients/opencode.ts';
import { proveClient } from './support/prove-client.ts';

proveClient(openCode);
