import type { Case } from '../../cases/case.ts';
import type { Casebook } from '../../cases/casebook.ts';
import type { ConfigFile } from '../../config/config.ts';
import { AGENT_NAMES, chooseAgent, requireInstalled } from '../../loop/headless/choose-agent.ts';
import type { Redactor } from '../../redaction/redact.ts';
import { AppError } from '../../shared/errors.ts';
import { estimateTokens } from '../../shared/estimate-tokens.ts';
import type { Environment } from '../../shared/surroundings.ts';
import { stripControls } from '../../shared/terminal.ts';
import { chooseCaseModel } from '../../teach/choose-model.ts';
import { type KeptAnswer, readKept, unexplainedCases, writeKept } from '../../teach/kept-answers.ts';
import { goesBack, mend, secondAnswerSchema } from '../../teach/mend.ts';
import type { Model, ModelAnswer } from '../../teach/model.ts';
import { makeQuestion, makeSecondQuestion, type Question, showQuestion } from '../../teach/prompt.ts';
import { MOST_TOKENS_A_MONTH, noteUse, sumUses } from '../../teach/teacher-use.ts';
import type { ProjectCases } from './open-cases.ts';
import { type ProposalDesk, parseAnswer } from './propose.ts';

/** What would be sent to a teacher. */
export interface TeachingPlan {
  desk: ProposalDesk;
  model: Model;
  /** Cases that neither a lesson nor a kept answer explains. */
  unexplained: readonly Case[];
  /** Empty if nothing new recurs. */
  questions: readonly PlannedQuestion[];
  /** Tokens of all questions, as estimated. */
  tokens: number;
  /** Earlier answers about the project, the oldest first. */
  kept: readonly KeptAnswer[];
}

/** A question with the cases that it shows. */
interface PlannedQuestion {
  question: Question;
  cases: readonly Case[];
  tokens: number;
}

/** What asking a teacher came to. */
export interface TeachingResult {
  /** The model, if the teacher names it. */
  model?: string;
  questions: number;
  sent: number;
  received: number;
  costUsd?: number;
  /** Why a question was not answered; the answers before it are kept. */
  failed?: unknown;
  /** Why something was not asked again. */
  notices: string[];
}

/** Options for asking a teacher. */
export interface TeachingOptions {
  dataDir: string;
  now: Date;
  /** Upper bound for the tokens of this calendar month. */
  ceiling?: number;
  signal?: AbortSignal;
  /** Takes secrets out of answers: an agent knows more than the cases. */
  redact: Redactor['redact'];
  /** Receives what is being asked. */
  onAsk?(label: string): void;
}

/** Returns the model that a name stands for, by the user's own settings alone; undefined for `builtin`. */
export function openTeacher(name: string, own: ConfigFile, env: Environment): Model | undefined {
  return chooseCaseModel(name, own, {
    env,
    agent() {
      // Any other program would have its tools.
      const agent = name === 'command' ? undefined : findTeacher(name, own);
      if (!agent)
        throw new AppError('usage', `There is no teacher ${name}.`, {
          hint: `These can be asked: ${[...AGENT_NAMES, 'anthropic', 'openai', 'webhook'].join(', ')}; builtin asks nobody.`,
        });
      requireInstalled(agent, env, { chosenBy: '--teacher' });
      return agent;
    },
  });
}

function findTeacher(name: string, own: ConfigFile): ReturnType<typeof chooseAgent> | undefined {
  try {
    return chooseAgent(own, name);
  } catch {
    return undefined;
  }
}

/** Plans what to ask about the cases of a project: all that recurs, or what is new since the last answer. */
export async function planTeaching(
  desk: ProposalDesk,
  model: Model,
  { dataDir, tokens }: { dataDir: string; tokens: number },
): Promise<TeachingPlan> {
  const { open } = desk;
  const kept = await readKept(dataDir, open.project.id);
  const unexplained = unexplainedCases(open, kept);
  const questions = unexplained.length === 0 ? [] : splitBook(narrowBook(open, unexplained, kept.at(-1)), tokens);
  return {
    ...{ desk, model, unexplained, questions, kept },
    tokens: questions.reduce((sum, one) => sum + one.tokens, 0),
  };
}

/** After the first answer only what is new goes to a teacher. */
function narrowBook({ book }: ProjectCases, cases: readonly Case[], last: KeptAnswer | undefined): Casebook {
  if (!last) return book;
  const since = Date.parse(last.at);
  return {
    ...book,
    cases: [...cases],
    single: book.single.filter(({ step }) => step.call.at > since),
    sayings: book.sayings.filter(({ message }) => message.at > since),
    admissions: book.admissions.filter(({ message }) => message.at > since),
    isPart: true,
  };
}

/** Upper bound: more would not be read by anybody. */
const MOST_QUESTIONS = 10;

