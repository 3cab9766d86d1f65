import type { ClaimGroup } from '../claim-group.ts';
import type { Wording } from '../lesson-words.ts';
import {
  capitalise,
  code,
  countSessions,
  derive,
  fixed,
  joinSentences,
  listWords,
  plainWord,
  type Quotable,
  quotable,
  quotableName,
  quotablePath,
  quote,
  say,
  times,
} from '../quotable.ts';
import { explainRule } from './lint-rules.ts';
import { asGlob, commandRule, signatureRule } from './rules.ts';

/** Words the lesson to run formatters first. */
export const wordAutoFix: Wording = (group) => {
  const fixer = quotable(chooseFixer(group), 120);
  const runs = byFrequency(group.claims.map((claim) => quotable(claim.facts?.run, 80))).filter((run) => run !== fixer);
  const [check] = runs;
  if (check === undefined || !fixer) return undefined;
  // A check that ran once beside another that ran all the time is not worth naming.
  const often = runs.filter((run) => run === check || isOften(run, group));
  const checks = listWords(often.slice(0, 2).map(code), 'or');
  return {
    kind: 'command',
    reach: 'project',
    title: say`Run ${code(fixer)} before ${checks}`,
    guidance: say`Run ${code(fixer)} after editing and before ${checks}: it fixes what the check complains about.`,
    pattern: say`${checks} failed ${times(group.occurrences)} on findings that ${code(fixer)} fixes.`,
    scope: [],
    // No trigger: most checks after an edit are green, and a warning before each would be ignored.
    oftenWorks: true,
  };
};

/** Words the lesson about a check of a hook that was not run before the hook ran it. */
export const wordGateStage: Wording = (group) => {
  const typed = byFrequency(
    group.claims.filter((claim) => claim.facts?.typed).map((claim) => quotable(claim.right, 80)),
  );
  const [check] = typed.length > 0 ? typed : byFrequency(group.claims.map((claim) => quotable(claim.right, 80)));
  const gate = quotable(group.claims.at(-1)?.facts?.gate, 40);
  if (!check || !gate) return undefined;
  return {
    kind: 'prerequisite',
    reach: 'project',
    title: say`Run ${code(check)} before ${code(gate)}`,
    guidance: say`Run ${code(check)} before ${code(gate)}: the hook runs it, and stops if it fails.`,
    pattern: say`${code(gate)} was stopped ${times(group.occurrences)} by ${code(check)}, which had not been run since the last edit.`,
    scope: [],
    rule: commandRule(gate),
    when: quote`edited ** since ${commandRule(check)}`,
    oftenWorks: true,
  };
};

/** Whether a run is in a fifth of the claims or more. */
function isOften(run: string, { claims }: ClaimGroup): boolean {
  return claims.filter(({ facts }) => facts?.run === run).length * 5 >= claims.length;
}

/**
 * Returns the best fixer: one that left the check green before one that only ran, that before one that the tool suggests, and one
 * that repairs everything before one that only formats.
 */
function chooseFixer(group: ClaimGroup): string | undefined {
  const cleared = byFrequency(group.claims.filter((claim) => claim.facts?.cleared).map((claim) => claim.right));
  const seen = byFrequency(group.claims.filter((claim) => claim.fix).map((claim) => claim.right));
  const candidates = [...cleared, ...seen, ...group.rights];
  const needsMore = group.claims.some(({ findings = [] }) => findings.some(({ kind }) => kind !== 'format'));
  return (needsMore ? candidates.find((right) => !/ (?:format|fmt)\b/.test(right)) : undefined) ?? candidates[0];
}

