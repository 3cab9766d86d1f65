import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Surroundings } from '../../src/shared/surroundings.ts';
import type { Done } from '../../src/web/answers/changes.ts';
import type { LessonDetail, Lessons } from '../../src/web/answers/lessons.ts';
import type { Status, StatusProblem } from '../../src/web/answers/status.ts';
import { type Served, type ServeOptions, servePage } from '../../src/web/serve.ts';
import { makeStage, NOW, type Stage } from '../e2e/stage.ts';
import { everyFile } from '../e2e/stories.ts';

/** A server over the sessions of a stage. */
export interface ServedStage extends Served {
  /** Asks with the key. */
  get<T>(path: string): Promise<T>;
  /** Posts with the key and says what came of it. */
  post<T>(path: string, body: unknown): Promise<{ status: number; body: T }>;
  /** A request with exactly these headers; a browser and `fetch` would not let one choose them. */
  raw(path: string, headers: Record<string, string>, method?: string, body?: string): Promise<RawAnswer>;
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export const TOKEN = 'a-key-for-the-tests-of-the-page';

const open: { served: Served; folder: string }[] = [];

/** Serves the sessions of a stage, and waits until they are read. */
export async function serveStage(
  stage: Pick<Stage, 'home' | 'project'>,
  options: Partial<ServeOptions> = {},
): Promise<ServedStage> {
  const folder = await mkdtemp(join(tmpdir(), 'hardwon-page-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(join(folder, 'app.js'), 'export {};');
  const here = (): Surroundings => ({ cwd: stage.project, home: stage.home, env: {}, now: new Date(NOW) });
  const served = await servePage({
    port: 0,
    token: TOKEN,
    readOnly: false,
    here,
    request: () => ({ ...here(), join: [] }),
    pageFolder: folder,
    // A test that wants a backtest names a command.
    backtest: [],
    ...options,
  });
  open.push({ served, folder });
  await served.picture.refresh();
  const { host, port } = new URL(served.address);
  const raw: ServedStage['raw'] = (path, headers, method = 'GET', body) =>
    new Promise((done, fail) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers, setHost: false }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
      });
      sent.on('error', fail);
      sent.end(body);
    });
  const key = { host, authorization: `Bearer ${TOKEN}` };
  return {
    ...served,
    raw,
    async get<T>(path: string) {
      const answer = await raw(path, key);
      if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${answer.body}`);
      return JSON.parse(answer.body) as T;
    },
    async post<T>(path: string, body: unknown) {
      const answer = await raw(path, { ...key, 'content-type': 'application/json' }, 'POST', JSON.stringify(body));
      return { status: answer.status, body: JSON.parse(answer.body) as T };
    },
  };
}

/** Ends every server of the file; for `afterAll`. */
export async function endServers(): Promise<void> {
  await Promise.all(
    open.splice(0).map(async ({ served, folder }) => {
      await served.close();
      await rm(folder, { recursive: true, force: true });
    }),
  );
}

/** A project that has learned something, and its server. */
export interface ServedWorld {
  stage: Stage;
  server: ServedStage;
  /** Its id. */
  project: string;
  /** The first lesson that has these words. */
  find(search: string): Promise<LessonDetail>;
  /** Decides on a lesson. */
  decide(id: string, body: object): Promise<{ status: number; body: Done & StatusProblem }>;
}

/** Makes such a project. */
export async function serveWorld(): Promise<ServedWorld> {
  const stage = await makeStage(everyFile);
  const server = await serveStage(stage);
  const project = (await server.get<Status>('/api/status')).projects[0]?.id ?? '';
  return {
    ...{ stage, server, project },
    async find(search) {
      const [row] = (await server.get<Lessons>(`/api/lessons?search=${encodeURIComponent(search)}`)).rows;
      return server.get<LessonDetail>(`/api/lessons/${project}/${row?.id}`);
    },
    decide: (id, body) => server.post(`/api/lessons/${project}/${id}`, body),
  };
}
