import { REFUSAL_GROUPS, type RefusalGroup } from '../../programs/refusal-rule.ts';
import type { PackageName } from '../../shell/packages.ts';
import { type CommandRefusal, examineForRefusal } from '../../shell/refusal.ts';
import { type AdvisedText, readAdvice } from './read-advice.ts';

/** What a project says of the packages it uses. */
export interface Packages {
  /** Whether a manifest or a lock file of the project names the package; undefined where the project is not on this machine. */
  declares(wanted: PackageName): boolean | undefined;
}

/** Why a text is not told to agents. */
export interface RefusedAdvice {
  /** The row of the table. */
  id: string;
  group: RefusalGroup;
  /** What it recommends. */
  command: string;
  /** As the end of a sentence that begins with "it": `recommends …`. */
  reason: string;
}

/** How a text is read. */
export interface AdviceOptions {
  /** What the text names in code marks and does not recommend, where that is known: then its words are not asked. */
  against?: readonly string[];
  /** The packages of the project; without them, packages are not asked about. */
  packages?: Packages;
}

/**
 * The one guard of what agents are told: nothing recommends a way around a check, a dangerous command, or a package that the project does not
 * declare. A text may well tell to leave one.
 */
export function refuseAdvice(text: string, { against, packages }: AdviceOptions = {}): RefusedAdvice | undefined {
  const advised = readAdvice(text);
  const isLeft = (one: AdvisedText) => (against && one.isCode ? against.includes(one.text) : one.isForbidden);
  const followed = advised.filter((one) => !isLeft(one));
  const whole = new Set(followed.map(({ text: own }) => own));
  for (const command of combine(followed, advised.filter(isLeft))) {
    const { refusal, packages: fetched } = examineForRefusal(command);
    if (refusal) return describe(refusal, command);
    // People name what is missing beside the command that installs everything.
    const isAsked = packages !== undefined && (against !== undefined || whole.has(command));
    // A project that is not on this machine cannot be asked; nor is anything told there.
    const undeclared = isAsked ? fetched.find((wanted) => packages.declares(wanted) === false) : undefined;
    if (undeclared) return refusePackage(undeclared, command);
  }
  return undefined;
}

/** More than this many texts of one lesson are not joined with each other. */
const MOST_JOINED = 12;

/**
 * The commands that a text comes to: each as it stands, and a flag, a value or a variable together with each command that it may belong to:
 * "Call `git commit` with `--no-verify`". What is to be left may be such a command, where nothing speaks against it alone.
 */
function combine(followed: readonly AdvisedText[], left: readonly AdvisedText[]): string[] {
  const heads = [...followed, ...left.filter(({ text }) => examineForRefusal(text).refusal === undefined)].slice(0, MOST_JOINED);
  const parts = followed.filter(({ text }) => !/\s/.test(text) || /^-/.test(text)).slice(0, MOST_JOINED);
  const joined = parts.flatMap((part) =>
    heads
      .filter((head) => head !== part)
      .map((head) => (/^[A-Za-z_]\w*=/.test(part.text) ? `${part.text} ${head.text}` : `${head.text} ${part.text}`)),
  );
  const flags = parts.filter(({ text }) => text.startsWith('-')).map(({ text }) => `x ${text}`);
  return [...new Set([...followed.map(({ text }) => text), ...flags, ...joined])];
}

function describe({ id, group, why }: CommandRefusal, command: string): RefusedAdvice {
  return { id, group, command, reason: `${REFUSAL_GROUPS[group]} (${why})` };
}

function refusePackage({ name }: PackageName, command: string): RefusedAdvice {
  return { id: 'undeclared-package', group: 'package', command, reason: `${REFUSAL_GROUPS.package} (${name.slice(0, 80)})` };
}