/** Words the lesson about a fixer that reports what it has repaired, and commits whose hook changes files. */
export const wordSecondRun: Wording = (group) => {
  const claim = group.claims.at(-1);
  const run = quotable(claim?.wrong, 80);
  if (!run) return undefined;
  if (claim?.facts?.shape === 'commit')
    return {
      kind: 'command',
      reach: 'project',
      title: fixed('Stage and commit again when the commit hook changes files'),
      guidance: fixed(
        'When `git commit` fails because a hook changed files, review its changes, stage them and commit again.',
      ),
      pattern: say`The commit passed unchanged at the second try ${times(group.occurrences)}.`,
      scope: [],
    };
  const rules = byFrequency(
    group.claims.flatMap(({ findings = [] }) => findings.map(({ rule }) => quotableName(rule, 60))),
  );
  const which = listWords(rules.slice(0, 3).map(code), 'or');
  return {
    kind: 'command',
    reach: 'project',
    title: say`Run ${code(run)} again when it reports what it has fixed`,
    guidance:
      rules.length === 0
        ? say`When ${code(run)} fails, run it again before you edit anything: it also reports what it has just fixed.`
        : say`When ${code(run)} reports nothing but ${which}, run it again before you edit anything: it has already fixed that.`,
    pattern: say`${code(run)} failed ${times(group.occurrences)} and passed when it was repeated unchanged.`,
    scope: [],
  };
};

/** Words the lesson about commands that rewrite files without the agent's knowledge. */
export const wordRewritten: Wording = (group) => {
  const claim = group.claims.at(-1);
  if (claim?.facts?.how === 'saving')
    return {
      kind: 'command',
      reach: 'machine',
      title: fixed('Read a file again after each edit: something rewrites it'),
      guidance: fixed(
        'Read a file again before you edit it a second time, or make all changes in one edit: something here (a formatting hook, perhaps) rewrites files right after an edit.',
      ),
      pattern: say`A file had changed since the agent's own edit ${times(group.occurrences)}, though no command had run.`,
      scope: [],
    };
  const run = quotable(claim?.wrong, 80);
  if (!run) return undefined;
  const does =
    claim?.facts?.how === 'hook'
      ? 'its hook rewrites files'
      : claim?.facts?.how === 'generates'
        ? 'it generates files'
        : 'it rewrites files';
  return {
    kind: 'command',
    reach: 'project',
    title: say`Read files again after ${code(run)}`,
    guidance: say`Read a file again after ${code(run)} before you edit it: ${does}, and the text you read no longer matches.`,
    pattern: say`${capitalise(times(group.occurrences))} an edit failed on a file that ${code(run)} may have rewritten since it was last read.`,
    scope: [],
    rule: quote`Edit(**)`,
    when: quote`${signatureRule(run)} ran since the file was read`,
    oftenWorks: true,
  };
};

/** Words the lesson about tools that must not be given single files. */
export const wordWhole: Wording = (group) => {
  const tool = quotable(group.claims.at(-1)?.facts?.tool, 40);
  if (!tool) return undefined;
  const example = tool === quote`go run` ? quote`go run ./cmd/name` : quote`${tool} ./folder/...`;
  return {
    kind: 'command',
    reach: 'general',
    title: say`Run ${code(tool)} on packages, not on single files`,
    guidance: say`Run ${code(tool)} on a package (${code(example)}), not on single files: names from its other files are reported as undefined.`,
    pattern: say`Single files failed ${times(group.occurrences)} on names that are defined elsewhere.`,
    scope: [],
    rule: quote`Bash(${tool} * *.go *)`,
  };
};

/** Words the lesson about packages that are not installed. */
export const wordInstall: Wording = (group) => {
  const install = quotable(group.rights[0], 80);
  const runs = byFrequency(group.claims.map((claim) => quotable(claim.facts?.run, 60)));
  const [run] = runs;
  if (!install || run === undefined) return undefined;
  const fresh = group.claims.some((claim) => claim.facts?.fresh !== undefined);
  const where = fresh ? 'a new checkout or worktree' : 'this checkout';
  const missing = [...new Set(group.claims.flatMap((claim) => quotableName(claim.because, 60) ?? []))].filter((name) =>
    /^[\w@./-]+$/.test(name),
  );
  const lacks =
    missing.length === 0
      ? 'the packages are not there'
      : say`${listWords(missing.slice(0, 3).map(code))} ${missing.length === 1 ? 'is' : 'are'} missing`;
  return {
    kind: 'prerequisite',
    reach: 'project',
    against: missing,
    title: fresh
      ? say`Run ${code(install)} in a new checkout or worktree`
      : say`Run ${code(install)} when packages are missing`,
    guidance: say`Run ${code(install)} in ${where} before ${listWords(runs.slice(0, 2).map(code), 'or')}: ${lacks} until then.`,
    pattern: say`A command failed ${times(group.occurrences)} until ${code(install)} had run.`,
    scope: [],
    rule: signatureRule(run),
    when: quote`${commandRule(install)} has not run`,
    oftenWorks: true,
  };
};

