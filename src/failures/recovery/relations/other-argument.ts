import type { Call } from '../../../agents/call.ts';
import { claim, type Relation } from '../relation.ts';
import { after } from '../session-view.ts';

/** A tool that is not the shell refused an argument; the same tool with that argument changed worked, or the error names what it takes. */
export const otherArgument: Relation = {
  name: 'other-argument',
  explain(step, view) {
    const { failure, call } = step;
    if (
      call.tool === 'shell' ||
      (failure.kind !== 'bad-argument' && failure.kind !== 'invalid-input' && failure.kind !== 'unknown-tool')
    )
      return [];
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
      if (later.call.name !== call.name || later.call.outcome !== 'ok' || !name) return false;
      const value = argumentsOf(later.call)[name];
      return typeof value === 'string' && value !== wrong && resembles(value, wrong);
    });
    const right = fix && name ? argumentsOf(fix.call)[name] : offered(call.output, wrong);
    return [
      claim(step, fix, {
        relation: 'other-argument',
        key: `${call.name} ${wrong}`,
        wrong,
        ...(typeof right === 'string' ? { right } : {}),
        facts: { tool: call.name, ...(name ? { name } : {}) },
      }),
    ];
  },
};

function argumentsOf(call: Call): Record<string, string | number | boolean> {
  return call.input.rest ?? {};
}

function argumentWith(call: Call, value: string): string | undefined {
  return Object.entries(argumentsOf(call)).find(([, candidate]) => candidate === value)?.[0];
}

/** One name within the other: `reviewer` and `plugin:reviewer`. */
function resembles(a: string, b: string): boolean {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  return x.includes(y) || y.includes(x) || x.split(/[:/]/).at(-1) === y.split(/[:/]/).at(-1);
}

/** The valid value that the error lists and that ends in what was asked for. */
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
