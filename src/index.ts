/** The library: what other tools may build on. Everything else may change from release to release. */
export type {
  Agent,
  BadLine,
  CallText,
  HookPlace,
  LogFile,
  Places,
  ReadPart,
  ReadResult,
  SessionFacts,
} from './agents/agent.ts';
export type { Call, CallInput, CallSource, Message, Outcome, ToolKind } from './agents/call.ts';
export type {
  HookInstaller,
  HookScope,
  InstalledEvent,
  InstalledStart,
  JsonHooks,
  OwnHooks,
  PluginHooks,
} from './agents/hook-installer.ts';
export { agents } from './agents/registry.ts';
export type { AgentFigures, AgentsReport, DescribedAgent } from './app/agents/agents-report.ts';
export { type AgentsRequest, describeAgents } from './app/agents/describe-agents.ts';
export { type BacktestRequest, backtest } from './app/backtest/backtest.ts';
export type { BacktestReport, ProjectFigures, ReportedCase } from './app/backtest/backtest-report.ts';
export { type FailureReport, openReport, type ReportDesk, type ReportRequest } from './app/capture/report-failure.ts';
export type { LearnRequest } from './app/configured-request.ts';
export { type ImportRequest, importLessons } from './app/import/import-lessons.ts';
export type { FoundSource, ImportedEntry, ImportReport, OfferedSource } from './app/import/import-report.ts';
export { type InstallRequest, installHooks } from './app/install/install-hooks.ts';
export type { InstalledAgent, InstallReport } from './app/install/install-report.ts';
export { learn } from './app/learn/learn.ts';
export type { LearnReport, ProjectReport, ReadFigures, ReportedLesson } from './app/learn/learn-report.ts';
export { findUnfinishedRun, type UnfinishedRunRequest } from './app/loop/find-unfinished-run.ts';
export { runLearningLoop } from './app/loop/learning-loop.ts';
export type { LearningLoopRequest } from './app/loop/learning-loop-request.ts';
export type { LoopReport } from './app/loop/loop-report.ts';
export { gatherStats } from './app/stats/gather-stats.ts';
export type {
  Counted,
  LessonFigures,
  LiveFigures,
  ProjectStats,
  ShownLesson,
  StatsReport,
} from './app/stats/stats-report.ts';
export type { LoadedConfig } from './config/config.ts';
export { type ConfigPlaces, loadConfig } from './config/load-config.ts';
export type { LiveCount } from './delivery/journal/fold-journal.ts';
export type { Failure } from './failures/failure.ts';
export type { HealEvent } from './heal/auto-heal.ts';
export {
  type DebugReport,
  type DebugRequest,
  debugTool,
  type ErrorPlace,
  type ToolSource,
} from './heal/debug/debug-tool.ts';
export { type Diagnosis, diagnose, type FailureText } from './heal/detect.ts';
export { type Preset, presets } from './heal/presets.ts';
export { commandRemedy, type Remedy, type RemedyContext, type Treatment } from './heal/remedy.ts';
export { type AutoHealOptions, autoHeal, autoHealed } from './heal/wrap.ts';
export type { Confidence, Evidence, Lesson, LessonKind, LessonStatus, Reach, Trigger } from './lessons/lesson.ts';
export {
  FAILURE_TYPES,
  type FailureCase,
  type FailureType,
  type LearnedRule,
  type Teacher,
  type Teaching,
} from './loop/failure-case.ts';
export type { LoopEvent } from './loop/run/loop-request.ts';
export type { Attempt, GivenRule, RunRecord, RunStatus, TestFigures } from './loop/run/run-record.ts';
export { chooseTeacher, type TeacherPlaces, type TeacherSettings } from './loop/teacher/choose-teacher.ts';
export type { TestOutcome, TestRun, TestRunOptions } from './loop/test-run.ts';
export { detectTests } from './loop/tests/detect-tests.ts';
export { runTests } from './loop/tests/run-tests.ts';
export type { FailureKind } from './programs/cause-rule.ts';
export type { Ailment } from './programs/program.ts';
export type { TestFailure } from './programs/test-reports/parsed-tests.ts';
export type { TestCommand, TestFramework } from './programs/test-runner.ts';
export { AppError, type ErrorCode } from './shared/errors.ts';
export { version } from './shared/package.ts';
export type { TeacherMode } from './teach/modes.ts';
