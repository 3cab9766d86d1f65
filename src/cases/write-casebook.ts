import type { Step } from '../failures/recovery/session-view.ts';
import type { FailureKind } from '../programs/cause-rule.ts';
import { estimateTokens } from '../shared/estimate-tokens.ts';
import type { Case, CaseSession, Exhibit, Failing, PlacedCall } from './case.ts';
import type { Casebook } from './casebook.ts';
import type { Words } from './find-words.ts';
import { programAbout } from './program-about.ts';
import { showInput } from './show-call.ts';
import type { RuleRecord } from './standing-rules.ts';

/** What a section of the text may take of the budget before the others have had theirs. */
interface Section {
  title: string;
  share: number;
  /** The most telling part first. */
  parts: readonly string[];
  /** The same in fewer words, for parts that would not fit. */
  short?(at: number): string;
}

/** Writes a casebook as a teacher reads it, within a number of tokens as `estimateTokens` counts them. */
export function writeCasebook(book: Casebook, tokens: number): string {
  return join(fitSections(book, tokens));
}

/**
 * Writes the same in pages: each has the costliest cases that are left, and of everything else its share. `roomOf` says how many
 * tokens a page has, the first one being 0.
 */
export function writeCasebookPages(book: Casebook, tokens: number, roomOf: (page: number) => number): string[] {
  const longest = Math.floor(Math.min(roomOf(0), roomOf(1)) / 2);
  let rest = fitSections(book, tokens, longest).map(({ title, share, left, ...section }): Section => {
    const parts = section.parts.map((part) => (estimateTokens(part) > longest ? `${part.slice(0, longest)}…` : part));
    return { title, share, parts: left > 0 ? [...parts, `(${left} more left out)`] : parts };
  });
  const pages: string[] = [];
  while (rest.some(({ parts }) => parts.length > 0)) {
    const page = keepWithin(rest, roomOf(pages.length), true);
    pages.push(join(page, 'on later pages'));
    rest = rest.map((section, at) => ({ ...section, parts: section.parts.slice(page[at]?.parts.length) }));
  }
  return pages;
}

/** Keeps of each section what fits; no part is longer than `longest` if a shorter form of all of them is. */
function fitSections(book: Casebook, tokens: number, longest = tokens): Fitted[] {
  const usual = listSections(book, new Writer(book, 1));
  if (tokensOf(usual) > tokens) return keepWithin(usual, tokens);
  // In a small project there is room for more of everything.
  for (const depth of [3, 2]) {
    const sections = listSections(book, new Writer(book, depth));
    const isShort = sections.every(({ parts }) => parts.every((part) => estimateTokens(part) <= longest));
    if (isShort && tokensOf(sections) <= tokens) return keepWithin(sections, tokens);
  }
  return keepWithin(usual, tokens);
}

/** The tokens of all sections in full, but for what is only told if there is room left. */
function tokensOf(sections: readonly Section[]): number {
  const told = sections.flatMap(({ title, parts, share }) => (share > 0 ? [title, ...parts] : []));
  return told.reduce((sum, text) => sum + estimateTokens(text) + 1, 0);
}

