/**
 * A pattern of a rule, parsed once: its alternatives, each as the texts between its stars. `a*b` is `['a', 'b']`, `{a,b}c` has
 * two alternatives. Matching goes through the text from left to right and never backtracks: no pattern can make it slow.
 */
export interface Glob {
  /** The pattern as written. */
  readonly source: string;
  /** The alternatives, of which one must match. */
  readonly forms: readonly (readonly string[])[];
}

/** `{a,b}{c,d}…` multiplies: a rule with more alternatives than this is not one that a person could read. */
const MOST_FORMS = 256;

/**
 * Parses a pattern. `\` makes a star, brace, comma or backslash literal; braces without a comma are literal. Undefined if it has
 * too many forms.
 */
export function parseGlob(source: string): Glob | undefined {
  const forms = readForms(source);
  return forms && { source, forms };
}

/** Escapes a text into a pattern that matches only it. */
export function escapeGlob(text: string): string {
  return text.replace(/[*{},]|\\(?=[*{},\\]|$)/g, '\\$&');
}

/** Whether the whole text matches. */
export function matchGlob(glob: Glob, text: string): boolean {
  for (const form of glob.forms) if (matchForm(form, text)) return true;
  return false;
}

/** Whether a text consists of these parts in this order, with anything between them. */
export function matchForm(form: readonly string[], text: string): boolean {
  const [head = ''] = form;
  const last = form.length - 1;
  if (last === 0) return text === head;
  const tail = form[last] ?? '';
  if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail)) return false;
  const end = text.length - tail.length;
  let at = head.length;
  for (let index = 1; index < last; index++) {
    const part = form[index] ?? '';
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return at <= end;
}

/** Returns every combination of the alternatives in braces; stars split each into parts. */
function readForms(source: string): string[][] | undefined {
  let forms: string[][] = [['']];
  let at = 0;
  while (at < source.length) {
    const sign = source[at] ?? '';
    const group = sign === '{' ? readGroup(source, at) : undefined;
    if (group) {
      if (forms.length * group.items.length > MOST_FORMS) return undefined;
      forms = forms.flatMap((form) => group.items.map((item) => join(form, item)));
      at = group.end;
      continue;
    }
    const isEscape = sign === '\\' && isSpecial(source[at + 1]);
    const plain = isEscape ? (source[at + 1] ?? '') : sign;
    for (const form of forms) {
      if (sign === '*') form.push('');
      else form.push(`${form.pop()}${plain}`);
    }
    at += isEscape ? 2 : 1;
  }
  return forms;
}

/** Returns the alternatives of the brace at `start`; undefined if it is not closed, has no comma, or contains another brace. */
function readGroup(source: string, start: number): { items: string[][]; end: number } | undefined {
  const items: string[][] = [['']];
  for (let at = start + 1; at < source.length; at++) {
    const sign = source[at] ?? '';
    const item = items.at(-1);
    if (!item || sign === '{') return undefined;
    if (sign === '}') return items.length > 1 ? { items, end: at + 1 } : undefined;
    if (sign === ',') items.push(['']);
    else if (sign === '*') item.push('');
    else {
      const isEscape = sign === '\\' && isSpecial(source[at + 1]);
      if (isEscape) at++;
      item.push(`${item.pop()}${source[at]}`);
    }
  }
  return undefined;
}

function join(form: readonly string[], item: readonly string[]): string[] {
  return [...form.slice(0, -1), `${form.at(-1)}${item[0]}`, ...item.slice(1)];
}

function isSpecial(sign: string | undefined): boolean {
  return sign !== undefined && '*{},\\'.includes(sign);
}
