import { asJson } from '../shared/json-values.ts';
import type { CallInput, ToolKind } from './call.ts';
import { clip, LIMITS } from './excerpt.ts';

type TextField = 'command' | 'path' | 'pattern' | 'glob' | 'oldText' | 'newText' | 'url';
type NumberField = 'timeoutMs' | 'offset' | 'limit';
type FlagField = 'background' | 'replaceAll';

/** A field of a call's input. */
type InputField = TextField | NumberField | FlagField;

/** Arguments that have a dedicated field, by the agent's name for them. */
export type FieldNames = Readonly<Record<string, InputField>>;

/** The same for each kind of tool. */
export type FieldTable = Readonly<Partial<Record<ToolKind, FieldNames>>>;

/** Upper bound for the arguments kept by name besides those with a dedicated field; a tool with more has none that matter. */
const MOST_ARGUMENTS = 32;

/** Returns the arguments that lessons are made of; long ones are clipped. */
export function readArguments(fields: FieldNames | undefined, value: unknown): CallInput {
  const raw = asJson(value);
  const input: CallInput = {};
  let rest: Record<string, string | number | boolean> | undefined;
  let count = 0;
  for (const key in raw) {
    const argument = raw[key];
    const field = fields !== undefined && Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field !== undefined && fillField(input, field, argument)) continue;
    const isPlain = typeof argument === 'string' || typeof argument === 'number' || typeof argument === 'boolean';
    if (!isPlain || argument === '' || argument === false || key === '__proto__' || key.length > 100) continue;
    if (++count > MOST_ARGUMENTS) break;
    rest ??= {};
    rest[key] = typeof argument === 'string' ? clip(argument, LIMITS.argument) : argument;
  }
  if (rest !== undefined) input.rest = rest;
  return input;
}

/** Puts an argument into its field; returns false if it has the wrong type. */
export function fillField(input: CallInput, field: InputField, value: unknown): boolean {
  switch (field) {
    case 'timeoutMs':
    case 'offset':
    case 'limit':
      if (typeof value !== 'number') return false;
      input[field] = value;
      return true;
    case 'background':
    case 'replaceAll':
      if (value === true) input[field] = true;
      return typeof value === 'boolean';
    default:
      if (typeof value !== 'string') return false;
      if (value !== '') input[field] = clip(value, limitOf(field));
      return true;
  }
}

/** Whether the successful answer of a tool is the content of a file. */
export function answersWithFile(kind: ToolKind): boolean {
  return kind === 'read' || kind === 'edit' || kind === 'write';
}

function limitOf(field: TextField): number {
  if (field === 'command') return LIMITS.command;
  return field === 'oldText' || field === 'newText' ? LIMITS.edit : LIMITS.argument;
}
