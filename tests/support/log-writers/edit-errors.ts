import type { CallStep } from '../described-session.ts';

/** Why an edit was refused. */
export type EditTrouble = 'absent' | 'ambiguous' | 'stale' | 'unread';

/** What an agent's edit tool says; `{path}` and `{old}` stand for the file and the text. A trouble that it does not know is left out. */
export type EditWords = Partial<Record<EditTrouble, string>>;

/** Cases are told in the words of Claude Code. */
const TOLD: Readonly<Record<EditTrouble, RegExp>> = {
  absent: /^String to replace not found in file\./,
  ambiguous: /^Found \d+ matches of the string to replace/,
  stale: /^File has been modified since read/,
  unread: /^File has not been read yet\./,
};

/** The error of an edit in the words of another agent; all other errors as they are. */
export function wordEdit({ use, end }: CallStep, words: EditWords): string {
  const text = end.how === 'error' ? end.text : '';
  const trouble = troubleOf(text);
  const own = trouble === undefined ? undefined : words[trouble];
  if (own === undefined || use.tool !== 'edit') return text;
  return own.replaceAll('{path}', use.path).replaceAll('{old}', () => use.old);
}

/** Why an agent cannot tell of a refused edit; nothing if it can. */
export function whyNotEdit({ use, end }: CallStep, words: EditWords): string | undefined {
  const trouble =
    end.how === 'error' && (use.tool === 'edit' || use.tool === 'write') ? troubleOf(end.text) : undefined;
  return trouble === undefined || words[trouble] !== undefined ? undefined : `no edit is refused for being ${trouble}`;
}

function troubleOf(text: string): EditTrouble | undefined {
  return (Object.keys(TOLD) as EditTrouble[]).find((trouble) => TOLD[trouble].test(text));
}
