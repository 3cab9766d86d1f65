import type { Argument, Dialect, Word } from '../programs/command.ts';
import { programOf } from '../programs/lookup.ts';
import { wordSet, wordsOf } from '../shared/word-set.ts';
import { POWERSHELL_SWITCHES } from './powershell-words.ts';

/** The facts about a command that are known when its words are divided. */
interface ArgumentContext {
  /** The program's name in the tables. */
  readonly family: string;
  /** The subcommand of the program. */
  readonly subcommand: string | undefined;
  /** The number of words before the subcommand. */
  readonly lead: number;
  /** The flags that take a value before the subcommand. */
  readonly leadValues: ReadonlySet<string>;
}

const NO_FLAGS: ReadonlySet<string> = new Set();
/** Long flags that take a value in nearly every program; used for programs whose flags are not known. */
const COMMON_VALUE_FLAGS: ReadonlySet<string> = wordSet(
  '--config --output --file --format --name --port --host --message --title --body --filter --timeout --limit --repo --branch --base ' +
    '--head --project --profile --region --tags --tag --env-file --path --dir --cwd --prefix --user --username --password --token --url ' +
    '--model --description --scope --type --id --key --value --query --input --out --outfile --out-dir --mode --level --log-level --reason ' +
    '--author --label --since --until --from --to --target --namespace --context --database --db --schema --root --summary',
);

const CLUSTER = /^-[A-Za-z]{2,6}$/;
const CMDLET = /^[a-z]+-[a-z]+$/;

/** Divides words into flags, each with its value, and operands. */
export function divideArguments(words: readonly Word[], context: ArgumentContext, dialect: Dialect): Argument[] {
  const cmdlet = dialect === 'powershell' && CMDLET.test(context.family);
  const values = valueFlags(context);
  const divided: Argument[] = [];
  let afterDashes = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    const { text } = word;
    if (text === '--' && !afterDashes) {
      afterDashes = true;
      continue;
    }
    if (!isFlag(text) || (afterDashes && !programOf(context.family)?.passesOn)) {
      divided.push({ kind: 'operand', text, value: undefined, word, valueWord: undefined, afterDashes });
      continue;
    }
    const equals = text.indexOf('=');
    if (equals > 1) {
      const name = text.slice(0, equals);
      divided.push({
        kind: 'flag',
        text: name,
        value: text.slice(equals + 1),
        word,
        valueWord: undefined,
        afterDashes,
      });
      continue;
    }
    const next = words[at + 1];
    const known = at < context.lead ? context.leadValues : values;
    const takes = cmdlet ? !POWERSHELL_SWITCHES.has(text.toLowerCase()) : takesValue(text, known, context.family);
    const valueWord =
      takes && next !== undefined && (next.quoted || (!isFlag(next.text) && next.text !== '--')) ? next : undefined;
    if (valueWord !== undefined) at++;
    divided.push({ kind: 'flag', text, value: valueWord?.text, word, valueWord, afterDashes });
  }
  return divided;
}

// A message that begins with a dash is not a flag; `--format="%h %s"` is one.
function isFlag(text: string): boolean {
  if (text.charCodeAt(0) !== 45 || text.length < 2) return false;
  const space = text.search(/\s/);
  if (space < 0) return text.length < 200 || text.includes('=');
  const equals = text.indexOf('=');
  return equals > 1 && equals < space;
}

function takesValue(flag: string, values: ReadonlySet<string>, family: string): boolean {
  if (values.has(flag)) return true;
  if (!CLUSTER.test(flag) || programOf(family)?.hasSingleDashes) return false;
  for (let at = 1; at < flag.length - 1; at++) if (values.has(`-${flag[at]}`)) return false;
  return values.has(`-${flag[flag.length - 1]}`);
}

function valueFlags({ family, subcommand }: ArgumentContext): ReadonlySet<string> {
  const program = programOf(family);
  const bySubcommand = program?.valueFlagsOf;
  if (subcommand !== undefined && bySubcommand !== undefined) {
    const space = subcommand.indexOf(' ');
    const own = bySubcommand[subcommand] ?? (space > 0 ? bySubcommand[subcommand.slice(0, space)] : undefined);
    if (own !== undefined) return wordsOf(own);
    if (family === 'git') return NO_FLAGS;
  }
  return program?.valueFlags === undefined ? COMMON_VALUE_FLAGS : wordsOf(program.valueFlags);
}
