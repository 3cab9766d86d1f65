/** Removes the text that the client, not a tool or person, adds to a result or a prompt for the model. */
export function stripReminders(text: string): string {
  return text.includes('<system-reminder>') ? stripBlocks(text, 'system-reminder').trim() : text;
}

/** Returns the text without `<tag ...>...</tag>`; an unclosed tag extends to the end. */
export function stripBlocks(text: string, tag: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const start = findTag(text, tag, from);
    if (start < 0) return kept + text.slice(from);
    kept += text.slice(from, start);
    const end = text.indexOf(`</${tag}>`, start);
    if (end < 0) return kept;
    from = end + tag.length + 3;
  }
}

/** Returns the text between `<tag>` and `</tag>`; to the end of the text if the tag is not closed. */
export function insideTag(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  if (start < 0) return undefined;
  const from = start + tag.length + 2;
  // The last one closes it: an output may mention the tag itself.
  const end = text.lastIndexOf(`</${tag}>`);
  return text.slice(from, end < from ? text.length : end);
}

function findTag(text: string, tag: string, from: number): number {
  for (let at = text.indexOf(`<${tag}`, from); at >= 0; at = text.indexOf(`<${tag}`, at + 1)) {
    const next = text[at + tag.length + 1];
    if (next === '>' || next === ' ') return at;
  }
  return -1;
}