/** One question holds all unless the cases take more than it may: the others follow by themselves. */
function splitBook(book: Casebook, tokens: number): PlannedQuestion[] {
  const questions: PlannedQuestion[] = [];
  for (let rest = book; rest.cases.length > 0 && questions.length < MOST_QUESTIONS; ) {
    const question = makeQuestion(rest, tokens);
    // What people refused has a section of its own, without ids.
    const isShown = ({ id, failing }: Case) =>
      question.message.includes(`\n## ${id}: `) || failing.every(({ trouble }) => trouble === 'rejected');
    const cases = rest.cases.filter(isShown);
    if (cases.length === 0 && questions.length === 0)
      throw new AppError('usage', `${count(tokens)} tokens are too few for a single case.`, {
        hint: 'Raise --tokens.',
      });
    if (cases.length === 0) break;
    questions.push({ question, cases, tokens: estimateTokens(showQuestion(question)) });
    const left = rest.cases.filter((one) => !isShown(one));
    rest = { ...book, cases: left, single: [], sayings: [], admissions: [], isPart: true };
  }
  return questions;
}

/** Asks what was planned. Each answer is kept as it comes; what is not proven goes back once. */
export async function askTeacher(plan: TeachingPlan, options: TeachingOptions): Promise<TeachingResult> {
  const { desk, model } = plan;
  const { dataDir, now } = options;
  const done: TeachingResult = { questions: 0, sent: 0, received: 0, notices: [] };
  const kept = [...plan.kept];
  const ask = (question: Question) => askOnce(question, model, done, options);
  const retired = desk.open.lessons.flatMap(({ id, status }) => (status === 'retired' ? [id] : []));
  try {
    for (const { question, cases } of plan.questions) {
      options.onAsk?.(`Asking ${model.name}`);
      const answer = await ask(question);
      let verdicts = desk.judge(read(() => parseAnswer(answer.text), answer, model).lessons);
      const own: KeptAnswer = {
        at: now.toISOString(),
        by: authorOf(model, answer),
        cases: Object.fromEntries(cases.map(({ id, failing }) => [id, failing.length])),
        retired,
        open: verdicts.map(({ proposal }) => proposal),
      };
      kept.push(own);
      await writeKept(dataDir, desk.open.project.id, kept);
      const back = verdicts.filter(goesBack);
      if (back.length === 0) continue;
      options.onAsk?.(`Asking ${model.name} again about ${back.length}`);
      try {
        const second = await ask(makeSecondQuestion(back, desk.open.book));
        const { lessons } = read(() => parseAnswer(second.text, secondAnswerSchema), second, model);
        verdicts = mend(verdicts, back, lessons, desk.judge);
        own.open = verdicts.map(({ proposal }) => proposal);
        await writeKept(dataDir, desk.open.project.id, kept);
      } catch (error) {
        if (!(error instanceof AppError) || options.signal?.aborted) throw error;
        done.notices.push(`${back.length} refused lessons were not mended: ${error.message}`);
      }
    }
  } catch (error) {
    done.failed = error;
  }
  return done;
}

/** Asks one question within the ceiling, and notes what it took, also where the answer was awaited in vain. */
async function askOnce(
  question: Question,
  model: Model,
  done: TeachingResult,
  { dataDir, now, ceiling = MOST_TOKENS_A_MONTH, signal, redact }: TeachingOptions,
): Promise<ModelAnswer> {
  const text = showQuestion(question);
  const estimate = estimateTokens(text);
  const used = (await sumUses(dataDir, now)).reduce((sum, { tokensThisMonth }) => sum + tokensThisMonth, 0);
  if (used + estimate > ceiling)
    throw new AppError(
      'usage',
      `The ceiling of ${count(ceiling)} tokens a month is reached: ${count(used)} are used, and this question takes about ${count(estimate)}.`,
      { hint: 'Raise teacher.mostTokensAMonth in your own configuration. This question was not sent.' },
    );
  const start = Date.now();
  const note = async (sent: number, received: number, costUsd?: number) => {
    done.sent += sent;
    done.received += received;
    if (costUsd !== undefined) done.costUsd = (done.costUsd ?? 0) + costUsd;
    await noteUse(dataDir, { at: now.toISOString(), teacher: model.name, sent, received, costUsd });
  };
  try {
    const answer = await model.ask(question, { signal });
    const { inputTokens = estimate, outputTokens = estimateTokens(answer.text), costUsd } = answer.usage ?? {};
    done.questions += 1;
    done.model = answer.model ?? done.model;
    await note(inputTokens, outputTokens, costUsd);
    return { ...answer, text: (await redact([answer.text]))[0] ?? '' };
  } catch (error) {
    if (signal?.aborted || Date.now() - start >= model.timeoutMs) await note(estimate, 0);
    throw error;
  }
}

function read<T>(parse: () => T, { text, isCut }: ModelAnswer, { name }: Model): T {
  if (isCut)
    throw new AppError('broken-file', `${name} reached its limit of tokens in the middle of its answer.`, {
      hint: 'Raise teacher.maxTokens, or send less with --tokens. Nothing of it was kept.',
    });
  try {
    return parse();
  } catch (error) {
    const begin = stripControls(text).replaceAll(/\s+/g, ' ').trim().slice(0, 100);
    throw new AppError('broken-file', `${name} did not answer in the form that was asked for: “${begin}”`, {
      hint: 'Ask again, or choose another teacher or a larger model. Nothing of it was kept.',
      cause: error,
    });
  }
}

/** Who worded a lesson; a name that a model gives itself stays one. */
function authorOf({ name }: Model, { model }: ModelAnswer): string {
  return model !== undefined && /^[\w.:/@+-]{1,80}$/.test(model) ? `${name} (${model})` : name;
}

function count(tokens: number): string {
  return tokens.toLocaleString('en');
}
