import { isBypass, type ShellCommand, signatureOf } from '../../../shell/index.ts';
import { describeDenied } from '../denied.ts';
import { claim, type FailedStep, isRepeated, type Relation, textOf } from '../relation.ts';
import { after, ran, type Step, type ThreadView } from '../session-view.ts';

/**
 * A hook refused the call. Only the denied form is known to be denied; the alternative is named by the hook's text and proven by
 * the call that then worked. The text itself is not copied, because it may be anything.
 */
export const hookRule: Relation = {
  name: 'hook-rule',
  explain(step, view) {
    const { failure, call, parsed } = step;
    if (failure.kind !== 'hook-denied') return [];
    const denied = describeDenied(step, view);
    const facts = {
      tool: call.name,
      ...(denied.program === undefined ? {} : { program: denied.program }),
      ...(denied.paths.length > 0 ? { paths: denied.paths.join('\n') } : {}),
    };
    const main = parsed?.main;
    const wrong = main ? narrowForm(main, call.output) : denied.form;
    const key = main ? `${call.tool} ${wrong}` : denied.key;

    const first = main && preparation(step, main, view);
    if (first) {
      const { fix, command } = first;
      return [
        claim(step, fix, { relation: 'hook-rule', key, wrong, right: command, facts: { ...facts, first: 'yes' } }),
      ];
    }
    const advice = adviceOf(call.output);
    const fix = after(view, step, 5).find((later) => ran(later) && advice.some((one) => isAdvised(later, one)));
    const named = advice.find((one) => fix && isAdvised(fix, one)) ?? advice.find((one) => one.isMarked);
    if (!named && main && passesSoon(step, main, wrong, view)) return [];
    return [claim(step, fix, { relation: 'hook-rule', key, wrong, ...(named ? { right: named.text } : {}), facts })];
  },
};

/** An alternative that the hook's text recommends. */
interface Advice {
  text: string;
  /** Whether it is a tool of the agent. */
  isTool: boolean;
  /** Whether it is set off from the sentence, so that it is believed without a call that follows it. */
  isMarked: boolean;
}

function adviceOf(output: string): Advice[] {
  const text = output.slice(0, 1000);
  const tools = [...text.matchAll(/\b[Uu]se (?:the )?`?([A-Z]\w{2,30})`? tool\b/g)].map(([, name = '']) => name);
  const marked = [
    ...text.matchAll(/\b(?:[Uu]se|[Rr]un|[Pp]refer) ["'`]([\w./@:-]{1,40}(?: [\w./@:=-]{1,40}){0,4})["'`]/g),
  ];
  const plain = [
    ...text.matchAll(/\b[Uu]se ([a-z][\w-]{1,30}(?: [a-z][\w:-]{1,30})?)(?: instead\b|,? not\b|\.$| rather than\b)/gm),
  ];
  return [
    ...tools.map((name) => ({ text: name, isTool: true, isMarked: true })),
    ...marked.map(([, command = '']) => ({ text: command, isTool: false, isMarked: true })),
    ...plain.map(([, command = '']) => ({ text: command, isTool: false, isMarked: false })),
  ];
}

function isAdvised({ call, parsed }: Step, { text, isTool }: Advice): boolean {
  if (isTool) return call.name === text;
  return (parsed?.commands ?? []).some((command) => !command.nested && `${textOf(command)} `.startsWith(`${text} `));
}

/** Returns the action with those of its flags that the hook complains about: `git commit --amend` rather than every commit. */
function narrowForm(command: ShellCommand, output: string): string {
  const named = command.flags.filter((flag) => flag.length > 2 && output.includes(flag));
  return [signatureOf(command), ...new Set(named)].join(' ');
}

/** Finds the command that the hook's text names ("Run `make lint` first"), if it was run and the same call then passed. */
function preparation(
  { index, call }: FailedStep,
  main: ShellCommand,
  view: ThreadView,
): { fix: Step; command: string } | undefined {
  const [, asked] =
    /\b[Rr]un ["'`]?([\w./:-]{2,40}(?: [\w./:=-]{1,40}){0,4}?)["'`]? (?:first|before)\b/.exec(
      call.output.slice(0, 1000),
    ) ?? [];
  if (asked === undefined) return undefined;
  const later = view.steps.slice(index + 1, index + 16);
  const obeyed = later.findIndex(
    (step) => ran(step) && isAdvised(step, { text: asked, isTool: false, isMarked: true }),
  );
  const fix = obeyed < 0 ? undefined : later.slice(obeyed).find((step) => ran(step) && repeats(step, main));
  return fix && { fix, command: asked };
}

/** Whether the denied form was accepted soon after: the hook then objected to something else, and it is not known to what. */
function passesSoon(step: FailedStep, main: ShellCommand, wrong: string, view: ThreadView): boolean {
  if (wrong !== signatureOf(main)) return false;
  return after(view, step, 8).some((later) => {
    const commands = later.parsed?.commands ?? [];
    return ran(later) && commands.some((command) => signatureOf(command) === wrong && !isBypass(command));
  });
}

function repeats({ parsed }: Step, main: ShellCommand): boolean {
  return (parsed?.commands ?? []).some((command) => isRepeated(main, command));
}
