import { fixed, type Sentence } from '../../../lessons/quotable.ts';

/** Something that was found to be out of date with its source. */
export interface DriftSign {
  /** Its name with an article: `the lock file`. */
  what: Sentence;
  /** The sentence needs `are`. */
  isPlural?: true;
}

/** Upper bound: longer lines are data. */
const LONGEST_LINE = 500;

/**
 * Finds what an output reports as out of date: a lock file, migrations, a schema, generated code. Returns undefined if no line
 * says so in a tool's wording.
 */
export function findDrift(output: string): DriftSign | undefined {
  if (!MAY_TELL.test(output)) return undefined;
  const lines = output.split('\n').filter((line) => line.length <= LONGEST_LINE);
  return SIGNS.find(({ line }) => lines.some((text) => line.test(text)));
}

/** Checked against the whole text first, because hardly any output matches. */
const MAY_TELL =
  /in sync|out[- ]of[- ](?:date|sync|step)|lock ?file|\.lock\b|YN0028|drift|up[- ]to[- ]date|reflected in a migration|upgrade operations|updates? to go\.|pending|unapplied|stale/i;

/** Each pattern matches one line in the wording of the tools that print it. */
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
