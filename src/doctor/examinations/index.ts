import type { Examination } from '../examination.ts';
import { agentLogs } from './agent-logs.ts';
import { configuration } from './configuration.ts';
import { contextFiles } from './context-files.ts';
import { folders } from './folders.ts';
import { hooksExamination } from './hooks.ts';
import { latency } from './latency.ts';
import { memory } from './memory.ts';
import { program } from './program.ts';
import { remedies } from './remedies.ts';
import { server } from './server.ts';
import { sessionIndex } from './session-index.ts';

/** All examinations, in the order in which they are reported: add yours here. */
export const examinations: readonly Examination[] = [
  program,
  folders,
  configuration,
  agentLogs,
  sessionIndex,
  memory,
  contextFiles,
  hooksExamination,
  server,
  remedies,
  latency,
];
