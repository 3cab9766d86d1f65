/** Puts a colour or weight around a text, or leaves it as it is. */
type Brush = (text: string) => string;

/** Colours, or none. */
export type Paint = Readonly<Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', Brush>>;

/**
 * What a terminal is told: 30 lines of our own, because every command loads them, and a package for it took 3 ms of each start to be joined
 * to the modules.
 */
export function createPaint(isOn: boolean): Paint {
  const brush = (open: string, close: string, again = open): Brush =>
    isOn ? (text) => (text === '' ? '' : `${open}${restart(text, close, again)}${close}`) : (text) => text;
  const colour = (code: number) => brush(`\u001b[${code}m`, '\u001b[39m');
  // Both weights end alike: the one that goes on is begun again.
  const weight = (code: number) => brush(`\u001b[${code}m`, '\u001b[22m', `\u001b[22m\u001b[${code}m`);
  return { bold: weight(1), dim: weight(2), red: colour(31), green: colour(32), yellow: colour(33), cyan: colour(36) };
}

/** What is painted inside ends its own colour, not the one around it. */
function restart(text: string, close: string, again: string): string {
  return text.replaceAll(close, again);
}