/** Words the lesson about built output that is older than its sources. */
export const wordBuild: Wording = (group) => {
  const output = quotablePath(group.claims.at(-1)?.facts?.output, 100);
  const build = quotable(group.rights[0], 80);
  const runs = byFrequency(group.claims.map((claim) => quotable(claim.facts?.run, 80)));
  const [run] = runs;
  if (!output || !build || run === undefined) return undefined;
  const uses = listWords(runs.slice(0, 2).map(code), 'or');
  const source =
    output.lastIndexOf('/') > 0 ? derive(output, (path) => path.slice(0, path.lastIndexOf('/'))) : undefined;
  const when = source
    ? say`a pull, a rebase or an edit in ${code(source)}`
    : 'a pull, a rebase or an edit of its sources';
  return {
    kind: 'prerequisite',
    reach: 'project',
    title: say`Run ${code(build)} after changes: ${code(output)} goes stale`,
    guidance: say`Run ${code(build)} after ${when}: ${uses} ${runs.length === 1 ? 'uses' : 'use'} ${code(output)}, which is only as new as the last build.`,
    pattern: say`${uses} failed ${times(group.occurrences)} on old output until ${code(build)} had run.`,
    scope: source ? [source] : [],
    rule: signatureRule(run),
    when: quote`edited ${source ? quote`${asGlob(source)}/` : ''}** since ${commandRule(build)}`,
    oftenWorks: true,
  };
};

/** The maximum of rules that are named; more would push other lessons out of the budget. */
const mostRules = 10;

/** Words the lesson about rules that new code breaks in session after session. */
export const wordLintRules: Wording = (group) => {
  const tool = quotable(group.claims.at(-1)?.key, 40);
  const ranked = rankRules(group);
  const waived = ranked.filter((rule) => isMostlyWaived(rule, group));
  const followed = ranked.filter((rule) => !waived.includes(rule));
  const explainable = followed.filter((rule) => explainRule(rule) !== undefined);
  // A bare code does not tell anybody how to write, and a bare name tells little.
  const rules = (
    explainable.length > 0 ? explainable : followed.filter((rule) => !/^[A-Z]{1,6}-?\d+$/.test(rule))
  ).slice(0, mostRules);
  if (!tool || rules.length === 0) return undefined;
  const listed = rules.map((rule) => {
    const text = explainRule(rule);
    return text === undefined ? code(rule) : say`${text} (${code(rule)})`;
  });
  const fixer = leavingFixer(group, rules);
  const asked = joinSentences(listed, '; ');
  const off = listWords(waived.slice(0, 4).map(code));
  const switched = waived.length === 0 ? '' : say` Usually suppressed with a comment here: ${off}.`;
  return {
    kind: 'convention',
    reach: 'project',
    title: fixer
      ? say`Follow the rules that ${code(fixer)} does not fix: ${listWords(rules.slice(0, 4).map(code))}`
      : say`Follow the rules that ${code(tool)} reports most: ${listWords(rules.slice(0, 4).map(code))}`,
    guidance: fixer
      ? say`Follow ${rules.length > 1 ? 'these rules' : 'this rule'}, which ${code(fixer)} does not fix: ${asked}.${switched}`
      : say`Follow the rules that ${code(tool)} reports most here: ${asked}.${switched}`,
    pattern: say`New code broke these rules in ${countSessions(group.sessions)}.`,
    scope: [],
    // Everybody knows that nothing unused may be left behind.
    lacks: rules.every((rule) => leftovers.test(rule)) ? ('action' as const) : undefined,
  };
};

