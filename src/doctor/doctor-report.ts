/** What `hardwon doctor --json` prints. */
export interface DoctorReport {
  /** The version of this shape. */
  schema: 1;
  /** When it was examined. */
  at: string;
  /** The folder of the project. */
  root: string;
  /** What was found, in the order of the examinations. */
  examinations: ExaminedPart[];
  /** What `--fix` did, in words. */
  repaired: string[];
  /** How many findings are problems, and how many are notes. */
  problems: number;
  notes: number;
}

/** What one examination found. */
export interface ExaminedPart {
  name: string;
  title: string;
  /** How long it took. */
  ms: number;
  findings: ExaminedThing[];
}

/** One finding. */
export interface ExaminedThing {
  state: 'ok' | 'note' | 'problem';
  says: string;
  /** What to do about it. */
  fix?: string;
  /** Whether `--fix` does it. */
  isRepairable: boolean;
}
