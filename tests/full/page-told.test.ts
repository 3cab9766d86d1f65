import { describe, expect, it } from 'vitest';
import type { LessonEntry } from '../../src/delivery/journal/entry.ts';
import { writeJournal } from '../../src/live/journal.ts';
import { findOwnFolders } from '../../src/shared/folders.ts';
import { makeStage, type Stage } from '../e2e/stage.ts';
import { oneLesson } from '../e2e/stories.ts';
import { watchPages } from './support/page-stage.ts';

const { open } = watchPages();

/** A project in which a session is at work: the agent followed one stop, and made another call despite a note. */
async function makeToldStage(): Promise<{ stage: Stage; session: string }> {
  const stage = await makeStage(oneLesson);
  const start = '2026-03-06T09:00:00.000Z';
  const { calls, sessions } = await stage.tell(`sessions:
  - start: ${start}
    calls:
      - {id: stopped, shell: python3 tools/tide.py, blocked: "Stopped by a hardwon note from 2 past failures (L-001): Run uv run python instead."}
      - {id: right, shell: uv run python tools/tide.py, prints: loaded}
      - {id: noted, shell: python3 tools/berth.py, fails: "ModuleNotFoundError: No module named 'polars'"}
`);
  const [session = ''] = sessions;
  const entry = { lesson: 'L-001', project: stage.project, agent: 'claude-code', session, at: start };
  const call = (label: string) => calls.get(label) ?? '';
  const entries: LessonEntry[] = [
    { ...entry, what: 'shown', as: 'session-start' },
    { ...entry, what: 'shown', as: 'denial', call: call('stopped') },
    { ...entry, what: 'followed', as: 'denial', yes: true, call: call('right'), of: call('stopped') },
    { ...entry, what: 'helped', as: 'denial', yes: true, call: call('right'), of: call('stopped') },
    { ...entry, what: 'shown', as: 'advice', call: call('noted') },
    { ...entry, what: 'mistake', as: 'advice', call: call('noted'), of: call('noted') },
  ];
  writeJournal(findOwnFolders({ home: stage.home, env: {} }).data, entries);
  return { stage, session };
}

describe.each([1440, 1024, 390])('what hardwon said, at %i pixels', (width) => {
  it('is shown at the call, while agents work, and in sum', async () => {
    const { stage, session } = await makeToldStage();
    const { page, go, shot, checkAccess } = await open(stage, { width });
    const look = async (name: string) => {
      await shot(`told-${name}-${width}`);
      await checkAccess();
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect([name, overflow]).toEqual([name, 0]);
    };

    const card = page.getByRole('region', { name: 'What hooks said' });
    await expect
      .poll(() => card.getByRole('row').allTextContents())
      .toEqual([
        'Shown2about a call; the call was stopped once',
        'Followed1the agent did what it says; that worked once',
        'Ignored0',
        'Failed anyway1the call was made and failed',
        'Wrongly stopped0',
        'Prevented1the call was stopped or rewritten, and its replacement worked',
        'Unknown1no later call shows the effect',
      ]);
    const facts = page.locator('.hero-facts');
    expect(await facts.textContent()).toContain('Stopped by hooks1 callThe agent then did it right once.');
    expect(await facts.textContent()).toContain(
      'Followed by agents1 of 1lessons that hooks showed; the effect of 1 more is unknown',
    );
    await card.scrollIntoViewIfNeeded();
    await look('overview');

    await go(`#/session/claude-code/${session}`);
    const said = page.locator('.session-failures').first();
    await expect.poll(() => said.textContent()).toContain('What hardwon saidabout 2 calls');
    expect(await said.textContent()).toContain('a mistake prevented');
    await look('session');
    await go(`#/session/claude-code/${session}?call=0`);
    const here = page.locator('.call .told');
    await expect.poll(() => here.textContent()).toContain('What hardwon said hereStopped the call: L-001');
    expect(await here.textContent()).toContain('uv run python');
    await look('call');
    await here.getByRole('link').click();
    await expect.poll(() => page.url()).toContain('/L-001');
    const live = page.locator('.facts div', { hasText: /^Live/ });
    await expect.poll(() => live.textContent()).toMatch(/^Liveshown \d×, followed 1×, .*failed anyway 1×/);
    expect(await live.textContent()).not.toContain(' 0×');

    await page.clock.setFixedTime('2026-03-06T09:02:00Z');
    await go('#/live');
    await expect
      .poll(() => page.locator('.live-card .told').allTextContents())
      .toEqual([
        expect.stringContaining('The agent followed it, and the call it made instead worked: a mistake prevented.'),
        expect.stringContaining('The agent made the call anyway, and it failed.'),
      ]);
    await look('live');
  });
});
