import { indexedWords } from '../word-index.ts';
import { anchorsOf, needsOf, type TextNeed } from './anchors.ts';
import type { AskedCall, CallView } from './call-view.ts';

import type { TriggerRule } from './rule.ts';
import { matchToolName } from './tool-name.ts';

/** Finds the rules that may match a call by its tool and by the words of its text: most calls have none of them. */
export class RuleIndex {
  readonly #rules: readonly TriggerRule[];
  readonly #byWord = new Map<string, number[]>();
  readonly #needs: readonly (readonly TextNeed[])[];
  /** Rules without a distinctive word, and those of them that can apply to a tool. */
  readonly #wordless: number[] = [];
  readonly #byTool = new Map<string, readonly number[]>();

  constructor(rules: readonly TriggerRule[]) {
    this.#rules = rules;
    this.#needs = rules.map(needsOf);
    for (const [number, rule] of rules.entries()) {
      const anchors = anchorsOf(rule);
      if (!anchors) this.#wordless.push(number);
      for (const word of anchors ?? []) {
        const list = this.#byWord.get(word);
        if (list) list.push(number);
        else this.#byWord.set(word, [number]);
      }
    }
  }

  /** Returns the numbers of the rules, in order. */
  candidates(view: CallView): number[] {
    const text = textOf(view);
    const found = new Set(this.#wordlessFor(view.call).filter((number) => this.#isIn(number, text)));
    if (this.#byWord.size === 0) return [...found];
    const before = found.size;
    for (const word of indexedWords(text)) {
      for (const number of this.#byWord.get(word) ?? [])
        if (!found.has(number) && this.#isOfTool(number, view.call) && this.#isIn(number, text)) found.add(number);
    }
    return found.size > before ? [...found].sort((a, b) => a - b) : [...found];
  }

  #isIn(number: number, text: string): boolean {
    return (this.#needs[number] ?? []).every((forms) =>
      forms.some((pieces) => pieces.every((piece) => text.includes(piece))),
    );
  }

  #wordlessFor(call: AskedCall): readonly number[] {
    const key = `${call.tool} ${isShell(call)} ${call.name}`;
    const known = this.#byTool.get(key);
    if (known) return known;
    const numbers = this.#wordless.filter((number) => this.#isOfTool(number, call));
    this.#byTool.set(key, numbers);
    return numbers;
  }

  #isOfTool(number: number, call: AskedCall): boolean {
    const rule = this.#rules[number];
    return rule !== undefined && isOfTool(rule, call);
  }
}

/** Whether a rule can apply to calls of this tool at all, whatever their arguments. */
function isOfTool(rule: TriggerRule, call: AskedCall): boolean {
  switch (rule.tool) {
    case 'Bash':
      return isShell(call);
    case 'Edit':
      return call.tool === 'edit';
    case 'Search':
    case 'Pattern':
      return isShell(call) || call.tool === 'search' || call.tool === 'list';
    case 'Tool':
      return matchToolName(rule.name, call.name);
    default:
      return true;
  }
}

function isShell({ input }: AskedCall): boolean {
  return input.command !== undefined;
}

/**
 * Returns the text in which the words of rules are looked up. It includes the shell's working directory, because a file may be
 * named relative to it.
 */
function textOf(view: CallView): string {
  const { command } = view.call.input;
  if (command === undefined) return view.path ?? '';
  const folder = view.directory === undefined ? '' : view.roots.relative(view.directory);
  return folder ? `${command} ${folder}` : command;
}
