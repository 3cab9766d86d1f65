import { randomBytes } from 'node:crypto';
import { anonymise } from '../../redaction/anonymise.ts';
import type { Redactor } from '../../redaction/redact.ts';
import { AppError } from '../../shared/errors.ts';
import { stripControls } from '../../shared/terminal.ts';
import type { Model, ModelAnswer } from '../../teach/model.ts';
import { frameRule } from '../teacher/frame-case.ts';
import { type CheckedFindings, checkFindings, readWorkFindings } from './findings.ts';

/** The work of an agent. */
export interface Work {
  kind: 'diff' | 'session';
  /** Its name for people: a range, or the id of a session. */
  name: string;
  /** A unified diff, or the calls of the session with their results. */
  text: string;
}

/** The result of a review. */
export interface Review extends CheckedFindings {
  /** Whether only a part of the work was sent, because it is too long. */
  isCut: boolean;
  /** The cost of asking, if known. */
  usage?: NonNullable<ModelAnswer['usage']>;
}

/** Upper bound, beyond which the work is cut: a review of everything finds nothing. */
const MOST = 80_000;

/**
 * Lets a model review an agent's work for problems that tests do not detect. It gets the work as data, without secrets and home
 * folders; each finding has to quote the work, and one whose quotation is not in it is dropped.
 */
export async function reviewWork(
  work: Work,
  model: Model,
  { redactor, homes, signal }: { redactor: Redactor; homes: readonly string[]; signal?: AbortSignal },
): Promise<Review> {
  const clean = anonymise(await redactor.redactOne(stripControls(work.text)), { homes });
  const text = clean.slice(0, MOST);
  const mark = `data-${randomBytes(6).toString('hex')}`;
  const { text: answer, usage } = await model.ask(
    {
      system: `${ROLE}\n\n${frameRule(mark)}\n\n${FORM}`,
      message: `${INTRODUCTIONS[work.kind]}\n\n<${mark}>\n${text}\n</${mark}>`,
    },
    signal ? { signal } : {},
  );
  const said = readWorkFindings(answer);
  if (!said)
    throw new AppError('broken-file', `${model.destination} did not answer with findings.`, {
      hint: 'Ask again, raise teacher.maxTokens if the answer was cut, or set teacher.model to a larger one.',
    });
  const checked = await checkFindings(said, text, redactor);
  return { ...checked, isCut: clean.length > MOST, usage };
}

const INTRODUCTIONS: Readonly<Record<Work['kind'], string>> = {
  diff: 'The change that a coding agent made, as a diff:',
  session: 'What a coding agent did in a session, call by call:',
};

const ROLE =
  'You review the work of a coding agent for quality problems that tests do not see: errors that are swallowed, a copy of something that exists, an interface that says something else than it does, missing handling of an input that will come, a test that cannot fail, a change beyond the task, a secret in code, a claim that was not checked. Report only what the data shows. No matters of taste, no praise, nothing that a linter or a test reports.';

const FORM = `Answer with one JSON object and nothing else:
{"findings": [{"severity": "critical, major or minor", "file": "the path, as in the data", "quote": "the lines that show it, copied letter by letter from the data, at most 5 lines", "problem": "what is wrong, and what it leads to, at most 2 sentences", "rule": {"rule": "what to do in this project wherever the same could happen, one or two sentences, with the name of a path, function or check", "when": "the situation in which it applies", "why": "what goes wrong otherwise"}}]}
At most 10 findings, the worst first. Write no links, no code blocks and no commands that install or download anything. If there is nothing, answer {"findings": []}.`;
