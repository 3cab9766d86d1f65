import { REFUSAL_GROUPS, type RefusalGroup } from '../../programs/refusal-rule.ts';
import type { PackageName } from '../../shell/packages.ts';
import { type CommandRefusal, examineForRefusal } from '../../shell/refusal.ts';
import { type AdvisedText, readAdvice } from './read-advice.ts';

/** The packages that a project uses, as it declares them. */
export interface Packages {
  /** Whether a manifest or a lock file of the project names the package; undefined if the project is not on this machine. */
  declares(wanted: PackageName): boolean | undefined;
}

/** The reason why a text is not told to agents. */
export interface RefusedAdvice {
  /** The id of the row in the table. */
  id: string;
  group: RefusalGroup;
  /** The command that it recommends. */
  command: string;
  /** The end of a sentence that begins with "it": `recommends …`. */
  reason: string;
}

/** Options for reading a text. */
interface AdviceOptions {
  /** The names in code marks that the text does not recommend, if known: then its wording is not consulted. */
  against?: readonly string[];
  /** The packages of the project; without them, packages are not checked. */
  packages?: Packages;
}

/**
 * The only guard of what agents are told: no text may recommend a way around a check, a dangerous command, or a package that the
 * project does not declare. A text may well forbid one of these.
 */
export function refuseAdvice(text: string, { against, packages }: AdviceOptions = {}): RefusedAdvice | undefined {
  const advised = readAdvice(text);
  const isLeft = (one: AdvisedText) => (against && one.isCode ? against.includes(one.text) : one.isForbidden);
  const followed = advised.filter((one) => !isLeft(one));
  const whole = new Set(followed.map(({ text: own }) => own));
  for (const command of combine(followed, advised.filter(isLeft))) {
    const { refusal, packages: fetched } = examineForRefusal(command);
    if (refusal) return describe(refusal, command);
    // People name a missing package beside the command that installs everything.
    const isAsked = packages !== undefined && (against !== undefined || whole.has(command));
    // A project that is not on this machine cannot be checked; nor is anything told there.
    const undeclared = isAsked ? fetched.find((wanted) => packages.declares(wanted) === false) : undefined;
    if (undeclared) return refusePackage(undeclared, command);
  }
  return undefined;
}

/** If a lesson has more texts than this, they are not combined with each other. */
const MOST_JOINED = 12;

/**
 * Returns the commands that a text amounts to: each as quoted, and a flag, a value or a variable combined with each command to
 * which it may belong: "Call `git commit` with `--no-verify`". A forbidden text may be such a command if nothing speaks against
 * it alone.
 */
function combine(followed: readonly AdvisedText[], left: readonly AdvisedText[]): string[] {
  const heads = [...followed, ...left.filter(({ text }) => examineForRefusal(text).refusal === undefined)].slice(
    0,
    MOST_JOINED,
  );
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
  return {
    id: 'undeclared-package',
    group: 'package',
    command,
    reason: `${REFUSAL_GROUPS.package} (${name.slice(0, 80)})`,
  };
}
