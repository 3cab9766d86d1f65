import type { Wording } from '../lesson-words.ts';
import { code, fixed, listWords, type Quotable, quotable, quotablePath, quote, say, times } from '../quotable.ts';

/** Words the lesson about an existing folder in which searches do not find what they find in another. */
export const wordSearchScope: Wording = (group, history) => {
  const claim = group.claims.at(-1);
  const wrong = quotablePath(claim?.wrong, 160);
  const right = claim?.right === '' ? quote`` : quotablePath(claim?.right, 160);
  if (!claim || !wrong || right === undefined) return undefined;
  // If searches find something in the folder, it is not a wrong place: only these things are not in it.
  if (history.countHits(claim.wrong) * 3 >= group.occurrences) return undefined;
  // A name, perhaps with a word before it: more words are a text, which a lesson does not repeat.
  const patterns = [...new Set(group.claims.map(({ facts }) => facts?.pattern ?? ''))]
    .filter((text) => /^\S+(?: \S+)?$/.test(text))
    .flatMap((text) => quotable(text, 40) ?? []);
  const things = patterns.slice(0, 3);
  const looked = things.length > 0 ? listWords(things.map(code)) : fixed('what was looked for');
  const where = right === '' ? fixed("the repository's root") : code(folder(right));
  return {
    kind: 'search-scope',
    reach: 'project',
    title: say`Search ${where}, not ${code(folder(wrong))}`,
    guidance: say`Search in ${where}: ${looked} ${things.length > 1 ? 'are' : 'is'} there, not in ${code(folder(wrong))}.`,
    against: patterns,
    pattern: say`The same search found nothing in ${code(folder(wrong))} and then something in ${where}, ${times(group.occurrences)}.`,
    scope: right === '' ? [] : [quote`${right}/**`],
    rule: quote`Grep(${wrong}/**)`,
  };
};

function folder(path: Quotable): Quotable {
  return /\.\w+$/.test(path) ? path : quote`${path}/`;
}
