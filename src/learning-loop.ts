import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadedConfig } from './config/config.ts';
import { DEFAULTS } from './config/defaults.ts';
import { tellIgnored } from './config/trust.ts';
import type { FileDiff } from './delivery/diff.ts';
import { isSerious } from './lifecycle/capture/sources/finding.ts';
import type { Teacher } from './loop/failure-case.ts';
import { requireSource } from './loop/failure-sources.ts';
import { chooseAgent, requireInstalled } from './loop/headless/choose-agent.ts';
import { reviewWork } from './loop/review/review-work.ts';
import { isMemoryFile, type KeptRules, keepRules } from './loop/rules/keep-rules.ts';
import { cleanUp } from './loop/run/clean-up.ts';
import type { LoopEvent, LoopResult, Workbench } from './loop/run/loop-request.ts';
import {
  type AskedChoices,
  isUnfinished,
  listRuns,
  type RuleVerdict,
  type RunRecord,
  runFolder,
  saveRun,
} from './loop/run/run-record.ts';
import { runTask } from './loop/run/run-task.ts';
import { chooseModel, chooseTeacher } from './loop/teacher/choose-teacher.ts';
import type { TeacherMode } from './loop/teacher/modes.ts';
import { detectTests } from './loop/tests/detect-tests.ts';
import { runTests } from './loop/tests/run-tests.ts';
import type { LoopReport } from './loop-report.ts';
import { createRedactor, type Redactor } from './redaction/redact.ts';
import { redactTree } from './redaction/redact-tree.ts';
import { refreshHooks } from './refresh-hooks.ts';
import { chooseRulePlace } from './rule-place.ts';
import { findRepository } from './sessions/projects/find-repository.ts';
import { AppError, tellWhole } from './shared/errors.ts';
import { findOwnFolders } from './shared/folders.ts';
import { contains } from './shared/paths.ts';

/** What a run is asked to do; what is absent is as configured. */
export interface LearningLoopRequest {
  /** What the agent is to do; not needed to resume. */
  task?: string;
  /** Any folder of the project; the agent works in it. */
  folder: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  now: Date;
  config: LoadedConfig;
  /** The file that was named for it in place of the project's, absolute. */
  configPath?: string;
  maxRetries?: number;
  autoRetry?: boolean;
  teacher?: TeacherMode;
  agent?: string;
  /** The command that runs the tests. */
  tests?: string;
  withChanges?: boolean;
  /** Have the model that teaches look at a green attempt before it is called done. */
  review?: boolean;
  /** Attempts with and without the rules that are compared after success; 1 where absent. */
  verify?: number;
  /** Go on with this run, as `findUnfinishedRun` gives it. */
  resume?: RunRecord;
  /** Let the agent do anything without asking. */
  skipPermissions?: boolean;
  branch?: string;
  applyResult?: boolean;
  /** False: rules that helped are told, and not written. */
  keep?: boolean;
  /** Whose files get rules that helped, over the configuration. */
  file?: 'user' | 'project';
  /** Asks a person whether files that are read in every project may be written so; without it they are not. */
  confirmUserFiles?(diffs: readonly FileDiff[]): Promise<boolean>;
  /** Stops the run; it can be gone on with. */
  signal?: AbortSignal;
  onEvent?(event: LoopEvent): void;
}

/** As long as an agent needs for what is asked of it in one go. */
const ATTEMPT_SECONDS = 1_800;

