import { isForbidden } from '../../lessons/guard/read-advice.ts';
import { type Packages, refuseAdvice } from '../../lessons/guard/refuse-advice.ts';
import { stripControls } from '../../shared/terminal.ts';
import type { LearnedRule } from '../failure-case.ts';

/** A rule that may be kept, or why there is none. */
type CleanedRule = { rule: LearnedRule } | { refused: string };

/** Upper bounds: rules are read with every prompt, and longer ones are essays. */
const LONGEST = { rule: 400, when: 200, why: 300, category: 30 };

/**
 * Cleans a teacher's rule. Markup, links and code blocks are removed; a text that tries to manipulate its reader, to download, to
 * install or to disable checks is not a rule and is refused as a whole, because a part of it would be no better.
 */
export function cleanRule(said: LearnedRule): CleanedRule {
  const all = [said.rule, said.when, said.why].map((text) => stripControls(text)).join('\n');
  const offence = OFFENCES.find((rule) => offends(rule, all))?.what ?? refuseAdvice(all, { packages: NONE })?.reason;
  if (offence !== undefined) return { refused: `it ${offence}` };
  const rule = sentence(said.rule, LONGEST.rule);
  const when = sentence(said.when, LONGEST.when);
  const why = sentence(said.why, LONGEST.why);
  if (!/\p{L}{2,}\s+\S*\p{L}{2,}/u.test(rule)) return { refused: 'it does not say what to do' };
  const category = (said.category ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LONGEST.category);
  return { rule: { rule, when, why, category: category || undefined } };
}

/** A teacher has not seen the manifests, so any package that it wants installed is an additional one. */
const NONE: Packages = { declares: () => false };

interface Offence {
  pattern: RegExp;
  what: string;
  /** A rule may well forbid it: "Never commit with `--no-verify`." */
  mayBeForbidden?: true;
}

/** Checks each occurrence: what is forbidden once may be asked for in the next sentence. */
function offends({ pattern, mayBeForbidden }: Offence, text: string): boolean {
  if (!mayBeForbidden) return pattern.test(text);
  return [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].some(({ index }) => !isForbidden(text, index));
}

/** Text that no rule may contain. Each pattern is linear: bounded gaps, no nested repetition. */
const OFFENCES: readonly Offence[] = [
  {
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|system|all|any|other|your|these|existing)\b.{0,20}\b(?:instructions?|prompts?|rules?|messages?|guidelines?|polic(?:y|ies)|context)\b/i,
    what: 'asks to ignore other instructions',
  },
  {
    pattern:
      /\byou are now\b|\bsystem prompt\b|<\/?(?:system|assistant|user|human|instructions?)\b|\[\/?INST\]|\bact as (?:an?|the)\b/i,
    what: 'speaks to the agent as somebody else',
  },
  {
    pattern:
      /\b(?:do not|don['’]t|never|without)\s+(?:tell(?:ing)?|ask(?:ing)?|inform(?:ing)?|mention(?:ing)?|show(?:ing)?)\b.{0,20}\b(?:users?|humans?|anyone|anybody|permission|developers?|it to)\b/i,
    what: 'hides something from the user',
  },
  {
    pattern:
      /\b(?:skip|disable|delete|remove|comment out|turn off|mute|xfail)\b.{0,20}\b(?:failing |the |all |those |broken |flaky )*(?:tests?|test cases?|assertions?|hooks?|type[- ]?check\w*|linter|lint rules?|sandbox|permissions?|security checks?)\b/i,
    what: 'turns checks off',
    mayBeForbidden: true,
  },
  {
    pattern:
      /\b(?:print|send|post|upload|log|echo|export|paste|share)\b.{0,30}\b(?:secrets?|tokens?|api[- ]?keys?|passwords?|credentials?|private keys?|env(?:ironment)? variables?)\b.{0,30}\b(?:to|in|into|at|with)\b/i,
    what: 'gives secrets away',
    mayBeForbidden: true,
  },
];

/**
 * Returns one line of plain words: no code blocks, no markup, no links. Text in backticks is code and not markup: `__init__`,
 * `List<T>`.
 */
function sentence(text: string, longest: number): string {
  const plain = stripControls(text.slice(0, 20_000))
    .replace(/(```|~~~)[\s\S]{0,20000}?(?:\1|$)/g, ' ')
    .replace(/!?\[([^\]\n]{0,200})\]\([^)\s]{0,2000}(?:\s[^)]{0,200})?\)/g, '$1')
    .replace(/\b(?:https?|ftp|file|data|javascript):\/{0,2}[^\s`)>\]]+/gi, ' ')
    .replace(/\bwww\.[^\s`)>\]]+/gi, ' ')
    .replace(/^\s{0,8}(?:[-*+>#]+|\d{1,3}[.)])\s+/gm, '')
    .split(/(`[^`\n]{1,300}`)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/<\/?[a-z!][^>\n]{0,300}>/gi, ' ').replace(/\*\*|__/g, ''),
    )
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/(?<!`)\s+([.,;:!?])(?=\s|$)/g, '$1')
    .trim();
  if (plain.length <= longest) return plain;
  const end = plain.lastIndexOf('. ', longest - 1);
  return end > longest / 2 ? plain.slice(0, end + 1) : `${plain.slice(0, longest - 1)}…`;
}
