import { fixed, type Sentence } from '../../../lessons/quotable.ts';

/** What was found to be out of step with what it is made from. */
export interface DriftSign {
  /** In words, with its article: `the lock file`. */
  what: Sentence;
  /** The sentence needs `are`. */
  isPlural?: true;
}

/** Longer lines are data. */
const LONGEST_LINE = 500;

/** What an output says to be out of step: a lock file, migrations, a schema, generated code. Nothing where no line says so in words of a tool. */
export function findDrift(output: string): DriftSign | undefined {
  if (!MAY_TELL.test(output)) return undefined;
  const lines = output.split('\n').filter((line) => line.length <= LONGEST_LINE);
  return SIGNS.find(({ line }) => lines.some((text) => line.test(text)));
}

/** A look at the whole text, because nearly none has it. */
const MAY_TELL =
  /in sync|out[- ]of[- ](?:date|sync|step)|lock ?file|\.lock\b|YN0028|drift|up[- ]to[- ]date|reflected in a migration|upgrade operations|updates? to go\.|pending|unapplied|stale/i;

/** Each matches one line, by the words of the tools that print it. */
const SIGNS: readonly (DriftSign & { line: RegExp })[] = [
  {
    what: fixed('the lock file'),
    line: /package-lock\.json .*(?:are|is) (?:not )?in sync|ERR_PNPM_OUTDATED_LOCKFILE|\bYN0028\b|lock ?file (?:at \S+ )?(?:would have been (?:modified|created)|had changes, but|needs to be updated|is (?:out of (?:date|sync)|not up[- ]to[- ]date))|\.lock (?:is (?:out of (?:date|sync)|not up[- ]to[- ]date)|needs to be updated)|the lock file \S+ needs to be updated|changed significantly since poetry\.lock|updates? to go\.(?:mod|sum) needed/i,
  },
  {
    what: fixed('the migrations'),
    isPlural: true,
    line: /not in sync with (?:your|the) migration|not yet reflected in a migration|New upgrade operations detected|Target database is not up to date|PendingMigrationError|[Mm]igrations? (?:is|are) pending|\bunapplied migration/,
  },
  {
    what: fixed('the schema'),
    line: /\bschema\b.{0,80}\b(?:out[- ]of[- ](?:date|sync|step)|not in sync|drifted)\b|\b[Dd]rift (?:was )?(?:detected|found)\b/,
  },
  {
    what: fixed('generated code'),
    line: /\b(?:[Gg]enerated|[Cc]odegen|[Ss]tubs?|[Bb]indings?|[Cc]lients?|[Tt]ypes|[Mm]ocks?)\b.{0,80}\b(?:out[- ]of[- ](?:date|sync|step)|not (?:in sync|up[- ]to[- ]date)|stale)\b/,
  },
];
