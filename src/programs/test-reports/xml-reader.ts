/** The events of a reader of XML. */
interface XmlHandler {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

/** How reading ended. */
export type XmlEnd = 'whole' | 'cut' | 'broken';

/** Deeper documents are no reports of tests. */
const DEEPEST = 200;

/**
 * Reads the part of XML that test reports are written in: elements, attributes, text, CDATA, comments, and the entities that need no
 * definition. A document type is refused, because entities of its own are what makes XML dangerous; so nothing grows, and nothing is
 * fetched. What stands before a document breaks off has been told when `cut` comes back. Each character is looked at a fixed number of times.
 */
export function readXml(source: string, handler: XmlHandler): XmlEnd {
  const open: string[] = [];
  let at = 0;
  let hadRoot = false;
  for (;;) {
    const tag = source.indexOf('<', at);
    const text = source.slice(at, tag < 0 ? source.length : tag);
    if (text !== '' && open.length > 0) handler.text(decodeEntities(text));
    if (tag < 0) return open.length > 0 || !hadRoot ? 'cut' : 'whole';
    const special = SPECIAL.find(({ start }) => source.startsWith(start, tag));
    if (special) {
      const from = tag + special.start.length;
      const end = source.indexOf(special.end, from);
      if (special.start === '<![CDATA[' && open.length > 0)
        handler.text(source.slice(from, end < 0 ? source.length : end));
      if (end < 0) return 'cut';
      at = end + special.end.length;
      continue;
    }
    if (source.startsWith('<!', tag)) return 'broken';
    const end = findTagEnd(source, tag + 1);
    if (end < 0) return 'cut';
    const inner = source.slice(tag + 1, end);
    at = end + 1;
    if (inner.startsWith('/')) {
      const name = inner.slice(1).trim();
      if (open.pop() !== name) return 'broken';
      handler.close(name);
      continue;
    }
    const element = readElement(inner);
    if (!element || open.length >= DEEPEST) return 'broken';
    hadRoot = true;
    handler.open(element.name, element.attributes);
    if (element.isEmpty) handler.close(element.name);
    else open.push(element.name);
  }
}

const SPECIAL = [
  { start: '<![CDATA[', end: ']]>' },
  { start: '<!--', end: '-->' },
  { start: '<?', end: '?>' },
] as const;

/** The `>` that ends a tag: one in a quoted value does not. */
function findTagEnd(source: string, from: number): number {
  let quote = '';
  for (let at = from; at < source.length; at++) {
    const sign = source[at] ?? '';
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at;
  }
  return -1;
}

interface Element {
  name: string;
  attributes: Map<string, string>;
  isEmpty: boolean;
}

function readElement(inner: string): Element | undefined {
  const name = /^[^\s/=<>"']+/.exec(inner)?.[0];
  if (name === undefined) return undefined;
  const attributes = new Map<string, string>();
  ATTRIBUTE.lastIndex = name.length;
  for (let match = ATTRIBUTE.exec(inner); match; match = ATTRIBUTE.exec(inner)) {
    const [, key = '', double, single = ''] = match;
    attributes.set(key, decodeEntities(double ?? single));
  }
  return { name, attributes, isEmpty: inner.endsWith('/') };
}

/** Sticky: between two attributes there is only space, so that nothing is tried twice. */
const ATTRIBUTE = /\s+([^\s/=<>"']{1,200})\s*=\s*(?:"([^"]*)"|'([^']*)')/y;

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** An entity that is not known stays as it stands. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name] ?? whole;
    const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point < 0xe000) ? String.fromCodePoint(point) : whole;
  });
}
