/** `eslint-plugin-unicorn(prefer-ternary)` is what people configure as `unicorn/prefer-ternary`. */
export function nameRule(rule: string, plugin: string | undefined, line: string): string {
  // The one well-known rule that asks for opposite things in different projects.
  if (rule === 'func-style' && line.includes('Expected a function declaration')) return 'func-style:declaration';
  const short = plugin?.replace(/^eslint-plugin-|-eslint$/g, '');
  return short === undefined || short === 'eslint' ? rule : `${short}/${rule}`;
}
