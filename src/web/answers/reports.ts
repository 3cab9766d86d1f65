import type { ShownFileChange } from './changes.ts';
import type { StatusProblem } from './status.ts';

/** Who would be asked about a failure: `/api/teacher`. */
export interface AskedTeacher {
  /** As in the configuration: `builtin`, `anthropic`, `openai`, `agent`, `webhook`. */
  name: string;
  /** Whether what it is told leaves this machine. */
  leavesMachine: boolean;
  /** Where it is sent, for people. */
  destination?: string;
  /** Whose file gets the rule, where the report does not say. */
  file: 'user' | 'project';
}

/** What a teacher made of a report, before anything is written. */
export interface ReportPreview {
  /** Who was asked. */
  teacher: AskedTeacher;
  /** The root cause. */
  analysis: string;
  /** Nothing where the teacher has none to give. */
  rule?: { rule: string; when: string; why: string };
  /** Why the rule would not be kept. */
  refusal?: StatusProblem;
  /** The files that keeping it would write, each with its diff. */
  changes: ShownFileChange[];
  /** Names these changes; whoever keeps the rule sends it back, so that nothing else is written. */
  stamp: string;
  /** What the user should know besides. */
  notices: string[];
}
