import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { withConfig } from '../../src/app/configured-request.ts';
import { type MadePicture, type PictureMaker, StepwiseMaker } from '../../src/web/make-picture.ts';
import type { ReadingProgress } from '../../src/web/picture.ts';
import { ThreadedMaker } from '../../src/web/threaded-maker.ts';
import { clearStages, makeBuiltStage, NOW, type Stage } from './stage.ts';
import { everyFile, laterLesson, oneLesson } from './stories.ts';

/** A thread starts from a script of the build. */
const script = pathToFileURL(resolve(import.meta.dirname, '../../dist/picture-thread.mjs'));

const makers: PictureMaker[] = [];
afterEach(async () => {
  for (const maker of makers.splice(0)) await maker.close();
});
afterAll(clearStages);

function orderOf(stage: Stage) {
  const here = { cwd: stage.project, home: stage.home, env: {}, now: new Date(NOW), join: [] };
  return { ...here, all: true, apply: false, force: false, fresh: false };
}

function threadOf(stage: Stage, from = script): ThreadedMaker {
  const order = () => orderOf(stage);
  const maker = new ThreadedMaker(from, order, new StepwiseMaker(() => withConfig(order()), { hasOwn: true }));
  makers.push(maker);
  return maker;
}

/** What is shown, without the sessions behind it. */
async function make(maker: PictureMaker, onProgress: (progress: ReadingProgress) => void = () => {}) {
  const { library, ...shown }: MadePicture = await maker.make(onProgress);
  library.close();
  return shown;
}

describe('a picture that a thread makes', () => {
  it('is the one that is made without, and tells how far it is', async () => {
    const stage = await makeBuiltStage(everyFile);
    const told: ReadingProgress[] = [];
    const shown = await make(threadOf(stage), (progress) => told.push(progress));
    expect(shown).toEqual(await make(new StepwiseMaker(() => withConfig(orderOf(stage)), { hasOwn: true })));
    expect(shown.projects[0]?.report.lessons.length).toBeGreaterThan(0);
    expect(told.some(({ done, mined }) => done > 0 && mined === undefined)).toBe(true);
    expect(told.at(-1)?.mined).toEqual({ done: shown.projects.length - 1, total: shown.projects.length });
  });

  it('has the sessions behind it', async () => {
    const stage = await makeBuiltStage(oneLesson);
    const { library, projects } = await threadOf(stage).make(() => {});
    const { agent, session, calls } = projects[0]?.sessions[0] ?? { agent: '', session: '', calls: 0 };
    const log = await library.readSession({ agent, session });
    expect(log.calls).toHaveLength(calls);
    expect(await library.recallText(agent, log.calls[0]?.id ?? '')).toMatchObject({ input: expect.any(String) });
    library.close();
  });

  it('keeps what has no news', async () => {
    const stage = await makeBuiltStage(oneLesson);
    const maker = threadOf(stage);
    const first = await make(maker);
    const second = await make(maker);
    expect(second.projects[0]).toBe(first.projects[0]);
    await stage.tell(laterLesson);
    const third = await make(maker);
    expect(third.projects[0]?.sessions.length).toBeGreaterThan(first.projects[0]?.sessions.length ?? 0);
  });

  it('fails where its request does, and is made as soon as that is mended', async () => {
    const stage = await makeBuiltStage(oneLesson);
    const maker = threadOf(stage);
    const config = join(stage.project, 'hardwon.config.json');
    await writeFile(config, '{ "budget": ');
    await expect(maker.make(() => {})).rejects.toThrow('hardwon.config.json');
    await rm(config);
    expect((await make(maker)).projects).toHaveLength(1);
  });

  it('is made without where the thread ends', async () => {
    const stage = await makeBuiltStage(oneLesson);
    const broken = join(stage.home, 'broken.mjs');
    await writeFile(broken, 'throw new Error("no");');
    const maker = threadOf(stage, pathToFileURL(broken));
    expect((await make(maker)).projects).toHaveLength(1);
    expect((await make(maker)).projects).toHaveLength(1);
  });

  it('is made without where no index can be kept', async () => {
    const stage = await makeBuiltStage(oneLesson);
    // A file is in the way of the folder.
    await rm(join(stage.home, '.cache'), { recursive: true, force: true });
    await mkdir(join(stage.home, '.cache'));
    await writeFile(join(stage.home, '.cache/hardwon'), '');
    const { library, projects } = await threadOf(stage).make(() => {});
    const { agent, session, calls } = projects[0]?.sessions[0] ?? { agent: '', session: '', calls: 0 };
    expect((await library.readSession({ agent, session })).calls).toHaveLength(calls);
    expect(calls).toBeGreaterThan(0);
    library.close();
  });
});
