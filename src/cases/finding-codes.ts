/**
 * Codes that linters and compilers give their findings, in the places where they print them: `SA5011:`, `error TS2345`,
 * `eslint(func-style)`, `(noctx)` at the end of a line, `lint/style/useConst`, `[no-redef]`.
 */
const CODE =
  /(?<![\w-])[A-Z]{1,6}\d{3,5}(?![\w-])|(?<=[\w-]\()[a-z][\w-]*(?:\/[\w-]+)*(?=\):)|(?<=\()[a-z][\w-]{3,40}(?=\)\s*$)|\blint\/\w+\/\w+|(?<=\s)[\w@-]+\/[a-z][\w-]{3,40}(?=\s*$)|(?<=\[)[a-z]+(?:-[a-z]+)+(?=\]\s*$)/g;

/** A line that a check prints about one place of the code, or the head of such a finding. */
const FINDING = /\b(?:error|warning|warn)\b|[:(]\d+[:,)]|^\s*(?:[x×✖✗⨯]|\d+:\d+)\s|━|\w\([\w/-]+\):/;

/** Returns the codes that an output names, each with the first line that names it. */
export function codesIn(output: string): Map<string, string> {
  const codes = new Map<string, string>();
  for (const line of output.split('\n')) {
    if (line.length > 300 || !FINDING.test(line)) continue;
    for (const [code] of line.matchAll(CODE)) if (!codes.has(code)) codes.set(code, line.trim());
  }
  return codes;
}