/** Runs a task in the learning loop, and keeps the rules that helped. */
export async function runLearningLoop(request: LearningLoopRequest): Promise<LoopReport> {
  const { config, ignored } = request.config;
  const folders = findOwnFolders(request);
  const notices: string[] = [];
  const { allow } = config.redaction;
  const redactor = createRedactor(allow.length > 0 ? { allow } : {});
  const redact = (texts: readonly string[]) => redactor.redact(texts);
  // Told in their order, and redacted: an agent's events quote what it runs, and a task may hold what it needs.
  let told: Promise<void> = Promise.resolve();
  const hear = (event: LoopEvent) => {
    if (event.type === 'notice') notices.push(event.text);
    if (request.onEvent) told = told.then(async () => request.onEvent?.(await redactTree(event, redact, new Set(allow))));
  };
  const tell = (text: string) => hear({ type: 'notice', text });
  requireSource(config.failureSources, 'tests');
  const { resume } = request;
  const task = resume?.task ?? request.task?.trim();
  if (!task) throw new AppError('usage', 'There is no task.', { hint: 'hardwon run "Fix the failing test in src/divide.ts"' });
  const asked = rememberAsked(request);
  const agent = chooseAgent(config, asked.agent);
  requireInstalled(agent, request.env);
  const projectRoot = findRepository(request.folder);
  const teacher = chooseTeacher(config, {
    ...request,
    memory: { root: projectRoot, userRoot: folders.config },
    ...(asked.teacher === undefined ? {} : { mode: asked.teacher }),
    // The one that does the task, unless another is configured to teach.
    agent: (name) => {
      const teaching = chooseAgent(config, name ?? asked.agent);
      requireInstalled(teaching, request.env, { chosenBy: 'teacher.agent' });
      return teaching;
    },
    onFallback: (reason) => tell(`the built-in teacher was asked instead: ${reason}`),
  });
  for (const text of ignored ? tellIgnored(ignored) : []) tell(text);
  const skips = asked.skipPermissions ?? config.loop?.skipPermissions ?? false;
  if (skips) tell(`${agent.name} may do anything without asking: permissions are skipped.`);
  // Also where it is an address of this machine: what listens there may send it on.
  if (teacher.destination !== undefined)
    tell(`where tests fail, the diff and their output are sent to ${teacher.destination}, redacted.`);
  const workbench: Workbench = {
    agent,
    teacher,
    findTests: (folder) =>
      detectTests(folder, { ...config.tests, ...(asked.tests === undefined ? {} : { command: asked.tests }) }),
    runTests,
    ...(asked.review ? { review: openReview(request, asked, redactor, tell) } : {}),
    redact,
    now: () => new Date(),
    ...(request.signal ? { signal: request.signal } : {}),
    onEvent: hear,
  };
  const { copy, link, setup, timeout = ATTEMPT_SECONDS } = config.loop ?? {};
  const result = await runTask(
    {
      task,
      folder: resume ? join(resume.root, resume.prefix) : request.folder,
      dataDir: folders.data,
      maxRetries: request.maxRetries ?? resume?.maxRetries ?? config.learning?.maxRetries ?? DEFAULTS.maxRetries,
      asked,
      autoRetry: asked.autoRetry ?? config.learning?.autoRetry ?? true,
      withChanges: request.withChanges ?? false,
      verify: asked.verify ?? 1,
      permissions: skips ? 'skip' : 'edits',
      attemptTimeoutMs: timeout * 1000,
      dependencies: { copy, link },
      applyResult: asked.applyResult ?? false,
      ...(setup === undefined ? {} : { setup }),
      ...(resume ? { resume } : {}),
      ...(asked.branch === undefined ? {} : { branch: asked.branch }),
    },
    workbench,
  ).finally(() => told);
  const { keep, file } = asked;
  const keeping = { ...request, ...(keep === undefined ? {} : { keep }), ...(file === undefined ? {} : { file }) };
  const kept = await keepHelpful(result.run, projectRoot, keeping, tell);
  await saveRun(folders.data, result.run);
  const report = makeReport(result, teacher, runFolder(folders.data, result.run.id).folder, kept, notices);
  await told;
  return redactTree(report, redact, new Set(allow));
}

