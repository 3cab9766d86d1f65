import type { RecalledEvidence } from '../../src/app/history/recall-evidence.ts';
import { redactTexts, redactTree } from '../../src/redaction/redact-tree.ts';
import type { Redacted, RedactedValue } from '../../src/redaction/redacted.ts';
import type { Redact } from '../../src/sessions/redact-part.ts';
import type { SessionLog } from '../../src/sessions/session-log.ts';
import type { PicturedProject } from '../../src/web/picture.ts';
import { judgeSession } from '../../src/web/session-calls.ts';

// `tsc --noEmit` reads this file: each line that must not compile is marked, and the compiler complains where one does.

declare const text: string;
declare const clean: Redacted;
declare const log: SessionLog;
declare const kept: RedactedValue<SessionLog>;
declare const project: PicturedProject;
declare const evidence: RecalledEvidence['evidence'];

/** What a door takes. */
export const taken = [judgeSession(kept, project), { evidence, message: clean } satisfies RecalledEvidence];

// @ts-expect-error a session that was not read from the index, on the page
judgeSession(log, project);
// @ts-expect-error what a person wrote, in the terminal
export const told: RecalledEvidence = { evidence, message: text };
// @ts-expect-error a call that was not read from the index, in the terminal
export const called: RecalledEvidence = { evidence, failed: { id: text, name: text, input: text, output: text } };
// @ts-expect-error a function that redacts nothing
export const asks: Redact = (texts: readonly string[]) => texts;
// @ts-expect-error the same, for values
redactTree({}, (texts) => texts);
// @ts-expect-error the same, for answers
redactTexts({}, (texts) => texts);
