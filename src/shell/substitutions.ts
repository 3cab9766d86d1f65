import type { Assignment, DoubleQuotedChild, ParsedScript, Redirection, Word, WordPart } from 'unbash';
import { MAX_DEPTH } from './build-command.ts';

/** The parts of a command that may hold substitutions. */
export type Nesting = Word | Assignment | Redirection;

const NONE: readonly ParsedScript[] = [];

/** Returns the scripts of the command and process substitutions in a part of a command. */
export function scriptsIn(part: Nesting, depth: number): readonly ParsedScript[] {
  if (depth >= MAX_DEPTH) return NONE;
  switch (part.type) {
    case 'Word':
      return mayNest(part.text) ? collect(part.parts) : NONE;
    case 'Assignment': {
      if (!mayNest(part.text)) return NONE;
      const words = part.value.type === 'Word' ? [part.value] : part.value.elements;
      return words.flatMap((word) => scriptsIn(word, depth));
    }
    case 'HereDoc':
      return mayNest(part.body.text) ? collect(part.body.parts) : NONE;
    default:
      return part.target === undefined ? NONE : scriptsIn(part.target, depth);
  }
}

function mayNest(text: string): boolean {
  return text.includes('$(') || text.includes('`') || text.includes('<(') || text.includes('>(');
}

function collect(parts: readonly (WordPart | DoubleQuotedChild)[] | undefined): readonly ParsedScript[] {
  if (parts === undefined) return NONE;
  const scripts: ParsedScript[] = [];
  for (const part of parts) {
    if (part.type === 'CommandExpansion' || part.type === 'ProcessSubstitution') {
      if (part.script !== undefined) scripts.push(part.script);
    } else if (part.type === 'DoubleQuoted' || part.type === 'LocaleString') {
      scripts.push(...collect(part.parts));
    }
  }
  return scripts;
}
