import { join } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { tellIgnored } from '../../config/trust.ts';
import { isSerious } from '../../lifecycle/capture/sources/finding.ts';
import { requireSource } from '../../loop/failure-sources.ts';
import { chooseAgent, requireInstalled } from '../../loop/headless/choose-agent.ts';
import { reviewWork } from '../../loop/review/review-work.ts';
import type { LoopEvent, Workbench } from '../../loop/run/loop-request.ts';
import type { AskedChoices } from '../../loop/run/run-record.ts';
import { runFolder, saveRun } from '../../loop/run/run-store.ts';
import { runTask } from '../../loop/run/run-task.ts';
import { chooseTeacher } from '../../loop/teacher/choose-teacher.ts';
import { detectTests } from '../../loop/tests/detect-tests.ts';
import { runTests } from '../../loop/tests/run-tests.ts';
import { createRedactor, type Redactor } from '../../redaction/redact.ts';
import { redactTree } from '../../redaction/redact-tree.ts';
import { findRepository } from '../../sessions/projects/find-repository.ts';
import { AppError } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { chooseModel } from '../../teach/choose-model.ts';
import { keepHelpful } from './keep-helpful.ts';
import type { LearningLoopRequest } from './learning-loop-request.ts';
import { type LoopReport, makeLoopReport } from './loop-report.ts';

/** Enough for an agent to finish a task in one attempt. */
const ATTEMPT_SECONDS = 1_800;

/** Runs a task in the learning loop, and keeps the rules that helped. */
export async function runLearningLoop(request: LearningLoopRequest): Promise<LoopReport> {
  const { config, ignored } = request.config;
  const folders = findOwnFolders(request);
  const notices: string[] = [];
  const { allow } = config.redaction;
  const redactor = createRedactor(allow.length > 0 ? { allow } : {});
  const redact = (texts: readonly string[]) => redactor.redact(texts);
  // Reported in order, and redacted: an agent's events quote the commands it runs, and a task may contain secrets it needs.
  let told: Promise<void> = Promise.resolve();
  const hear = (event: LoopEvent) => {
    if (event.type === 'notice') notices.push(event.text);
    if (request.onEvent)
      told = told.then(async () => request.onEvent?.(await redactTree(event, redact, new Set(allow))));
  };
  const tell = (text: string) => hear({ type: 'notice', text });
  requireSource(config.failureSources, 'tests');
  const { resume } = request;
  const task = resume?.task ?? request.task?.trim();
  if (!task)
    throw new AppError('usage', 'There is no task.', { hint: 'hardwon run "Fix the failing test in src/divide.ts"' });
  const asked = rememberAsked(request);
  const agent = chooseAgent(config, asked.agent);
  requireInstalled(agent, request.env);
  const projectRoot = findRepository(request.folder);
  const teacher = chooseTeacher(config, {
    ...request,
    memory: { root: projectRoot, userRoot: folders.config },
    mode: asked.teacher,
    // The agent that does the task also teaches, unless another is configured.
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
  // Reported for an address of this machine, too: the program that listens there may send the data on.
  if (teacher.destination !== undefined)
    tell(`if tests fail, the diff and their output are redacted and sent to ${teacher.destination}.`);
  const workbench: Workbench = {
    agent,
    teacher,
    findTests: (folder) =>
      detectTests(folder, { ...config.tests, ...(asked.tests === undefined ? {} : { command: asked.tests }) }),
    runTests,
    review: asked.review ? openReview(request, asked, redactor, tell) : undefined,
    redact,
    now: () => new Date(),
    signal: request.signal,
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
      setup,
      resume,
      branch: asked.branch,
    },
    workbench,
  ).finally(() => told);
  const { keep, file } = asked;
  const keeping = { ...request, ...(keep === undefined ? {} : { keep }), ...(file === undefined ? {} : { file }) };
  const kept = await keepHelpful(result.run, projectRoot, keeping, tell);
  await saveRun(folders.data, result.run);
  const report = makeLoopReport(result, teacher, runFolder(folders.data, result.run.id).folder, kept, notices);
  await told;
  return redactTree(report, redact, new Set(allow));
}

/**
 * Returns the options that override the configuration: those of this request, or those with which the resumed run was started.
 */
function rememberAsked(request: LearningLoopRequest): AskedChoices {
  const { tests, resume, configPath } = request;
  if (tests?.trim() === '')
    throw new AppError('usage', 'The test command is empty.', { hint: 'For example: --tests "npm test"' });
  if (tests === undefined && resume?.asked?.tests?.includes('[redacted:'))
    throw new AppError('usage', 'The test command was saved without the secret in it.', {
      hint: 'Give it again with --tests.',
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

/** Returns a function that has passing attempts reviewed by the model configured as teacher. Only its serious findings count. */
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
    mode: asked.teacher,
    agent: (name) => chooseAgent(config, name ?? asked.agent),
  });
  if (!model)
    throw new AppError('usage', 'Only a model can review: the built-in teacher and a webhook cannot.', {
      hint: 'Choose one with --teacher anthropic, openai or agent, or with teacher.mode in your configuration.',
    });
  tell(`if tests pass, the diff is redacted and sent to ${model.destination} for review.`);
  return async (diff, signal) => {
    const work = { kind: 'diff', name: 'the change', text: diff } as const;
    const { findings } = await reviewWork(work, model, {
      redactor,
      homes: [request.home],
      signal,
    });
    return findings
      .filter(({ severity }) => isSerious(severity))
      .map(({ severity, file, problem, rule }) => ({
        ...{ severity, problem },
        file,
        rule: rule?.rule,
      }));
  };
}
