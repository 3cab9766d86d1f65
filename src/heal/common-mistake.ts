import type { Lesson } from '../lessons/lesson.ts';
import { EXPRESSION_MARK } from '../lessons/triggers/error-pattern.ts';

/** What of a lesson tells that it is a common mistake of another tool memory. */
export type MaybeMistake = Pick<Lesson, 'guidance'> & Partial<Pick<Lesson, 'kind' | 'origin'>>;

/** A common mistake that was imported is found by the tools that it lists; one that lists none, by an error that names what it is about. */
export function triggerOfMistake(lesson: MaybeMistake): { rule: string; error?: string } | undefined {
  const tools = toolsOfMistake(lesson);
  if (tools.length > 0) return { rule: `Bash({${tools.join(',')}} *)` };
  const names = namesOfMistake(lesson);
  return names.length > 0 ? { rule: 'Tool(*)', error: `${EXPRESSION_MARK}(${names.join('|')})` } : undefined;
}

/** The tools of a common mistake that was imported, as it lists them with what they need: `press` `--force`. */
export function toolsOfMistake({ kind, origin, guidance }: MaybeMistake): string[] {
  if (kind !== 'command' || !origin?.startsWith('imported on ')) return [];
  return [...new Set([...guidance.matchAll(/`(\w[\w.-]{0,60})` `/g)].map(([, name = '']) => name))];
}

/** More are a text, and no mistake. */
const MOST_NAMES = 10;

/** Words that somebody may write in capitals, and that stand in errors of all kinds. */
const GENERAL = new Set(
  (
    'api cli css csv dns gui html http https ids ide ini json pdf sdk sql ssh ssl tcp tls udp uri url utf xml yaml ' +
    'all always and any are but can code date does each error etc fail failed file for from full get had has its may must never new no ' +
    'none not note null ok one only our out run see set that the then this todo true false use user was when will with yes you your'
  ).split(' '),
);

/** What it speaks of by a name that no sentence has by chance: `IMAGE_TAG`, `sha256`, `--yes`, `SHA`. Each as an expression. */
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
