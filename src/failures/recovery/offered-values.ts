/**
 * Returns the values that an error lists as the only valid ones: "[possible values: red, green]", "(choose from 'red', 'green')".
 * Empty if one of them is not a plain word, because then it was not a list.
 */
export function offeredValues(output: string, diagnostic: string): string[] {
  const at = output.indexOf(diagnostic);
  const near = at < 0 ? diagnostic : output.slice(at, at + diagnostic.length + 400);
  const list = LISTS.exec(near)?.[1];
  if (list === undefined) return [];
  const values = list
    .split(/,\s*(?:or |and )?|\s+(?:or|and)\s+|\s*\|\s*/)
    .map((value) => value.trim().replace(/^['"`]|['"`.]+$/g, ''));
  const plain = values.filter((value) => /^[\w+:][\w.+:-]{0,30}$/.test(value));
  return plain.length === values.length && plain.length >= 2 && plain.length <= 16 ? plain : [];
}

const LISTS =
  /(?:possible values:|choose from|[Aa]llowed choices are|is not one of|must be (?:one of:?|either)|to be one of:|[Vv]alid (?:values|options|choices) are:?|[Ee]xpected one of:?) ?[[{]?([^\])}\n]{3,300})/;
