export type { AskedCall } from './call-view.ts';
export { compileTriggers, type Matcher, type SessionMatcher, type Triggered } from './compile.ts';
export { escapeGlob } from './glob.ts';
export type { Machine } from './holds.ts';
export { modeOf, type TriggerMode } from './mode.ts';
export { type ObservedCall, RESET_NOTE } from './session-state.ts';
export { parseTrigger, printTrigger, type TriggerText } from './trigger-text.ts';
