import type { Ailment } from '../detect.ts';

/** Words that are run as they are, or one text for the shell. */
export type CommandText = string | readonly string[];

/** Several steps that belong together, with what to do where one fails. */
export interface Recipe {
  /** The name of its file, and of the work in the log of failures. */
  name: string;
  /** What it is for. */
  about: string;
  /** Its variables, by name; those without a default must be given. */
  variables: Readonly<Record<string, RecipeVariable>>;
  steps: readonly RecipeStep[];
  /** Its file. */
  path: string;
  /** Whose it is: that of a project is run only where the user trusts it. */
  layer: 'project' | 'user';
}

/** What a recipe is told. */
export interface RecipeVariable {
  default?: string;
  about?: string;
}

/** One command of a recipe. */
export interface RecipeStep {
  name: string;
  run: CommandText;
  /** The tool, as the configuration and the memory know it; the program where absent. */
  tool?: string;
  /** A folder, seen from the project. */
  cwd?: string;
  /** Seconds. */
  timeout?: number;
  /** Run it only if an earlier step ended so. */
  when?: { step: string; was: StepOutcome };
  /** What its failures may be, the first that fits counts. */
  detect: readonly Detection[];
  /** What becomes of a failure that no quick fix has put right: the remedies of the configuration, the next step, or the end. */
  onError: 'heal' | 'continue' | 'stop';
}

/** A failure that is known, and what puts it right. */
export interface Detection {
  /** What the output says: text, a template, or a regular expression. */
  pattern?: string;
  /** Or what is wrong with the world. */
  ailment?: Ailment;
  /** Commands that put it right, in order. */
  quickFix: readonly CommandText[];
  /** A remedy of the configuration, by name. */
  remedy?: string;
  /** How often the step is tried again then. */
  retries: number;
  /** Seconds before each of these. */
  pause: number;
}

/** How a step ended: `ok` after a quick fix or a remedy, too. */
export type StepOutcome = 'ok' | 'failed' | 'skipped';
