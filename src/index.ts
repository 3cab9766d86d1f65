/** The library: what other tools may build on. Everything else may change from release to release. */
export type { Agent, BadLine, LogFile, Places, ReadResult, SessionFacts } from './agents/agent.ts';
export type { Call, CallInput, Message, Outcome, ToolKind } from './agents/call.ts';
export type { Failure, FailureKind } from './failures/failure.ts';
export type { Confidence, Evidence, Lesson, LessonKind, LessonStatus, Reach, Trigger } from './lessons/lesson.ts';
export { AppError, type ErrorCode } from './shared/errors.ts';
