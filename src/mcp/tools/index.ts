import type { DefinedTool } from '../define-tool.ts';
import { capture } from './capture.ts';
import { checkKnownIssues } from './check-known-issues.ts';
import { consultTool } from './consult.ts';
import { debuggingTool } from './debug-tool.ts';
import { learnToolFix } from './learn-tool-fix.ts';
import { match } from './match.ts';
import { memoryView } from './memory-view.ts';
import { proposeLessons } from './propose-lessons.ts';
import { recurringFailures } from './recurring-failures.ts';
import { reportFailureTool } from './report-failure.ts';
import { toolExec } from './tool-exec.ts';
import { why } from './why.ts';

/** Every tool, in the order in which clients list them: add new ones here. */
export const tools: readonly DefinedTool[] = [
  checkKnownIssues,
  debuggingTool,
  learnToolFix,
  reportFailureTool,
  memoryView,
  toolExec,
  consultTool,
  capture,
  match,
  why,
  recurringFailures,
  proposeLessons,
];