/** Who looks at green attempts: the model that the configuration names as teacher. What it shows in the work counts where it is serious. */
function openReview(
  request: LearningLoopRequest,
  asked: AskedChoices,
  redactor: Redactor,
  tell: (notice: string) => void,
): NonNullable<Workbench['review']> {
  const { config } = request.config;
  requireSource(config.failureSources, 'semantic');
  const model = chooseModel(config, {
    ...request,
    ...(asked.teacher === undefined ? {} : { mode: asked.teacher }),
    agent: (name) => chooseAgent(config, name ?? asked.agent),
  });
  if (!model)
    throw new AppError('usage', 'It takes a model to review: the built-in teacher and a webhook cannot.', {
      hint: 'Choose one with --teacher anthropic, openai or agent, or with teacher.mode in your configuration.',
    });
  tell(`the diff of an attempt whose tests pass is sent to ${model.destination} for review, redacted.`);
  return async (diff, signal) => {
    const work = { kind: 'diff', name: 'the change', text: diff } as const;
    const { findings } = await reviewWork(work, model, { redactor, homes: [request.home], ...(signal ? { signal } : {}) });
    return findings
      .filter(({ severity }) => isSerious(severity))
      .map(({ severity, file, problem, rule }) => ({
        ...{ severity, problem },
        ...(file === undefined ? {} : { file }),
        ...(rule === undefined ? {} : { rule: rule.rule }),
      }));
  };
}

/** The last run of a project that can be gone on with; also one that its process is not making any more. Nothing where there is none. */
export async function findUnfinishedRun(
  request: Pick<LearningLoopRequest, 'folder' | 'home' | 'env'>,
): Promise<RunRecord | undefined> {
  const { data } = findOwnFolders(request);
  await cleanUp(data);
  const runs = await listRuns(data);
  // By its real path, as runs know their repository.
  const folder = await realpath(request.folder).catch(() => request.folder);
  return runs.find((run) => isUnfinished(run) && contains(run.root, folder));
}

/** What was asked for over the configuration: now, or when the run that is gone on with was begun. */
function rememberAsked(request: LearningLoopRequest): AskedChoices {
  const { tests, resume, configPath } = request;
  if (tests?.trim() === '')
    throw new AppError('usage', 'The command of the tests is empty.', { hint: 'Such as --tests "npm test".' });
  if (tests === undefined && resume?.asked?.tests?.includes('[redacted:'))
    throw new AppError('usage', 'The command of the tests was kept without the secret in it.', {
      hint: 'Name it again with --tests.',
    });
  const { agent, teacher, autoRetry, review, verify, skipPermissions, branch, applyResult, keep, file } = request;
  const now = {
    agent,
    teacher,
    tests,
    autoRetry,
    review,
    verify,
    skipPermissions,
    branch,
    applyResult,
    keep,
    file,
    config: configPath,
  };
  return { ...resume?.asked, ...Object.fromEntries(Object.entries(now).filter(([, value]) => value !== undefined)) };
}

/**
 * Writes rules that helped where the configuration wants them, and keeps the others to be watched. Files that are read in every project are
 * written only if a person has seen how; else these rules are watched, too. A file that cannot be written does not undo what the run achieved.
 */
