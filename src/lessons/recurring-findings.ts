import type { Claim } from '../failures/recovery/claim.ts';
import type { History } from './history.ts';

/**
 * Keeps only the recurring ones among the claims about findings. Single findings in new code are work in progress; a rule that
 * new code breaks in session after session is a rule of the project that nobody told the agent.
 */
export function keepRecurring(claims: readonly Claim[], history: History): Claim[] {
  const about = (relation: Claim['relation']) => claims.filter((claim) => claim.relation === relation);
  const others = claims.filter(({ relation }) => !relations.has(relation));
  return [
    ...others,
    ...keepRules(about('lint-rule'), repairedRules(claims)),
    ...keepImports(about('import-slip')),
    ...keepOldFiles(about('old-findings'), history),
  ];
}

const relations: ReadonlySet<Claim['relation']> = new Set<Claim['relation']>([
  'lint-rule',
  'import-slip',
  'old-findings',
]);

/**
 * Keeps rules of a linter. A linter is worth a lesson for a rule with three findings in two sessions; other rules that came up in
 * two sessions are told with it.
 */
function keepRules(claims: readonly Claim[], repaired: ReadonlySet<string>): Claim[] {
  const seen = countSightings(claims, ({ rule }) => rule);
  const recurs = ({ key }: Claim, rule: string | undefined, places: number) => {
    const sightings = rule === undefined || repaired.has(rule) ? undefined : seen.get(nameOf(key, rule));
    return sightings !== undefined && sightings.sessions.size >= 2 && totalOf(sightings) >= places;
  };
  // Compiler errors that depend on a setting are more often ordinary work.
  const worthy = claims.filter((claim) => {
    return claim.findings?.some(({ rule }) => recurs(claim, rule, claim.key === 'tsc' ? 6 : 3));
  });
  const tools = new Set(worthy.map(({ key }) => key));
  return withFindings(
    claims.filter(({ key }) => tools.has(key)),
    (claim, { rule }) => recurs(claim, rule, claim.key === 'tsc' ? 6 : 2),
  );
}

function keepImports(claims: readonly Claim[]): Claim[] {
  const seen = countSightings(claims, ({ kind }) => kind);
  return claims.filter(({ key }) => {
    const sightings = seen.get(nameOf(key, 'import'));
    return sightings !== undefined && sightings.sessions.size >= 3 && sightings.places.size >= 5;
  });
}

function keepOldFiles(claims: readonly Claim[], history: History): Claim[] {
  const seen = countSightings(claims, ({ path }) => path);
  return withFindings(claims, ({ key }, { path }) => {
    const sightings = path === undefined ? undefined : seen.get(nameOf(key, path));
    if (path === undefined || sightings === undefined || sightings.sessions.size < 2) return false;
    // The findings in a file that was edited shortly before, or meanwhile, come from that work.
    return !history.checks.wroteBetween(path, sightings.firstAt - 3 * day, sightings.lastAt);
  });
}

const day = 86_400_000;

type Finding = NonNullable<Claim['findings']>[number];

/** The places and times at which one thing was found. */
interface Sightings {
  sessions: Set<string>;
  /** The largest number of places that one run named, by session and file. */
  places: Map<string, number>;
  firstAt: number;
  lastAt: number;
}

/** Counts sightings by the claim's key and a part of the finding. */
function countSightings(
  claims: readonly Claim[],
  partOf: (finding: Finding) => string | undefined,
): Map<string, Sightings> {
  const sightings = new Map<string, Sightings>();
  for (const { key, failure, findings = [] } of claims) {
    const { session, at, id } = failure.call;
    for (const finding of findings) {
      const part = partOf(finding);
      if (part === undefined) continue;
      const seen = sightings.get(nameOf(key, part)) ?? {
        sessions: new Set(),
        places: new Map(),
        firstAt: at,
        lastAt: at,
      };
      const place = `${session} ${finding.path ?? id}`;
      seen.sessions.add(session);
      seen.places.set(place, Math.max(finding.places, seen.places.get(place) ?? 0));
      seen.firstAt = Math.min(seen.firstAt, at);
      seen.lastAt = Math.max(seen.lastAt, at);
      sightings.set(nameOf(key, part), seen);
    }
  }
  return sightings;
}

function totalOf({ places }: Sightings): number {
  return [...places.values()].reduce((sum, count) => sum + count, 0);
}

function nameOf(key: string, part: string): string {
  return `${key}\n${part}`;
}

/** Returns the claims with the findings to keep, without claims that have none left. */
function withFindings(claims: readonly Claim[], isKept: (claim: Claim, finding: Finding) => boolean): Claim[] {
  return claims.flatMap((claim) => {
    const findings = (claim.findings ?? []).filter((finding) => isKept(claim, finding));
    return findings.length === 0 ? [] : [{ ...claim, findings }];
  });
}

/** Returns the rules that a fixing command was seen to repair by itself: they need no attention while writing. */
function repairedRules(claims: readonly Claim[]): ReadonlySet<string> {
  const repaired = claims.flatMap(({ relation, fix, findings = [] }) => {
    if (fix === undefined) return [];
    if (relation === 'second-run') return findings;
    return relation === 'auto-fix' ? findings.filter(({ fixable }) => fixable) : [];
  });
  return new Set(repaired.flatMap(({ rule }) => rule ?? []));
}
