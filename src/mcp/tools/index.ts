import type { DefinedTool } from '../define-tool.ts';
import { capture } from './capture.ts';
import { checkKnownIssues } from './check-known-issues.ts';
import { consult } from './consult.ts';
import { debugTool } from './debug-tool.ts';
import { learnToolFix } from './learn-tool-fix.ts';
import { match } from './match.ts';
import { memoryView } from './memory-view.ts';
import { reportFailure } from './report-failure.ts';
import { toolExec } from './tool-exec.ts';
import { why } from './why.ts';

/** Every tool, in the order in which clients list them: add yours here. */
export const tools: readonly DefinedTool[] = [
  checkKnownIssues,
  debugTool,
  learnToolFix,
  reportFailure,
  memoryView,
  toolExec,
  consult,
  capture,
  match,
  why,
];
