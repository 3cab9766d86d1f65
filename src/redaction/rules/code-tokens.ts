import { patternRule, type RedactionRule, startsWord } from './rule.ts';
import { runReader } from './run-end.ts';
import { hasDigit } from './secret-value.ts';

const bodyEnd = runReader(/[A-Za-z0-9_]/);

/**
 * Makes a rule for a token whose body has exactly this number of letters, digits and underscores. The end of a run is read once,
 * however many markers are in it.
 */
function exactRule(id: string, markers: readonly string[], length: number): RedactionRule {
  const prefix = markers[0]?.length ?? 0;
  return {
    id,
    markers,
    find(text, at) {
      const start = at + prefix;
      const end = bodyEnd(text, start);
      return end - start === length && startsWord(text, at) ? { start: at, end } : undefined;
    },
  };
}

/** Tokens of source hosts, package registries, build and test services. */
export const codeTokens: readonly RedactionRule[] = [
  patternRule('github', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], /gh[pousr]_[A-Za-z0-9]{16,}[A-Za-z0-9_]*/y),
  patternRule('github', ['github_pat_'], /github_pat_[A-Za-z0-9]{10,}[A-Za-z0-9_]*/y),
  exactRule('github', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], 36),
  exactRule('github', ['github_pat_'], 82),
  patternRule(
    'gitlab',
    [
      'glpat-',
      'gldt-',
      'glrt-',
      'glrtr-',
      'glptt-',
      'glcbt-',
      'glsoat-',
      'glft-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glffct-',
      'glwt-',
    ],
    /gl(?:pat|dt|rtr?|ptt|cbt|soat|ft|imt|agent|oas|ffct|wt)-[A-Za-z0-9_-]{16,}(?:\.[A-Za-z0-9_.-]*)?/y,
  ),
  patternRule('gitlab', ['gr1348941'], /GR1348941[A-Za-z0-9_-]{16,}/y),
  patternRule('gitlab', ['_gitlab_session='], /(_gitlab_session=)[0-9a-z]{32,}/iy),
  patternRule('atlassian', ['atatt3', 'atctt3', 'atbb'], /AT(?:ATT3|CTT3|BB)[A-Za-z0-9_=-]{20,400}/y, {
    atWordStart: true,
    accept: hasDigit,
  }),
  patternRule('atlassian', ['bbdc-'], /BBDC-[A-Za-z0-9+/@_-]{40,}/y, { atWordStart: true }),
  patternRule('npm', ['npm_'], /npm_[A-Za-z0-9]{24,}/y),
  exactRule('npm', ['npm_'], 36),
  patternRule('pypi', ['pypi-ag'], /pypi-Ag[A-Za-z0-9_-]{40,}/y),
  patternRule('rubygems', ['rubygems_'], /rubygems_[a-f0-9]{32,}/y),
  patternRule('crates', ['cio'], /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/y, { atWordStart: true, accept: hasDigit }),
  patternRule('nuget', ['oy2'], /oy2[a-z0-9]{43}(?![a-z0-9])/y, { atWordStart: true }),
  patternRule('clojars', ['clojars_'], /CLOJARS_[a-z0-9]{40,}/iy, { atWordStart: true }),
  patternRule('docker', ['dckr_'], /dckr_[a-z]{2,4}_[A-Za-z0-9_-]{20,}/y),
  patternRule('artifactory', ['akcp'], /AKCp[A-Za-z0-9]{60,}/y, { atWordStart: true }),
  patternRule('artifactory', ['cmvmd'], /cmVmd[A-Za-z0-9]{59}(?![A-Za-z0-9])/y, { atWordStart: true }),
  patternRule('circleci', ['ccipat_', 'ccipra_', 'cciprj_'], /CCIP(?:AT|RA|RJ)_[A-Za-z0-9_]{20,}/y, {
    atWordStart: true,
  }),
  patternRule('buildkite', ['bkua_', 'bkaj_', 'bkat_', 'bkct_', 'bkpt_'], /bk(?:ua|aj|at|ct|pt)_[A-Za-z0-9_]{30,}/y, {
    atWordStart: true,
  }),
  patternRule('sonar', ['squ_', 'sqp_', 'sqa_'], /sq[upa]_[a-z0-9=_-]{36,}/y, { atWordStart: true }),
  patternRule('sourcegraph', ['sgp_'], /sgp_[A-Za-z0-9_]{40,}/y, { atWordStart: true }),
  patternRule('sourcegraph', ['slk_'], /slk_[a-f0-9]{64}/y, { atWordStart: true }),
  patternRule('octopus', ['api-'], /API-[A-Z0-9]{26,32}(?![A-Za-z0-9])/y, { atWordStart: true, accept: hasDigit }),
  patternRule('harness', ['pat.', 'sat.'], /[ps]at\.[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}/y, {
    atWordStart: true,
  }),
  patternRule('prefect', ['pnu_', 'pnb_'], /pn[ub]_[A-Za-z0-9]{36}/y, { atWordStart: true }),
  patternRule('readme', ['rdme_'], /rdme_[a-z0-9]{60,}/y, { atWordStart: true }),
  patternRule('infracost', ['ico-'], /ico-[A-Za-z0-9]{32}(?![A-Za-z0-9-])/y, { atWordStart: true, accept: hasDigit }),
  patternRule('snyk', ['snyk_uat.', 'snyk_sat.'], /snyk_[us]at\.[a-z0-9]{8}\.[A-Za-z0-9_.-]{20,}/y, {
    atWordStart: true,
  }),
  patternRule('semgrep', ['semgrep_'], /semgrep_[A-Za-z0-9]{40,}/y, { atWordStart: true }),
  patternRule('kaggle', ['kgat_'], /KGAT_[a-f0-9]{30,}/y, { atWordStart: true }),
];