function listSections(
  { cases, single, sayings, admissions, history, failing, rules, isPart }: Casebook,
  writer: Writer,
): Section[] {
  const calls = history.sessions.flatMap(({ threads }) => threads.map(({ length }) => length));
  const count = `${history.sessions.length} sessions, ${calls.reduce((sum, one) => sum + one, 0)} calls, ${failing} failing`;
  const shown = cases.filter(isMoreThanRefused);
  const empty = single.filter(({ trouble }) => trouble === 'empty');
  const refused = [...cases.flatMap((one) => one.failing), ...single].filter(({ trouble }) => trouble === 'rejected');
  const others = single.filter(({ trouble }) => trouble !== 'empty' && trouble !== 'rejected');
  return [
    {
      title: `# ${count}. ${shown.length} cases of failures that recur, the costliest first`,
      share: 0.44,
      parts: shown.map((one) => writer.case(one)),
      short: (at) => writer.case(shown[at] as Case, true),
    },
    {
      title: `# O: other failing calls, by tool and program (${others.length})`,
      share: 0.2,
      parts: others.map((one) => writer.single(one)),
      short: (at) => writer.single(others[at] as Failing, true),
    },
    {
      title: `# R: calls that the user refused (${refused.length})`,
      share: 0.07,
      parts: [...new Set(refused)].map((one) => writer.refused(one)),
    },
    {
      title: `# U: what people said (${sayings.length}), in brackets what marks it`,
      share: 0.12,
      parts: sayings.map((one) => writer.saying(one)),
    },
    {
      title: `# A: where agents explained a failure or admitted a mistake (${admissions.length})`,
      share: 0.09,
      parts: admissions.map((one) => writer.admission(one)),
    },
    {
      title: `# K: what agents are told already (${rules.length})`,
      share: 0.06,
      parts: rules.map((one) => writer.rule(one)),
    },
    {
      title: `# E: searches that found nothing (${empty.length})`,
      share: 0.03,
      parts: empty.map((one) => writer.empty(one)),
    },
    {
      title: '# S: what sessions did',
      share: 0,
      parts: isPart ? [] : history.sessions.map((one) => writer.session(one)).reverse(),
    },
  ];
}

function join(sections: readonly Fitted[], where = 'left out'): string {
  return sections
    .filter(({ parts }) => parts.length > 0)
    .map(({ title, parts, left }) => [title, ...parts, ...(left > 0 ? [`(${left} more ${where})`] : [])].join('\n'))
    .join('\n\n');
}

function isMoreThanRefused({ failing }: Case): boolean {
  return failing.some(({ trouble }) => trouble !== 'rejected');
}

interface Fitted extends Section {
  /** The number of parts that did not fit. */
  left: number;
}

/**
 * Keeps what fits: each section its share first, and then what is left over, in their order. Where not all fits in full, all is
 * told in short, and as much of the most telling as there is room for in full. A page has a case, however long.
 */
function keepWithin(sections: readonly Section[], tokens: number, isPage = false): Fitted[] {
  let left = tokens - sections.reduce((sum, { title }) => sum + estimateTokens(title) + 10, 0);
  const most = left;
  const kept = sections.map((): { text: string; cost: number }[] => []);
  for (const round of [0, 1])
    for (const [index, { parts, short, share }] of sections.entries()) {
      const texts = kept[index] ?? [];
      let own = round === 0 ? Math.min(left, most * share) : left;
      const put = (at: number, text: string): boolean => {
        const cost = estimateTokens(text) + 1;
        const more = cost - (texts[at]?.cost ?? 0);
        if (more > (isPage && index + at === 0 ? left : own)) return false;
        own -= more;
        left -= more;
        texts[at] = { text, cost };
        return true;
      };
      for (let at = texts.length; at < parts.length; at++) if (!put(at, short?.(at) ?? parts[at] ?? '')) break;
      if (short) for (let at = 0; at < texts.length; at++) if (!put(at, parts[at] ?? '')) break;
    }
  return sections.map((section, index) => {
    const parts = (kept[index] ?? []).map(({ text }) => text);
    return { ...section, parts, left: section.parts.length - parts.length };
  });
}

/** Kinds that say nothing about the project: two examples show all. */
const OF_TOOLS: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'not-read',
  'stale-read',
  'no-change',
  'edit-mismatch',
]);

class Writer {
  readonly #book: Casebook;
  /** How much to show: 1 is what fits into the usual budget, 3 is all that helps. */
  readonly #depth: number;

  readonly #isShared: boolean;

  constructor(book: Casebook, depth: number) {
    this.#book = book;
    this.#depth = depth;
    this.#isShared = new Set(book.history.sessions.map(({ user }) => user)).size > 1;
  }

