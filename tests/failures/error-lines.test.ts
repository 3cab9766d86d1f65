import { describe, expect, it } from 'vitest';
import { collectErrorLines, KnownErrors } from '../../src/failures/error-lines.ts';
import { viewSession } from '../../src/failures/recovery/session-view.ts';
import { call, roots } from '../lessons/story.ts';

const complaint = 'error: profile north is not defined in tides.toml';
const flagged = call('s1', 1, { command: 'tide pack --north' }, { outcome: 'failed', exitCode: 1, output: complaint });
const hidden = call(
  's2',
  1,
  { command: 'tide pack --north 2>&1 | tail -5' },
  { output: `packing 3 gauges\n${complaint}\n` },
);
const fine = call('s3', 1, { command: 'tide pack --try' }, { output: complaint });

function linesOf(...calls: ReturnType<typeof call>[]) {
  return collectErrorLines(viewSession(calls, roots).flatMap(({ steps }) => steps));
}

function learned(...lines: ReturnType<typeof linesOf>[]): KnownErrors {
  const known = new KnownErrors();
  for (const one of lines) known.add(one);
  return known;
}

function judged(one: ReturnType<typeof call>, known?: KnownErrors) {
  return viewSession([one], roots, known)[0]?.steps[0];
}

describe('a line that only failing calls print', () => {
  const known = learned(linesOf(flagged));

  it('makes a failure of a call whose status a pipe hides', () => {
    expect(judged(hidden)?.outcome).toBe('unknown');
    expect(judged(hidden, known)?.failure).toMatchObject({
      masked: true,
      heard: true,
      diagnostic: complaint,
      command: { name: 'tide' },
    });
  });

  it('is the same one with other numbers and folders', () => {
    const other = { ...hidden, output: complaint.replace('tides.toml', '/home/ada/7/tides.toml') };
    const same = learned(linesOf({ ...flagged, output: complaint.replace('tides.toml', '/home/bob/12/tides.toml') }));
    expect(judged(other, same)?.outcome).toBe('failed');
  });

  it.each([
    ['a call that worked printed it too', hidden, learned(linesOf(fine), linesOf(flagged))],
    ['a file is shown that holds it', { ...hidden, input: { command: 'cat last.log | tail -5' } }, known],
    ['a fallback stands behind it', { ...hidden, input: { command: 'tide pack || true' } }, known],
    ['nobody failed with it', hidden, learned(linesOf(hidden))],
  ])('says nothing where %s', (_, one, lines) => {
    expect(judged(one, lines)?.failure).toBeUndefined();
  });

  it('is found whatever the order of the sessions, and again after it was used', () => {
    const there = learned(linesOf(flagged), linesOf(hidden), linesOf(fine));
    const back = learned(linesOf(fine), linesOf(hidden), linesOf(flagged));
    const { open } = linesOf(hidden);
    expect(there.among(open)).toEqual(back.among(open));
    const steps = viewSession([hidden], roots, known).flatMap((view) => view.steps);
    expect(collectErrorLines(steps).open).toEqual(open);
  });
});

describe('an error that is all a call printed', () => {
  const bare = { ...hidden, output: 'gauge north: unknown profile\nFailed to pack.' };

  it('is a failure where nearly the same call comes next', () => {
    const again = call('s2', 2, { command: 'tide pack --south 2>&1 | tail -5' }, { output: 'packed' });
    const [view] = viewSession([bare, again], roots);
    expect(view?.steps.map(({ outcome }) => outcome)).toEqual(['failed', 'worked']);
  });

  it.each(['wick list', 'tide show --south', bare.input.command ?? ''])(
    'is left open where %s comes next',
    (command) => {
      const [view] = viewSession([bare, call('s2', 2, { command }, { output: 'done' })], roots);
      expect(view?.steps[0]?.outcome).toBe('unknown');
    },
  );
});
