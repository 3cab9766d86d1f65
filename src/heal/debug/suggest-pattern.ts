import { readErrorPattern } from '../../memory/tool-fixes/tool-fix.ts';
import { stripControls } from '../../shared/terminal.ts';
import { diagnose } from '../detect.ts';

const LONGEST = 120;

/**
 * Suggests the pattern under which to save a fix for this error: the informative line, with placeholders for the parts that vary.
 * A person or an agent makes it more precise; `TEXT` if no line is informative.
 */
export function suggestPattern(error: string | undefined): string {
  const line = error === undefined ? undefined : findTellingLine(stripControls(error));
  if (line === undefined) return 'TEXT';
  const words = line.split(/\s+/).map(openWord).join(' ').slice(0, LONGEST).trim();
  const joined = words.replace(/(?:<any> ?){2,}/g, '<any> ').trim();
  return readErrorPattern(joined) === undefined ? 'TEXT' : joined;
}

/** Replaces a path, an address, a number or an id, which will differ the next time. */
function openWord(word: string): string {
  if (/^\(?(?:https?:\/\/|file:\/\/|[A-Za-z]:\\|~?\.{0,2}\/)/.test(word) || /[\w.-]\/[\w.-]/.test(word)) return '<path>';
  if (/\d/.test(word) && /^[\W\d]*[0-9a-f-]{7,}\W*$/i.test(word)) return '<any>';
  return word.replace(/\d{1,20}/g, '<n>');
}

function findTellingLine(error: string): string | undefined {
  const healable = diagnose({ text: error })?.line;
  if (healable !== undefined) return healable;
  const lines = error
    .split('\n')
    .slice(-500)
    .map((line) => line.slice(0, 1000).trim())
    .filter((line) => line !== '' && !/^(?:at |File "|\^|~|\||Traceback )/.test(line));
  const telling = lines.findLast((line) =>
    /\b(?:error|failed|failure|fatal|cannot|can't|could not|unable|not found|no such|denied|invalid|unknown|missing|exception|panic)\b/i.test(
      line,
    ),
  );
  return telling ?? lines.at(-1);
}
