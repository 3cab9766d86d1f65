import type { z } from 'zod';
import { didYouMean } from '../shared/did-you-mean.ts';
import { AppError } from '../shared/errors.ts';
import type { ConfigFile } from './config.ts';
import type { SchemaDefinition } from './spelling.ts';

/** Upper bound for the problems shown; the rest are counted. */
const SHOWN = 5;

/** Returns the value as configuration, or throws one error that names the file, each key and the value expected there. */
export async function checkConfig(value: unknown, path: string): Promise<ConfigFile> {
  const [{ configSchema }, { readSpelling }] = await Promise.all([import('./schema.ts'), import('./spelling.ts')]);
  const spelled = readSpelling(value, configSchema, path);
  const result = configSchema.safeParse(spelled);
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap((issue) => describeIssue(issue, spelled, configSchema));
  const shown = problems.slice(0, SHOWN).map((problem) => problem.text);
  if (problems.length > SHOWN) shown.push(`and ${problems.length - SHOWN} more`);
  throw new AppError('broken-file', `${path}: ${shown.join('; ')}`, {
    hint: chooseHint(problems, knownKeys(configSchema, [])),
  });
}

function chooseHint(problems: readonly ConfigProblem[], known: readonly string[]): string {
  return problems.some((problem) => problem.unknown)
    ? `Known keys: ${known.join(', ')}.`
    : 'Correct it in the file, or remove the key.';
}

/** A problem with a value, and its place. */
interface ConfigProblem {
  text: string;
  /** Keys and list indexes that lead to it. */
  path: (string | number)[];
  unknown?: boolean;
  suggestion?: string;
}

/** Returns the problems that a schema finds in a value, each with its place. */
export function listProblems(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  schema: z.core.$ZodType,
): ConfigProblem[] {
  return issues.flatMap((issue) => describeIssue(issue, value, schema));
}

function describeIssue(issue: z.core.$ZodIssue, value: unknown, schema: z.core.$ZodType): ConfigProblem[] {
  const where = formatPath(issue.path);
  const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, issue.path);
    return issue.keys.map((key) => {
      const instead = REPLACED[formatPath([...issue.path, key])];
      if (instead !== undefined)
        return { text: `${formatPath([...issue.path, key])} is no longer a key: ${instead}`, path: [...path, key] };
      const suggestion = didYouMean(key, known);
      const text = `unknown key ${formatPath([...issue.path, key])}`;
      const place = { path: [...path, key] };
      return suggestion === undefined
        ? { text, unknown: true, ...place }
        : { text: `${text} (did you mean "${suggestion}"?)`, suggestion, ...place };
    });
  }
  if (issue.code === 'invalid_union') {
    // Of several forms, the intended one is that whose type fits.
    const meant = issue.errors.find(
      (form) => form.length > 0 && form.every(({ code, path: [key] }) => code !== 'invalid_type' || key !== undefined),
    );
    if (meant)
      return meant.flatMap((inner) => describeIssue({ ...inner, path: [...issue.path, ...inner.path] }, value, schema));
  }
  // The value itself is not shown: a configuration may contain a token, even in the wrong place.
  const found = issue.path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[String(key)] : undefined), value);
  const expected = describeExpected(issue);
  const name = where === '' ? 'the file' : where;
  const must = `must be ${expected}`;
  return [
    {
      text: found === undefined ? `${name} is missing: it ${must}` : `${name} ${must}, not ${describeType(found)}`,
      path,
    },
  ];
}

/** Keys of earlier versions, and their replacements. */
const REPLACED: Readonly<Record<string, string>> = {
  'live.enabled': 'write "mode": "off" to silence hooks',
  'live.denyRepeated':
    'write "lessons": {"harbour/L-012": "deny"} for a lesson whose calls are to be stopped every time',
};

function describeExpected(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return EXPECTED[issue.expected] ?? `of the type ${issue.expected}`;
  if (issue.code === 'invalid_value') return `one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
  if (issue.code === 'too_small' && issue.origin === 'array') return 'a non-empty list';
  if (issue.code === 'too_small' && issue.origin === 'string') return 'a non-empty string';
  if (issue.code === 'too_small') return `${issue.inclusive ? 'at least' : 'above'} ${issue.minimum}`;
  if (issue.code === 'too_big' && issue.origin === 'string') return `a string of at most ${issue.maximum} characters`;
  if (issue.code === 'too_big') return `${issue.inclusive ? 'at most' : 'below'} ${issue.maximum}`;
  if (issue.code === 'invalid_union')
    return [...new Set(issue.errors.flatMap((form) => form.slice(0, 1)).map(describeExpected))].join(' or ');
  return `valid (${issue.message})`;
}

const EXPECTED: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of keys',
  record: 'a group of keys',
};

function describeType(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'string') return value === '' ? 'an empty string' : 'this string';
  if (typeof value === 'number') return String(value);
  return typeof value === 'object' ? 'a group of keys' : `${value}`;
}

function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
}

/** Returns the keys that the schema has at a path, so that a nested typo gets a suggestion too. */
function knownKeys(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  let forms = listForms((schema._zod as { def: SchemaDefinition }).def);
  for (const key of path) {
    forms = forms.flatMap(({ shape, valueType, element }) => {
      const next = shape?.[String(key)] ?? valueType ?? element;
      return next === undefined ? [] : listForms(next._zod.def);
    });
  }
  return forms.flatMap(({ shape = {} }) => Object.keys(shape)).filter((key) => key !== '$schema');
}

/** Returns the forms of a value, without wrappers that only make it optional. */
function listForms(def: SchemaDefinition): SchemaDefinition[] {
  if (def.innerType !== undefined) return listForms(def.innerType._zod.def);
  return def.options === undefined ? [def] : def.options.flatMap((option) => listForms(option._zod.def));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