/** Whether two of three sessions in which a rule complained disabled it there: it is not a rule to follow. */
function isMostlyWaived(rule: string, { claims }: ClaimGroup): boolean {
  const about = claims.filter(({ findings = [] }) => findings.some((finding) => finding.rule === rule));
  const sessions = (some: typeof claims) => new Set(some.map(({ failure }) => failure.call.session)).size;
  const waived = about.filter(({ findings = [] }) =>
    findings.some((finding) => finding.rule === rule && finding.waived),
  );
  return sessions(waived) * 3 >= sessions(about) * 2;
}

/** Returns the repairing command that was seen to leave every one of the rules unrepaired. */
function leavingFixer({ claims }: ClaimGroup, rules: readonly string[]): Quotable | undefined {
  const left = claims.flatMap(({ findings = [] }) => findings.filter(({ leftBy }) => leftBy !== undefined));
  if (!rules.every((rule) => left.some((finding) => finding.rule === rule))) return undefined;
  return quotable(left.at(-1)?.leftBy, 80);
}

/** Words the lesson about imports that are not changed together with the code. */
export const wordImports: Wording = (group) => {
  const language = plainWord(group.claims.at(-1)?.key);
  if (!language) return undefined;
  return {
    kind: 'convention',
    reach: 'general',
    title: say`${language}: change the imports in the same edit`,
    guidance: say`${language}: add or remove an import in the same edit as its first or last use; the next check fails otherwise.`,
    pattern: say`Unused or missing imports failed a check ${times(group.occurrences)} in ${countSessions(group.sessions)}.`,
    scope: [],
  };
};

/** Words the lesson about a check that is red whatever one does. */
export const wordOldFindings: Wording = (group) => {
  const run = quotable(group.claims.at(-1)?.wrong, 80);
  const files = byFrequency(
    group.claims.flatMap(({ findings = [] }) => findings.map(({ path }) => quotablePath(path, 120))),
  );
  if (!run || files.length === 0) return undefined;
  const [listed, others] = [files.slice(0, 3), files.length - 3];
  const where =
    others > 0 ? say`${joinSentences(listed.map(code), ', ')} and ${others} more` : listWords(listed.map(code));
  return {
    kind: 'command',
    reach: 'project',
    title: say`${code(run)} fails on old findings in ${where}`,
    guidance: say`${code(run)} fails on old findings in ${where}: look only at your own files, and leave those alone unless asked.`,
    pattern: say`${code(run)} complained ${times(group.occurrences)} about files that the session had not touched.`,
    scope: listed,
  };
};

/** Rules about leftovers of unfinished code: told after the rules of how to write it. */
const leftovers = /(?:^|\/)(?:unused|ineffassign|no-?unused-?var\w*|unused-variable|F841|SC2034)$/i;

/** Returns the rules by sessions, then by frequency. */
function rankRules(group: ClaimGroup): Quotable[] {
  const seen = new Map<Quotable, { sessions: Set<string>; count: number }>();
  for (const { failure, findings = [] } of group.claims) {
    for (const finding of findings) {
      const rule = quotableName(finding.rule, 50);
      if (rule === undefined) continue;
      const known = seen.get(rule) ?? { sessions: new Set(), count: 0 };
      known.sessions.add(failure.call.session);
      known.count += 1;
      seen.set(rule, known);
    }
  }
  return [...seen]
    .sort(
      (a, b) =>
        Number(leftovers.test(a[0])) - Number(leftovers.test(b[0])) ||
        b[1].sessions.size - a[1].sessions.size ||
        b[1].count - a[1].count ||
        a[0].localeCompare(b[0]),
    )
    .map(([rule]) => rule);
}

function byFrequency<Text extends string>(values: readonly (Text | undefined)[]): Text[] {
  const counts = new Map<Text, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([value]) => value);
}
