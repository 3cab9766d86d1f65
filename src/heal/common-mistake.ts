import type { Lesson } from '../lessons/lesson.ts';
import { EXPRESSION_MARK } from '../lessons/triggers/error-pattern.ts';

/** The parts of a lesson that show whether it is a common mistake from another tool memory. */
export type MaybeMistake = Pick<Lesson, 'guidance'> & Partial<Pick<Lesson, 'kind' | 'origin'>>;

/**
 * Returns the trigger of an imported common mistake: the tools that it lists or, if it lists none, an error that names its topic.
 */
export function triggerOfMistake(lesson: MaybeMistake): { rule: string; error?: string } | undefined {
  const tools = toolsOfMistake(lesson);
  if (tools.length > 0) return { rule: `Bash({${tools.join(',')}} *)` };
  const names = namesOfMistake(lesson);
  return names.length > 0 ? { rule: 'Tool(*)', error: `${EXPRESSION_MARK}(${names.join('|')})` } : undefined;
}

/** Returns the tools of an imported common mistake, as it lists them with what they need: `press` `--force`. */
export function toolsOfMistake({ kind, origin, guidance }: MaybeMistake): string[] {
  if (kind !== 'command' || !origin?.startsWith('imported on ')) return [];
  return [...new Set([...guidance.matchAll(/`(\w[\w.-]{0,60})` `/g)].map(([, name = '']) => name))];
}

/** Upper bound: a text with more names is not a common mistake. */
const MOST_NAMES = 10;

/** Words that people may write in capitals, and that occur in errors of all kinds. */
const GENERAL = new Set(
  (
    'api cli css csv dns gui html http https ids ide ini json pdf sdk sql ssh ssl tcp tls udp uri url utf xml yaml ' +
    'all always and any are but can code date does each error etc fail failed file for from full get had has its may must never new no ' +
    'none not note null ok one only our out run see set that the then this todo true false use user was when will with yes you your'
  ).split(' '),
);

/**
 * Returns the names in it that no sentence contains by chance: `IMAGE_TAG`, `sha256`, `--yes`, `SHA`. Each is a regular
 * expression.
 */
function namesOfMistake({ kind, origin, guidance }: MaybeMistake): string[] {
  if (kind !== 'command' || !origin?.startsWith('imported on ') || !origin.endsWith('(tool memory)')) return [];
  const flags = [...guidance.matchAll(/(?<![\w-])--[a-z][a-z0-9-]{1,40}/g)].map(([flag]) => flag);
  const words = [...guidance.matchAll(/(?<![\w-])\w{3,40}(?![\w-])/g)]
    .map(([word]) => word)
    .filter((word) => /^[A-Z]+$|[a-z][A-Z]|[A-Za-z]_[A-Za-z]|^[a-z]+\d+$/.test(word))
    .map((word) => word.toLowerCase())
    .filter((word) => !GENERAL.has(word));
  return [...new Set([...flags.map((flag) => `${flag}([^a-z0-9-]|$)`), ...words.map((word) => `\\b${word}\\b`)])].slice(
    0,
    MOST_NAMES,
  );
}