async function keepHelpful(
  run: RunRecord,
  projectRoot: string,
  request: LearningLoopRequest,
  tell: (notice: string) => void,
): Promise<LoopReport['kept']> {
  // What is gone on with may still prove itself.
  const isOver = run.status === 'passed' || run.status === 'failed';
  const candidates = run.status === 'failed' ? [...CANDIDATES, 'no-help'] : CANDIDATES;
  const rules = run.rules.filter(
    ({ verdict, lesson }) => lesson === undefined && (verdict === 'helped' || (isOver && candidates.includes(verdict))),
  );
  if (rules.length === 0) return undefined;
  const file = request.file ?? request.config.config.learning?.file ?? DEFAULTS.learningFile;
  try {
    const place = await chooseRulePlace({ ...request, file, root: projectRoot, agent: run.agent });
    const asked = {
      type: 'test_failure',
      now: request.now,
      isConfirmed: true,
      projectRoot,
      dataDir: findOwnFolders(request).data,
      home: request.home,
      place,
    };
    const judged = rules.map((rule) => ({
      ...rule,
      isConfirmed: rule.verdict === 'helped',
      ...(rule.isOfReview ? { type: 'review_finding' } : {}),
      ...knownOf(rule, run),
    }));
    const isAllowed =
      request.keep === false || (await mayWrite(await keepRules({ ...asked, rules: judged, apply: false }), file, request));
    if (!isAllowed) tell(NOT_CONFIRMED);
    const kept = await keepRules({
      ...asked,
      rules: isAllowed ? judged : judged.map((rule) => ({ ...rule, isConfirmed: false })),
      apply: request.keep !== false,
    });
    if (kept.applied) for (const { id, of } of kept.lessons) noteLesson(rules[of], id);
    for (const notice of kept.notices) tell(notice);
    if (kept.applied) await refreshHooks(projectRoot, request);
    return {
      file,
      lessons: kept.lessons.map(({ id, title, status }) => ({ id, title, status })),
      changes: kept.diffs.map(({ name, action, text }) => ({ name, action, diff: text })),
      applied: kept.applied,
      ...(kept.applied || request.keep === false ? {} : { problem: kept.notices.join(' ') || 'Nothing was written.' }),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { file, lessons: [], changes: [], applied: false, problem: tellWhole(error) };
  }
}

/** What is known of a rule whose run never passed: whoever confirms it should see that. */
function knownOf({ verdict }: RunRecord['rules'][number], { status }: RunRecord): { known?: string } {
  if (status !== 'failed') return {};
  const tried =
    verdict === 'untried'
      ? 'no attempt was made with it'
      : verdict === 'partly'
        ? 'fewer tests failed with it'
        : verdict === 'no-help'
          ? 'an attempt with it failed as well'
          : undefined;
  return tried === undefined ? {} : { known: `The run that it comes from never passed; ${tried}.` };
}

/** What did not prove itself, and was not shown to be of no use. */
const CANDIDATES: readonly RuleVerdict[] = ['unproven', 'partly', 'untried', 'recovered'];

const NOT_CONFIRMED =
  'your own files, which are read in every project, were not written: nobody has seen how. The rules are candidates; hardwon confirm writes them.';

/** Whether the files may be written as planned: those of the project, or those of the user where a person has seen how. */
async function mayWrite({ diffs }: KeptRules, file: 'user' | 'project', request: LearningLoopRequest): Promise<boolean> {
  const told = diffs.filter(({ name }) => !isMemoryFile(name));
  if (file === 'project' || told.length === 0) return true;
  return (await request.confirmUserFiles?.(told)) ?? false;
}

function noteLesson(rule: RunRecord['rules'][number] | undefined, id: string): void {
  if (rule) rule.lesson = id;
}

function makeReport(
  { run, patch, branch, isApplied, problem }: LoopResult,
  { name, leavesMachine, destination }: Teacher,
  folder: string,
  kept: LoopReport['kept'],
  notices: string[],
): LoopReport {
  const add = (values: (number | undefined)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const passed = run.attempts.findLast((attempt) => attempt.passed && !attempt.isAblation && !attempt.isRepeat);
  return {
    schema: 1,
    id: run.id,
    task: run.task,
    status: run.status,
    ...(run.reason === undefined ? {} : { reason: run.reason }),
    root: run.root,
    agent: run.agent,
    teacher: { name, leavesMachine, ...(destination === undefined ? {} : { destination }) },
    ...(run.baseline ? { baseline: run.baseline } : {}),
    attempts: run.attempts,
    rules: run.rules,
    ...(run.verification ? { verification: run.verification } : {}),
    ...(patch === undefined
      ? {}
      : {
          result: {
            patch,
            files: passed?.files ?? [],
            applied: isApplied,
            ...(branch === undefined ? {} : { branch }),
            ...(problem === undefined ? {} : { problem }),
          },
        }),
    ...(kept ? { kept } : {}),
    totals: {
      attempts: run.attempts.length,
      turns: add(run.attempts.map(({ agent }) => agent.turns)),
      costUsd: add([run.teachingCostUsd, ...run.attempts.map(({ agent }) => agent.costUsd)]),
      durationMs: Date.parse(run.endedAt ?? run.startedAt) - Date.parse(run.startedAt),
    },
    folder,
    notices,
  };
}
