/** The output of `hardwon doctor --json`. */
export interface DoctorReport {
  /** The version of this format. */
  schema: 1;
  /** The time of the examination. */
  at: string;
  /** The folder of the project. */
  root: string;
  /** The findings, in the order of the examinations. */
  examinations: ExaminedPart[];
  /** The repairs that `--fix` made, in words. */
  repaired: string[];
  /** The number of findings that are problems, and of those that are notes. */
  problems: number;
  notes: number;
}

/** The findings of one examination. */
export interface ExaminedPart {
  name: string;
  title: string;
  /** The duration in milliseconds. */
  ms: number;
  findings: ExaminedThing[];
}

/** One finding. */
export interface ExaminedThing {
  state: 'ok' | 'note' | 'problem';
  says: string;
  /** The recommended fix. */
  fix?: string;
  /** Whether `--fix` applies it. */
  isRepairable: boolean;
}
