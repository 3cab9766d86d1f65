import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Progress } from '../../src/cli/progress.ts';

/** A stream that keeps what is written to it. */
class Screen extends Writable {
  text = '';
  columns = 40;
  constructor(readonly isTTY: boolean) {
    super();
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

const pause = () => new Promise((done) => setTimeout(done, 320));

describe('progress', () => {
  it('is shown after a moment, within the width, and taken away', async () => {
    const screen = new Screen(true);
    const progress = new Progress({ stderr: screen, env: { TERM: 'xterm' } });
    progress.reading(0, 50_000_000);
    expect(screen.text).toBe('');
    await pause();
    progress.reading(25_000_000, 50_000_000);
    const drawn = screen.text.split('\r').at(-1)?.replace('\u001b[2K', '') ?? '';
    expect(drawn).toMatch(/^Reading sessions █+/);
    expect(drawn.length).toBeLessThan(40);
    progress.clear();
    expect(screen.text.endsWith('\r\u001b[2K')).toBe(true);
  });

  it('is not drawn in a terminal that cannot take it away', async () => {
    const screen = new Screen(true);
    const progress = new Progress({ stderr: screen, env: { TERM: 'dumb' } });
    await pause();
    progress.show('Reading', 1, 2, 'half');
    progress.clear();
    expect(screen.text).toBe('');
  });

  it('is never in a pipe, nor where there is nothing to do', async () => {
    const [pipe, screen] = [new Screen(false), new Screen(true)];
    const both = [pipe, screen].map((stream) => new Progress({ stderr: stream, env: {} }));
    await pause();
    both[0]?.show('Reading', 1, 2, 'half');
    both[1]?.show('Reading', 0, 0, 'none');
    for (const progress of both) progress.clear();
    expect([pipe.text, screen.text]).toEqual(['', '']);
  });
});
