import type { JudgedCall } from '../../failure.ts';
import type { Claim } from '../claim.ts';
import { findKept } from '../kept-word.ts';
import { claim, type FailedStep, type Relation } from '../relation.ts';
import { after, type ThreadView } from '../session-view.ts';
import { callOf } from '../tool-names.ts';

/**
 * A tool other than the shell refused an argument; the same tool with that argument changed worked, or the error names the
 * accepted values.
 */
export const otherArgument: Relation = {
  name: 'other-argument',
  explain(step, view) {
    const { failure, call } = step;
    if (call.tool === 'shell') return [];
    if (failure.kind !== 'bad-argument' && failure.kind !== 'invalid-input' && failure.kind !== 'unknown-tool')
      return explainStatedRule(step, view);
    if (failure.kind === 'invalid-input')
      return explainParameter(step.call.output).map((found) =>
        claim(step, undefined, {
          relation: 'other-argument',
          key: `${call.name} ${found.wrong}`,
          wrong: found.wrong,
          facts: { tool: call.name, problem: found.problem },
        }),
      );
    const wrong = failure.subject;
    if (!wrong) return [];
    const name = argumentWith(call, wrong);
    const fix = after(view, step).find((later) => {
      if (later.call.name !== call.name || later.outcome !== 'worked' || !name) return false;
      const value = argumentsOf(later.call)[name];
      return typeof value === 'string' && value !== wrong && resembles(value, wrong);
    });
    const right = fix && name ? argumentsOf(fix.call)[name] : offered(call.output, wrong);
    // A `commit` that is not a skill is a subcommand of git.
    const kept =
      right === undefined ? findKept(step, view, [wrong], ({ subcommand }) => subcommand === wrong) : undefined;
    const instead = kept && callOf(kept.command);
    return [
      claim(step, fix ?? kept?.step, {
        relation: 'other-argument',
        key: `${call.name} ${wrong}`,
        wrong,
        ...(typeof right === 'string' ? { right } : instead === undefined ? {} : { right: instead }),
        facts: { tool: call.name, ...(name ? { name } : {}), ...(instead === undefined ? {} : { instead: 'command' }) },
      }),
    ];
  },
};

/**
 * Explains the answer of a tool that is not about files if it names one of the given arguments and says what is wrong with it: a
 * number that is too small, or an argument that must be left out. The latter is believed if the answer says so or a call without
 * it then worked.
 */
function explainStatedRule(step: FailedStep, view: ThreadView): Claim[] {
  const { call } = step;
  if (call.tool !== 'task' && call.tool !== 'mcp' && call.tool !== 'other') return [];
  const text = call.output.slice(0, 400);
  const named = Object.keys(argumentsOf(call)).filter((name) => wordsOf(text).has(name));
  const fixOf = (isFix: (given: Record<string, unknown>) => boolean) =>
    after(view, step).find(
      ({ call: later, outcome }) => later.name === call.name && outcome === 'worked' && isFix(argumentsOf(later)),
    );
  for (const name of named) {
    const bound = boundOf(text, name);
    const fix = bound
      ? fixOf((given) => given[name] !== argumentsOf(call)[name])
      : fixOf((given) => given[name] === undefined);
    const problem = bound ? `must be ${bound}` : fix || isToBeLeftOut(text, name) ? 'unexpected' : undefined;
    if (!problem || !/^\w+$/.test(name)) continue;
    const key = `${call.name} ${name}`;
    const [other, value] = (problem === 'unexpected' && decidedBy(call, name, text)) || [];
    if (other === undefined)
      return [claim(step, fix, { relation: 'other-argument', key, wrong: name, facts: { tool: call.name, problem } })];
    // The next call may keep the argument and change the value of the one that forbids it.
    const kept = fixOf((given) => given[name] !== undefined && given[other] !== undefined && given[other] !== value);
    const right = kept && argumentsOf(kept.call)[other];
    const facts = { tool: call.name, problem, together: `${other}: ${value}` };
    const settled = right === undefined ? {} : { right: `${other}: ${right}` };
    return [claim(step, kept ?? fix, { relation: 'other-argument', key, wrong: name, ...settled, facts })];
  }
  return [];
}

/** Returns another argument that the answer mentions by a word of its name: "a full-history fork" and `fork_turns: all`. */
function decidedBy(call: JudgedCall, refused: string, text: string): [name: string, value: unknown] | undefined {
  const said = text.toLowerCase();
  return Object.entries(argumentsOf(call)).find(([name, value]) => {
    const words = name.toLowerCase().split(/[_-]/);
    return (
      name !== refused &&
      /^[\w-]{1,24}$/.test(String(value)) &&
      words.some((word) => word.length >= 4 && said.includes(word))
    );
  });
}

/** Whether the answer says to leave an argument out: `omit agent_type`. */
function isToBeLeftOut(text: string, name: string): boolean {
  return /\b(?:omit|remove|leave out|do not (?:pass|set|use)) [`'"]?(\w+)/i.exec(text)?.[1] === name;
}

/** Returns the bound that the answer states: `timeout must be at least 10000`. */
function boundOf(text: string, name: string): string | undefined {
  const stated = /\b(\w+) must be ((?:at least|at most|less than|more than|greater than) \d{1,12})\b/.exec(text);
  return stated?.[1] === name ? stated[2] : undefined;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/\w+/g));
}

function argumentsOf(call: JudgedCall): Record<string, string | number | boolean> {
  return call.input.rest ?? {};
}

function argumentWith(call: JudgedCall, value: string): string | undefined {
  return Object.entries(argumentsOf(call)).find(([, candidate]) => candidate === value)?.[0];
}

/** Whether one name contains the other: `reviewer` and `plugin:reviewer`. */
function resembles(a: string, b: string): boolean {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  return x.includes(y) || y.includes(x) || x.split(/[:/]/).at(-1) === y.split(/[:/]/).at(-1);
}

/** Returns the valid value that the error lists and that ends in the requested one. */
function offered(output: string, wrong: string): string | undefined {
  const list = /[Aa]vailable [\w ]+: (.+)/.exec(output)?.[1];
  const values = list?.split(/,\s*/).map((value) => value.trim().replace(/\.$/, '')) ?? [];
  const alike = values.filter((value) => value !== wrong && resembles(value, wrong));
  return alike.length === 1 ? alike[0] : undefined;
}

function explainParameter(output: string): { wrong: string; problem: string }[] {
  const unexpected = /An unexpected parameter `(\w+)` was provided/.exec(output)?.[1];
  if (unexpected) return [{ wrong: unexpected, problem: 'unexpected' }];
  const missing = /The required parameter `(\w+)` is missing/.exec(output)?.[1];
  if (missing) return [{ wrong: missing, problem: 'missing' }];
  const typed = /The parameter `(\w+)` type is expected as `(\w+)`/.exec(output);
  return typed?.[1] && typed[2] ? [{ wrong: typed[1], problem: `must be a ${typed[2]}` }] : [];
}
