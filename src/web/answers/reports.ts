import type { ShownFileChange } from './changes.ts';
import type { StatusProblem } from './status.ts';

/** The teacher that would be asked about a failure: `/api/teacher`. */
export interface AskedTeacher {
  /** As in the configuration: `builtin`, `anthropic`, `openai`, `agent`, `webhook`. */
  name: string;
  /** Whether the data it gets leaves this machine. */
  leavesMachine: boolean;
  /** The destination of the data, for people. */
  destination?: string;
  /** The owner of the file that gets the rule, if the report does not specify it. */
  file: 'user' | 'project';
}

/** A teacher's answer to a report, before anything is written. */
export interface ReportPreview {
  /** The teacher that was asked. */
  teacher: AskedTeacher;
  /** The root cause. */
  analysis: string;
  /** Absent if the teacher has no rule to give. */
  rule?: { rule: string; when: string; why: string };
  /** The reason why the rule would not be kept. */
  refusal?: StatusProblem;
  /** The files that keeping it would write, each with its diff. */
  changes: ShownFileChange[];
  /** Identifies these changes; a request to keep the rule sends it back, so that nothing else is written. */
  stamp: string;
  /** Further notices for the user. */
  notices: string[];
}
