/** The library: what other tools may build on. Everything else may change from release to release. */
export type { Agent, BadLine, CallText, HookPlace, LogFile, Places, ReadPart, ReadResult, SessionFacts } from './agents/agent.ts';
export type { Call, CallInput, CallSource, Message, Outcome, ToolKind } from './agents/call.ts';
export type {
  HookEvent,
  HookInstaller,
  HookScope,
  HookStart,
  JsonHooks,
  OwnHooks,
  PluginHooks,
} from './agents/hook-installer.ts';
export { agents } from './agents/registry.ts';
export type { AgentFigures, AgentsReport, DescribedAgent } from './agents-report.ts';
export { type BacktestRequest, backtest } from './backtest.ts';
export type { BacktestReport, ProjectFigures, ReportedCase } from './backtest-report.ts';
export type { LoadedConfig } from './config/config.ts';
export { type ConfigPlaces, loadConfig } from './config/load-config.ts';
export type { LearnRequest } from './configured-request.ts';
export type { LiveCount } from './delivery/journal/fold-journal.ts';
export { type AgentsRequest, describeAgents } from './describe-agents.ts';
export type { Failure, FailureKind } from './failures/failure.ts';
export { findUnfinishedRun, type UnfinishedRunRequest } from './find-unfinished-run.ts';
export { gatherStats } from './gather-stats.ts';
export type { HealEvent } from './heal/auto-heal.ts';
export { type DebugReport, type DebugRequest, debugTool, type ErrorPlace, type ToolSource } from './heal/debug/debug-tool.ts';
export { type Ailment, type Diagnosis, diagnose, type FailureText } from './heal/detect.ts';
export { type Preset, presets } from './heal/presets.ts';
export { commandRemedy, type Remedy, type RemedyContext, type Treatment } from './heal/remedy.ts';
export { type AutoHealOptions, autoHeal, autoHealed } from './heal/wrap.ts';
export { type ImportRequest, importLessons } from './import-lessons.ts';
export type { FoundSource, ImportedEntry, ImportReport, OfferedSource } from './import-report.ts';
export { type InstallRequest, installHooks } from './install-hooks.ts';
export type { InstalledAgent, InstallReport } from './install-report.ts';
export type { LearnReport, ProjectReport, ReadFigures, ReportedLesson } from './learn-report.ts';
export { runLearningLoop } from './learning-loop.ts';
export type { LearningLoopRequest } from './learning-loop-request.ts';
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
export type { TeacherMode } from './loop/teacher/modes.ts';
export type { TestCommand, TestFailure, TestFramework, TestOutcome, TestRun, TestRunOptions } from './loop/test-run.ts';
export { detectTests } from './loop/tests/detect-tests.ts';
export { runTests } from './loop/tests/run-tests.ts';
export type { LoopReport } from './loop-report.ts';
export { learn } from './pipeline.ts';
export { type FailureReport, openReport, type ReportDesk, type ReportRequest } from './report-failure.ts';
export { AppError, type ErrorCode } from './shared/errors.ts';
export type { Counted, LessonFigures, LiveFigures, ProjectStats, ShownLesson, StatsReport } from './stats-report.ts';
export { version } from './version.ts';
