/** What is wrong with the world around a call, and can be put right without changing the call. */
export type Ailment = 'network' | 'auth' | 'service' | 'registry';

/** All of them, for configuration and help. */
export const AILMENTS: readonly Ailment[] = ['network', 'auth', 'service', 'registry'];

/** How a call failed. Something that did not fail is never looked at. */
export interface FailureText {
  /** What it said on the way of errors: stderr, or the message of what was thrown. */
  text: string;
  /** The exit code, or the status of an answer. */
  code?: number;
}

/** What a failure was found to be. */
export interface Diagnosis {
  ailment: Ailment;
  /** Which rule says so: `network.no-route`. */
  rule: string;
  /** The line that shows it. */
  line: string;
}

interface DetectionRule {
  id: string;
  ailment: Ailment;
  /** What must stand in a line. */
  line: RegExp;
}

/** Longer outputs are read from their end, where programs say why they gave up. */
const MOST_LINES = 200;
const LONGEST_LINE = 2_000;

/**
 * Finds what can be healed in a failure. The last line that tells is taken: programs log what they get over, and end with what they did
 * not. Numbers such as 401 count only where the line speaks of an answer; lines of tests and of code never do.
 */
export function diagnose({ text, code }: FailureText): Diagnosis | undefined {
  const lines = text.split(/\r?\n/).slice(-MOST_LINES).reverse();
  for (const raw of lines) {
    const line = raw.slice(0, LONGEST_LINE).trim();
    if (line === '' || isBesideThePoint(line)) continue;
    const rule = RULES.find((each) => each.line.test(line));
    if (rule) return { ailment: rule.ailment, rule: rule.id, line };
  }
  // Libraries throw an answer's status as a number.
  if (code === 401 || code === 403) return { ailment: 'auth', rule: `auth.${code}`, line: `status ${code}` };
  return undefined;
}

/** What runs out, and how programs say so. */
const EXPIRED =
  /\b(?:token|session|credential|certificate|login|ticket|jwt)s? (?:(?:has|have|is|are|was) )?expired\b|\bexpired (?:token|session|credential|certificate|ticket)s?\b|\bExpiredToken\b|\binvalid_grant\b/i;

/** `HTTP 401`, `status code: 403`, `error (401)`, `The requested URL returned error: 403`. */
const STATUS =
  /(?:\bHTTP(?:\/[\d.]+)?|\bstatus(?: code)?|\bresponse(?: code)?|\berror(?: code)?|\bserver returned|\bfailed with(?: status)?)[\s:=("']{1,4}40[13]\b(?!\.\d)/i;

/** In order: a closer one before a wider one. */
const RULES: readonly DetectionRule[] = [
  {
    id: 'service.docker',
    ailment: 'service',
    line: /Cannot connect to the Docker daemon|error during connect: .*docker|docker daemon is not running|connect to (?:the )?Podman socket/i,
  },
  {
    id: 'registry.npm',
    ailment: 'registry',
    line: /^npm (?:ERR!|error) (?:code (?:ETIMEDOUT|ECONNRESET|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ERR_SOCKET_TIMEOUT|E5\d\d|E429)|network\b)|ERR_PNPM_(?:META_)?FETCH_FAIL|There appears to be trouble with your network connection/,
  },
  {
    id: 'registry.pip',
    ailment: 'registry',
    line: /^WARNING: Retrying \(Retry\(total=|Could not fetch URL .* connection error|Max retries exceeded with url: \/simple\/|^error: Failed to fetch: `https?:\/\/[^`]*\/simple\//,
  },
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
  { id: 'network.reset', ailment: 'network', line: /connection reset by peer|\bECONNRESET\b|remote end hung up unexpectedly/i },
];

/** Results of tests, lines of code and of diffs, and counts speak of such errors without being one. */
function isBesideThePoint(line: string): boolean {
  return (
    /\b(?:assert\w*|expect(?:s|ed|ing)?|toBe|toEqual|should)\b|\bAssertionError\b/i.test(line) ||
    /\b\d+ (?:tests?|specs?|assertions?|passed|failed|passing|skipped|ok|files?|lines?|warnings?)\b/i.test(line) ||
    /^(?:[+\-|>✓✔✗✘×●]|\d+\s*[|:]|(?:PASS|FAIL|ok|not ok|---|===)\b)/.test(line)
  );
}
