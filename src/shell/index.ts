export type {
  Argument,
  Dialect,
  MaskReason,
  ParsedCommand,
  Redirection,
  Role,
  ShellCommand,
  Word,
} from '../programs/command.ts';
export { familyOf } from '../programs/lookup.ts';
export { looksLikePath } from '../shared/path-shape.ts';
export { bypassOf, isBypass, isBypassChange } from './bypass.ts';
export type { ChangeKind, CommandChange, CommandComparison } from './change.ts';
export { isDiagnostic, writesFile } from './diagnostic.ts';
export { compareCommands, diffCommands } from './diff-commands.ts';
export { MAX_COMMAND_LENGTH, maskedBy, parseCommand, parseShell } from './parse-command.ts';
export { globsOf, pathsOf, placesOf } from './paths.ts';
export { mayPrintStatus, type PrintedStatus, readLastStatus, readPrintedStatuses } from './printed-status.ts';
export { isAnswerCode, isProbe, isSearch } from './probe.ts';
export { looksWrong, maySwallow, printsContent, proveCommand, provesNothing } from './proof.ts';
export { isRewriter, type RewriteKind, rewriteOf } from './rewrites.ts';
export { type ScriptCall, scriptOf } from './script.ts';
export { joinDirectory } from './shell-state.ts';
export { mayShowFiles, showingCommands } from './shown-files.ts';
export { scriptFileOf, signatureOf } from './signature.ts';
export { isStateChanging } from './state-change.ts';
export { textSimilarity } from './text-similarity.ts';
export { isKnownProgram, verbBehind, verbOf } from './verb.ts';
