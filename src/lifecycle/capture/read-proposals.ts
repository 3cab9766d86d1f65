import { CONFIDENCES } from '../../lessons/confidence.ts';
import { decodeScope } from '../../memory/field-values.ts';
import { LESSON_KINDS } from '../../memory/lesson-kinds.ts';
import { DIMENSIONS, PHASES } from '../../memory/phases.ts';
import { didYouMean } from '../../shared/did-you-mean.ts';
import { AppError } from '../../shared/errors.ts';
import { isJson, type Json } from '../../shared/json-values.ts';
import { makeProposal, type Proposal } from './proposal.ts';

/** The keys of a proposal in JSON. */
export const PROPOSAL_KEYS = [
  'title',
  'phase',
  'dimension',
  'scope',
  'pattern',
  'guidance',
  'kind',
  'confidence',
] as const;

/** Upper bound: more proposals at once are not the lessons of one session. */
const MOST_PROPOSALS = 200;

/**
 * Reads proposals from JSON: one object or a list of them. Input that does not match the documentation is refused as a whole,
 * with a suggestion of the probable intention.
 */
export function readProposals(text: string, origin: string): Proposal[] {
  const value = parse(text);
  const list = Array.isArray(value) ? value : [value];
  if (list.length > MOST_PROPOSALS) throw wrong(`There are ${list.length} lessons; the limit is ${MOST_PROPOSALS}.`);
  return list.map((item: unknown, index) =>
    readProposal(item, Array.isArray(value) ? `lesson ${index + 1}: ` : '', origin),
  );
}

function readProposal(value: unknown, place: string, origin: string): Proposal {
  if (!isJson(value)) throw wrong(`${place}a lesson must be an object.`);
  const unknown = Object.keys(value).find((key) => !PROPOSAL_KEYS.some((known) => known === key));
  if (unknown !== undefined) {
    const near = didYouMean(unknown, PROPOSAL_KEYS);
    throw wrong(`${place}there is no key ${JSON.stringify(unknown)}.`, near ? `Did you mean "${near}"?` : undefined);
  }
  const choose = <T extends string>(key: string, known: readonly T[]): T | undefined =>
    chooseValue(value, key, known, place);
  return makeProposal({
    title: textOf(value, 'title', place),
    phase: choose('phase', PHASES),
    dimension: choose('dimension', DIMENSIONS),
    kind: choose('kind', LESSON_KINDS),
    confidence: choose('confidence', CONFIDENCES),
    scope: readScope(value.scope, place),
    pattern: textOf(value, 'pattern', place) ?? '',
    guidance: textOf(value, 'guidance', place) ?? '',
    origin,
  });
}

/** Reads either a text with commas, as in the memory file, or a list. */
function readScope(scope: unknown, place: string): string[] {
  if (scope === undefined || scope === null) return [];
  if (typeof scope === 'string') return decodeScope(scope);
  if (Array.isArray(scope) && scope.every((item) => typeof item === 'string')) return scope;
  throw wrong(`${place}"scope" must be a string or a list of strings.`);
}

function textOf(value: Json, key: string, place: string): string | undefined {
  const text = value[key];
  if (text === undefined || text === null) return undefined;
  if (typeof text !== 'string') throw wrong(`${place}${JSON.stringify(key)} must be a string.`);
  return text;
}

function chooseValue<T extends string>(value: Json, key: string, known: readonly T[], place: string): T | undefined {
  const text = textOf(value, key, place);
  if (text === undefined) return undefined;
  const chosen = known.find((item) => item === text.toLowerCase());
  if (chosen !== undefined) return chosen;
  const near = didYouMean(text, known);
  throw wrong(
    `${place}${JSON.stringify(key)} must be one of ${known.join(', ')}.`,
    near ? `Did you mean "${near}"?` : undefined,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new AppError('usage', `That is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      hint: SHAPE,
      cause,
    });
  }
}

const SHAPE =
  'Write it as {"guidance": "Run `make seed` before `make test`.", "scope": "tests/**"}; docs/capture.md has all keys.';

function wrong(message: string, hint = SHAPE): AppError {
  return new AppError('usage', message, { hint });
}
