/** Adds a colour or weight to a text, or returns it unchanged. */
type Brush = (text: string) => string;

/** Colours, or none. */
export type Paint = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', Brush>>;

/**
 * Creates the escape sequences for a terminal. These 30 lines are our own because every command loads them, and a package took 3
 * ms of each start to link.
 */
export function createPaint(isOn: boolean): Paint {
  const brush = (open: string, close: string, again = open): Brush =>
    isOn ? (text) => (text === '' ? '' : `${open}${restart(text, close, again)}${close}`) : (text) => text;
  const colour = (code: number) => brush(`\u001b[${code}m`, '\u001b[39m');
  // Both weights have the same end code, so the outer one must be started again.
  const weight = (code: number) => brush(`\u001b[${code}m`, '\u001b[22m', `\u001b[22m\u001b[${code}m`);
  return { bold: weight(1), dim: weight(2), red: colour(31), green: colour(32), yellow: colour(33), cyan: colour(36) };
}

/** Restarts the outer style after the end of an inner one. */
function restart(text: string, close: string, again: string): string {
  return text.replaceAll(close, again);
}
