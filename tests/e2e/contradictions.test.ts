import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearStages, joinLines, makeStage, type Stage } from './stage.ts';
import { opposedLessons } from './stories.ts';

afterAll(clearStages);

describe('two lessons that contradict each other', () => {
  let stage: Stage;
  const idOf = async (words: string) =>
    (await stage.learn()).lessons.find(({ guidance }) => guidance.includes(words))?.id ?? '';
  const statuses = async () =>
    Object.fromEntries(
      (await stage.learn()).lessons.map(({ guidance, status }) => [/with(?:out)?/.exec(guidance)?.[0], status]),
    );

  beforeAll(async () => {
    stage = await makeStage(opposedLessons);
  });

  it('are not both told, and why names the other one', async () => {
    expect(await statuses()).toEqual({ without: 'ready', with: 'watching' });
    const [told, watched] = [await idOf('without `--strict`'), await idOf('with `--strict`')];
    expect(joinLines((await stage.run(['why', watched])).stdout)).toContain(
      `watched it contradicts ${told} (Run \`pack crates\` without \`--strict\`), which more calls or later calls confirm`,
    );
    expect((await stage.run(['why', told])).stdout).not.toContain('speaks against');
  });

  it('change places by the word of a person', async () => {
    expect((await stage.run(['learn', '--apply'])).code).toBe(0);
    const [told, watched] = [await idOf('without `--strict`'), await idOf('with `--strict`')];
    expect((await stage.run(['confirm', watched, '--human'])).code).toBe(0);
    expect(await statuses()).toEqual({ without: 'watching', with: 'ready' });
    expect(joinLines((await stage.run(['why', told])).stdout)).toContain(`it contradicts ${watched}`);
    expect((await stage.run(['undo'])).code).toBe(0);
    expect(await statuses()).toEqual({ without: 'ready', with: 'watching' });
    expect((await stage.run(['reject', told])).code).toBe(0);
    expect(await statuses()).toEqual({ with: 'ready' });
  });
});
