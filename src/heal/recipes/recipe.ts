import type { Ailment } from '../../programs/program.ts';

/** Words that are run as they are, or one text for the shell. */
export type CommandText = string | readonly string[];

/** Several steps that belong together, with the handling of their failures. */
export interface Recipe {
  /** The name of its file, and of the work in the failure log. */
  name: string;
  /** Its purpose. */
  about: string;
  /** Its variables by name; those without a default must be given. */
  variables: Readonly<Record<string, RecipeVariable>>;
  steps: readonly RecipeStep[];
  /** Its file. */
  path: string;
  /** Whose recipe it is: that of a project is run only if the user trusts it. */
  layer: 'project' | 'user';
}

/** An input of a recipe. */
export interface RecipeVariable {
  default?: string;
  about?: string;
}

/** One command of a recipe. */
export interface RecipeStep {
  name: string;
  run: CommandText;
  /** The tool, as the configuration and the memory know it; the program if absent. */
  tool?: string;
  /** A folder relative to the project. */
  cwd?: string;
  /** In seconds. */
  timeout?: number;
  /** Run it only if an earlier step had this outcome. */
  when?: { step: string; was: StepOutcome };
  /** Its known failures; the first match counts. */
  detect: readonly Detection[];
  /**
   * The reaction to a failure that no quick fix has resolved: apply the remedies of the configuration, continue with the next
   * step, or stop.
   */
  onError: 'heal' | 'continue' | 'stop';
}

/** A known failure and its fix. */
export interface Detection {
  /** The output to match: text, a template, or a regular expression. */
  pattern?: string;
  /** Alternatively, a problem of the environment. */
  ailment?: Ailment;
  /** Commands that fix it, in order. */
  quickFix: readonly CommandText[];
  /** A remedy of the configuration, by name. */
  remedy?: string;
  /** How often the step is then retried. */
  retries: number;
  /** The pause before each retry, in seconds. */
  pause: number;
}

/** The outcome of a step: also `ok` after a quick fix or a remedy. */
export type StepOutcome = 'ok' | 'failed' | 'skipped';