  case(one: Case, isBrief = false): string {
    const { failing, sessions, cost, firstAt, lastAt, title, ended, untouched, usual, program } = one;
    const isShort =
      isBrief || failing.every(({ step }) => step.failure?.work || OF_TOOLS.has(step.failure?.kind ?? 'other'));
    const most = this.#depth * (isShort ? 2 : failing.length >= 12 ? 5 : sessions.length >= 3 ? 4 : 3);
    const isShell = failing.some(({ step }) => step.call.tool === 'shell');
    const head = `${failing.length} calls in ${sessions.length} sessions, ${day(firstAt)} to ${day(lastAt)}, ${cost.calls} calls and ${Math.round(cost.minutes)} minutes lost`;
    return [
      `## ${one.id}: ${head}: ${this.#cut(title, 160)}`,
      ...one.parts
        .slice(0, isBrief ? 2 : 6)
        .map(({ line, calls }) => `  ${calls} of them also print: ${this.#cut(line, 120)}`),
      ...one.contrast.map(
        ({ part, failedWith, workedWith, failedWithout, workedWithout }) =>
          `  ${part}: with it ${failedWith} failed and ${workedWith} worked, without it ${failedWithout} failed and ${workedWithout} worked`,
      ),
      ...(usual && usual.worked > 0 && isShell
        ? [`  \`${program}\` in all: ${usual.worked} worked in ${usual.sessions} sessions, ${usual.failed} failed`]
        : []),
      ...(ended
        ? [
            `  since the last failure the same form worked ${ended.calls} times in ${ended.sessions} sessions (${day(ended.firstAt)} to ${day(ended.lastAt)})`,
          ]
        : []),
      ...(untouched ? [`  red in ${untouched} sessions before anything was edited`] : []),
      ...one.exhibits.slice(0, most).flatMap((shown) => this.#exhibit(shown, isShort)),
      ...(isShort
        ? []
        : one.worked
            .slice(0, 2)
            .map(
              (call) =>
                `  worked: ${where(call)}: ${this.#call(call.step, 150)} => ${this.#cut(call.step.call.output, 50)}`,
            )),
    ].join('\n');
  }

  #exhibit({ failed, next: chain, stated, said }: Exhibit, isShort: boolean): string[] {
    const { step } = failed;
    const most = isShort ? 2 : 7;
    const next =
      chain.length > most ? [...chain.slice(0, Math.ceil(most / 2)), ...chain.slice(-Math.floor(most / 2))] : chain;
    const lines = failed.lines.slice(0, 5).map((line) => this.#cut(this.#shorten(line, step), 150));
    return [
      `- ${where(failed)} ${step.call.name}: ${this.#call(step, 240)}`,
      `  ${TROUBLE[failed.trouble]}: ${lines.join(' / ').slice(0, 420)}`,
      ...(step.call.said ? [`    user then said: ${this.#cut(step.call.said, 260)}`] : []),
      ...(stated ? [`    agent then said: ${this.#cut(stated.text, isShort ? 140 : 240)}`] : []),
      ...next.map((other) => `    then ${other.call.name}: ${this.#call(other, 150)} => ${this.#end(other)}`),
      ...(said ? [`    user then said: ${this.#cut(said.text, 220)}`] : []),
    ];
  }

  single(failed: Failing, isBrief = false): string {
    const { step, session, thread } = failed;
    const next = isBrief ? [] : thread.slice(step.index + 1, step.index + 2 + 2 * this.#depth);
    const from = step.call.endedAt ?? step.call.at;
    const own = step.call.thread ?? '';
    const stated = session.statements.find((said) => said.thread === own && said.at >= from);
    const lines = this.#cut(this.#shorten(failed.lines.join(' / '), step), isBrief ? 100 : 160);
    return [
      `- ${where(failed)} ${step.call.name}: ${this.#call(step, isBrief ? 100 : 150)} ${TROUBLE[failed.trouble]}: ${lines}`,
      ...next.map((other) => `then ${other.call.name}: ${this.#call(other, 80)} => ${other.failure ? 'FAILED' : 'ok'}`),
      ...(stated ? [`agent said: ${this.#cut(stated.text, 140)}`] : []),
    ].join(' | ');
  }

  refused(failed: Failing): string {
    const { step } = failed;
    const program = programAbout(failed);
    const said = step.call.said ? this.#cut(step.call.said, 260) : '(nothing)';
    const allowed = this.#book.allowed.get(program) ?? 0;
    return `- ${where(failed)}${this.#by(failed.session)} ${step.call.name}: ${this.#call(step, 140)} (${program} was allowed ${allowed} times) | user then said: ${said}`;
  }

  empty(failed: Failing): string {
    return `- ${where(failed)} ${failed.step.call.name}: ${this.#call(failed.step, 120)}`;
  }

  saying({ session, message, text, marks, before }: Words): string {
    const done = before ? ` (after ${before.call.name}: ${this.#call(before, 50)})` : '';
    return `- ${session.name} ${day(message.at)}${this.#by(session)} ${marks.length > 0 ? `[${marks.join(', ')}] ` : ''}${this.#cut(text, 260)}${done}`;
  }

  admission({ session, message, text }: Words): string {
    return `- ${session.name} ${day(message.at)} ${this.#cut(text, 220)}`;
  }

  rule({ where: place, text, calls, failed }: RuleRecord): string {
    const record = calls > 0 ? ` (named in ${calls} calls, ${failed} of them failed)` : '';
    return `- ${place}: ${this.#cut(text, 200)}${record}`;
  }

  /** What a session did, in short: only where there is room for it. */
  session({ name, at, messages, statements, threads }: CaseSession): string {
    const [task] = messages;
    const last = statements.at(-1);
    const calls = (threads[0] ?? []).slice(0, 80).map((step) => {
      const end = step.failure ? ' FAILED' : '';
      return `  ${step.call.name}: ${this.#call(step, 90)}${end}`;
    });
    return [
      `- ${name} ${day(at)}: ${task ? this.#cut(task.text, 300) : '(no message)'}`,
      ...calls,
      ...(last ? [`  at last the agent said: ${this.#cut(last.text, 300)}`] : []),
    ].join('\n');
  }

  #cut(text: string, most: number): string {
    const longest = most * (this.#depth === 1 ? 1 : 1.6);
    const line = text
      .slice(0, 4 * longest)
      .replaceAll(/\s+/g, ' ')
      .trim();
    return line.length <= longest ? line : `${line.slice(0, longest)}…`;
  }

  /** Names the user of a session if there are several. */
  #by({ user }: CaseSession): string {
    return this.#isShared && user !== undefined ? ` ${user}` : '';
  }

  #end(step: Step): string {
    if (step.failure) return `FAILED: ${this.#cut(this.#shorten(step.failure.diagnostic, step), 110)}`;
    if (step.judgement.outcome === 'unknown' && step.judgement.reason === 'not-run') return 'not run';
    return `ok: ${this.#cut(this.#shorten(step.call.output, step), 60)}`;
  }

  #call(step: Step, most: number): string {
    const text = showInput(step, step.failure?.kind === 'edit-mismatch' ? 200 : 50);
    return this.#cut(this.#shorten(text, step), most);
  }

  /** Writes paths below the checkout that the call was made in without it; those of another checkout stay whole. */
  #shorten(text: string, { call: { cwd } }: Step): string {
    const root = cwd === undefined ? undefined : this.#book.history.roots.checkout(cwd);
    return root === undefined ? text : text.replaceAll(`${root}/`, '');
  }
}

const TROUBLE = {
  failed: 'FAILED',
  masked: 'FAILED (not flagged)',
  rejected: 'REFUSED BY THE USER',
  blocked: 'REFUSED BY A RULE',
  endless: 'STOPPED',
  flooded: 'TOO LONG',
  empty: 'FOUND NOTHING',
  ci: 'FAILED IN CI (as the log that was read says)',
  elsewhere: 'IN ANOTHER CHECKOUT',
} as const;

function where({ session, step }: PlacedCall): string {
  return `${session.name} ${new Date(step.call.at).toISOString().slice(0, 16)} ${step.call.id.slice(-12)}`;
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
