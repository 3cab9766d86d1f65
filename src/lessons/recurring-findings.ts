import type { Claim, RelationName } from '../failures/recovery/claim.ts';
import type { History } from './history.ts';

/**
 * Keeps of the claims about findings what recurs. Single findings in new code are work; a rule that new code breaks in session after
 * session is a rule of the project that nobody told the agent.
 */
export function keepRecurring(claims: readonly Claim[], history: History): Claim[] {
  const repaired = repairedRules(claims);
  const byRelation = new Map<RelationName, Claim[]>();
  const others: Claim[] = [];
  for (const claim of claims) {
    if (!isAboutFindings(claim)) others.push(claim);
    else byRelation.set(claim.relation, [...(byRelation.get(claim.relation) ?? []), claim]);
  }
  return [
    ...others,
    ...keepParts(
      byRelation.get('lint-rule') ?? [],
      ({ rule }) => rule,
      (rule, seen) => {
        return !repaired.has(rule) && seen.sessions >= 2 && seen.places >= (isSetting(rule) ? 5 : 3);
      },
    ),
    ...keepParts(
      byRelation.get('import-slip') ?? [],
      ({ kind }) => kind,
      (_, seen) => seen.sessions >= 3 && seen.places >= 5,
    ),
    ...keepParts(
      byRelation.get('old-findings') ?? [],
      ({ path }) => path,
      (path, seen) => {
        return seen.sessions >= 2 && !wasWritten(path, seen, history);
      },
    ),
  ];
}

/** Where and when something was found. */
interface Sightings {
  sessions: number;
  /** Distinct pairs of session and file. */
  places: number;
  firstAt: number;
  lastAt: number;
}

type Part = NonNullable<Claim['findings']>[number];

function isAboutFindings({ relation }: Claim): boolean {
  return relation === 'lint-rule' || relation === 'import-slip' || relation === 'old-findings';
}

/** Leaves of each claim the findings that are worth keeping, and drops the claims that have none left. */
function keepParts(
  claims: readonly Claim[],
  partOf: (finding: Part) => string | undefined,
  isKept: (part: string, seen: Sightings) => boolean,
): Claim[] {
  const counted = countParts(claims, partOf);
  return claims.flatMap((claim) => {
    const findings = (claim.findings ?? []).filter((finding) => {
      const part = partOf(finding);
      const seen = part === undefined ? undefined : counted.get(`${claim.key}\n${part}`);
      return part !== undefined && seen !== undefined && isKept(part, seen);
    });
    return findings.length === 0 ? [] : [{ ...claim, findings }];
  });
}

function countParts(claims: readonly Claim[], partOf: (finding: Part) => string | undefined): Map<string, Sightings> {
  const sightings = new Map<string, { sessions: Set<string>; places: Set<string>; firstAt: number; lastAt: number }>();
  for (const { key, failure, findings = [] } of claims) {
    const { session, at, id } = failure.call;
    for (const finding of findings) {
      const part = partOf(finding);
      if (part === undefined) continue;
      const name = `${key}\n${part}`;
      const seen = sightings.get(name) ?? { sessions: new Set(), places: new Set(), firstAt: at, lastAt: at };
      seen.sessions.add(session);
      seen.places.add(`${session} ${finding.path ?? id}`);
      seen.firstAt = Math.min(seen.firstAt, at);
      seen.lastAt = Math.max(seen.lastAt, at);
      sightings.set(name, seen);
    }
  }
  return new Map(
    [...sightings].map(([name, { sessions, places, firstAt, lastAt }]) => [
      name,
      { sessions: sessions.size, places: places.size, firstAt, lastAt },
    ]),
  );
}

/** Rules that a fixing command was seen to repair by itself: they need no attention while writing. */
function repairedRules(claims: readonly Claim[]): ReadonlySet<string> {
  const fixed = claims.filter(({ relation, fix }) => (relation === 'second-run' || relation === 'auto-fix') && fix !== undefined);
  return new Set(fixed.flatMap(({ findings = [] }) => findings.flatMap(({ rule }) => rule ?? [])));
}

/** Errors of a compiler that a setting asks for are more often plain work. */
function isSetting(rule: string): boolean {
  return /^TS\d+$/.test(rule);
}

const day = 86_400_000;

/** A file that was worked on shortly before, or meanwhile, has findings of that work. */
function wasWritten(path: string, { firstAt, lastAt }: Sightings, history: History): boolean {
  return history.wroteBetween(path, firstAt - 3 * day, lastAt);
}
