import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestCommand } from '../../programs/test-runner.ts';
import { ATTEMPT_OF } from '../../shared/attempt-of.ts';
import { AppError } from '../../shared/errors.ts';
import { type ProgramOptions, runProgram } from '../run-program.ts';
import { type Carriage, carryDependencies } from '../scratch/dependencies.ts';
import { mapEnvironment } from '../scratch/environment.ts';
import { bundleBase, makeScratch } from '../scratch/make-scratch.ts';
import { mapCheckout, mapPaths } from '../scratch/path-map.ts';
import { leadPython } from '../scratch/python-path.ts';
import { noteStart, type Scratch } from '../scratch/scratch.ts';
import { listUncommitted, type Source } from '../scratch/source.ts';
import type { LoopRequest, Workbench } from './loop-request.ts';
import type { RunRecord } from './run-record.ts';
import { noteStarted, runFolder } from './run-store.ts';

/** The place where attempts are made. */
export interface Bench {
  source: Source;
  scratch: Scratch;
  /** The folder of the scratch checkout that the task is about. */
  cwd: string;
  /** The environment of the programs that are run there. */
  env: NodeJS.ProcessEnv;
  tests: TestCommand;
}

/** The setup may download and compile. */
const SETUP_TIMEOUT = 30 * 60_000;

/** Creates a scratch checkout that is ready for the tests, and records in the run how to create it again. */
export async function prepareBench(
  run: RunRecord,
  source: Source,
  request: LoopRequest,
  { findTests, onEvent, signal }: Workbench,
): Promise<Bench> {
  const files = runFolder(request.dataDir, run.id);
  onEvent?.({ type: 'preparing', what: 'making a scratch checkout' });
  const { base, hasBundle } = run;
  const from = base === undefined ? {} : { from: { base, bundle: hasBundle ? files.bundle : undefined } };
  const branch = `hardwon/${run.id}`;
  const tell = (text: string) => onEvent?.({ type: 'notice', text });
  const made = await makeScratch({
    source,
    folder: files.scratch,
    branch,
    withChanges: request.withChanges,
    tell,
    ...from,
  });
  if (base === undefined) {
    run.base = made.base;
    run.hasBundle = await bundleBase(made, source.head, files.bundle);
  }
  const cwd = join(made.tree, source.prefix);
  const { carried, settings, env } = await equip(source, made, request, { cwd, tell, signal });
  if (request.setup !== undefined) {
    onEvent?.({ type: 'preparing', what: 'setting up' });
    const onStart = (pid: number) => noteStarted(request.dataDir, run, pid);
    await setUp(request.setup, { cwd, env, onStart, signal });
  }
  const scratch = await noteStart(made);
  const tests = await findTests(cwd);
  if (!tests)
    throw new AppError('not-found', `No tests were found in ${join(source.root, source.prefix)}.`, {
      hint: 'Name the command with --tests "npm test", or as tests.command in the configuration.',
    });
  const uncommitted = request.withChanges ? 0 : (await listUncommitted(source)).length;
  onEvent?.({ type: 'prepared', root: source.root, uncommitted, carried, settings, tests });
  return { source, scratch, cwd, env, tests };
}

/** Gives a scratch checkout its dependencies, and an environment in which nothing refers to the user's files. */
async function equip(
  source: Source,
  scratch: Scratch,
  { folder, dependencies }: LoopRequest,
  { cwd, tell, signal }: { cwd: string; tell: (notice: string) => void; signal: AbortSignal | undefined },
): Promise<Pick<Carriage, 'carried' | 'settings'> & Pick<Bench, 'env'>> {
  const { PWD, INIT_CWD, VIRTUAL_ENV } = process.env;
  const map = await mapCheckout(source.root, scratch.tree, [folder, PWD, INIT_CWD, VIRTUAL_ENV]);
  const { carried, settings, moves, notices } = await carryDependencies(source, scratch, dependencies, map, signal);
  for (const notice of notices) tell(notice);
  const all = mapPaths([...map.moves, ...moves]);
  const env = await leadPython(mapEnvironment(process.env, all, cwd), all, tell);
  return { carried, settings, env: { ...env, [ATTEMPT_OF]: source.root } };
}

/** Makes the patch of an attempt that of the run. */
export async function keepResult(dataDir: string, { id }: Pick<RunRecord, 'id'>, attempt: number): Promise<string> {
  const files = runFolder(dataDir, id);
  await copyFile(files.patch(attempt), files.result);
  return files.result;
}

async function setUp(
  command: string | readonly string[],
  options: Pick<ProgramOptions, 'cwd' | 'env' | 'signal' | 'onStart'>,
): Promise<void> {
  const end = await runProgram(command, { ...options, timeoutMs: SETUP_TIMEOUT });
  if (end.how === 'exited' && end.code === 0) return;
  if (end.how === 'stopped') return;
  const last = end.output.trim().split('\n').slice(-3).join('; ').slice(0, 400);
  throw new AppError(
    'conflict',
    `Setting up failed (${end.how === 'exited' ? `exit ${end.code}` : end.how}): ${last}`,
    {
      hint: 'It is loop.setup of the configuration, run in a scratch checkout.',
    },
  );
}
