import { programs } from '../programs/index.ts';
import type { Ailment, Outage } from '../programs/program.ts';

/** All of them, for configuration and help. */
export const AILMENTS: readonly Ailment[] = ['network', 'auth', 'service', 'registry'];

/** The output and exit code of a failed call. Successful calls are never examined. */
export interface FailureText {
  /** The error output: stderr, or the message of the exception. */
  text: string;
  /** The exit code, or the status of a response. */
  code?: number;
}

/** The diagnosis of a failure. */
export interface Diagnosis {
  ailment: Ailment;
  /** The rule that applies: `network.no-route`. */
  rule: string;
  /** The line that shows it. */
  line: string;
}

/** Upper bound: longer outputs are read from their end, where programs say why they gave up. */
const MOST_LINES = 200;
const LONGEST_LINE = 2_000;

/**
 * Finds a problem in a failure that can be healed. The last matching line counts, because programs log problems that they
 * overcome and end with the one that they did not. Numbers such as 401 count only if the line mentions a response; lines of tests
 * and code never count.
 */
export function diagnose({ text, code }: FailureText): Diagnosis | undefined {
  const lines = text.split(/\r?\n/).slice(-MOST_LINES).reverse();
  for (const raw of lines) {
    const line = raw.slice(0, LONGEST_LINE).trim();
    if (line === '' || isBesideThePoint(line)) continue;
    const rule = RULES.find((each) => each.line.test(line));
    if (rule) return { ailment: rule.ailment, rule: rule.id, line };
  }
  // Libraries throw the status of a response as a number.
  if (code === 401 || code === 403) return { ailment: 'auth', rule: `auth.${code}`, line: `status ${code}` };
  return undefined;
}

/** Things that expire, and how programs say so. */
const EXPIRED =
  /\b(?:token|session|credential|certificate|login|ticket|jwt)s? (?:(?:has|have|is|are|was) )?expired\b|\bexpired (?:token|session|credential|certificate|ticket)s?\b|\bExpiredToken\b|\binvalid_grant\b/i;

/** `HTTP 401`, `status code: 403`, `error (401)`, `The requested URL returned error: 403`. */
const STATUS =
  /(?:\bHTTP(?:\/[\d.]+)?|\bstatus(?: code)?|\bresponse(?: code)?|\berror(?: code)?|\bserver returned|\bfailed with(?: status)?)[\s:=("']{1,4}40[13]\b(?!\.\d)/i;

/** In order: a more specific rule, such as one of a program, comes before a more general one. */
const RULES: readonly Outage[] = [
  ...programs.flatMap(({ outages }) => outages ?? []),
  { id: 'auth.expired', ailment: 'auth', line: EXPIRED },
  {
    id: 'auth.login',
    ailment: 'auth',
    line: /\b(?:you must be|you are not|not) logged in\b|\bplease (?:run|use):? [`'"]?(?:gcloud auth|az login|aws sso|gh auth|docker login|oc login|kinit|vault login)|\bto re-?authenticate, (?:please )?run\b|Error loading SSO Token|Unable to locate credentials|reauthentication (?:is )?(?:required|failed)|AADSTS\d{4,6}/i,
  },
  {
    id: 'auth.unauthorized',
    ailment: 'auth',
    line: /\bunauthori[sz]ed\b|\bUnauthenticated\b|\bauthentication (?:required|failed)\b/i,
  },
  {
    id: 'auth.forbidden',
    ailment: 'auth',
    line: /\b403 Forbidden\b|\bError from server \(Forbidden\)|^(?:error:? )?forbidden\b/i,
  },
  { id: 'auth.status', ailment: 'auth', line: STATUS },
  {
    id: 'network.no-route',
    ailment: 'network',
    line: /No route to host|Network is unreachable|\bE(?:HOST|NET)UNREACH\b|network is down/i,
  },
  { id: 'network.refused', ailment: 'network', line: /connection refused|\bECONNREFUSED\b|actively refused it/i },
  {
    id: 'network.timeout',
    ailment: 'network',
    line: /connection timed out|connect(?:ion)? attempt (?:failed|timed out)|\bE(?:CONN)?TIMEDOUT\b|dial tcp .*i\/o timeout|TLS handshake timeout|Operation timed out|Failed to connect to .* (?:after \d+ ms|port \d+)/i,
  },
  {
    id: 'network.name',
    ailment: 'network',
    line: /could not resolve (?:host|hostname)|temporary failure in name resolution|name or service not known|\bno such host\b|\bE(?:NOTFOUND|AI_AGAIN)\b|nodename nor servname provided/i,
  },
  {
    id: 'network.reset',
    ailment: 'network',
    line: /connection reset by peer|\bECONNRESET\b|remote end hung up unexpectedly/i,
  },
];

/** Whether a line merely mentions such errors: test results, lines of code and diffs, and counts. */
function isBesideThePoint(line: string): boolean {
  return (
    /\b(?:assert\w*|expect(?:s|ed|ing)?|toBe|toEqual|should)\b|\bAssertionError\b/i.test(line) ||
    /\b\d+ (?:tests?|specs?|assertions?|passed|failed|passing|skipped|ok|files?|lines?|warnings?)\b/i.test(line) ||
    /^(?:[+\-|>✓✔✗✘×●]|\d+\s*[|:]|(?:PASS|FAIL|ok|not ok|---|===)\b)/.test(line)
  );
}
