import { codeOr, fixed, nameLesson, quotable, quotablePath, quote, type Sentence, say } from '../../lessons/quotable.ts';
import type { RememberedIssue } from '../ask-memory.ts';
import type { DebugReport } from './debug-tool.ts';

/** The facts from which the steps are chosen. */
export type StepFacts = Pick<DebugReport, 'tool' | 'sources' | 'places' | 'issues'> & { hasError: boolean };

/** Lists the next steps in order: fixed sentences with the names that were found. */
export function listSteps({ sources, places, issues, hasError }: StepFacts): Sentence[] {
  const [issue] = issues;
  const source = sources.find(({ shown }) => shown) ?? sources[0];
  return [
    ...(issue ? [tryIssue(issue)] : []),
    ...(places[0] ? [say`Read ${nameLine(places[0].path, places[0].line)}, which the error names.`] : []),
    ...(source ? [say`Read ${nameLine(source.path, source.from)}: does it do what the call expects?`] : []),
    ...(source
      ? [fixed('Correct the source if the tool is wrong, or the call if it was used wrongly; then run it again.')]
      : [fixed('No source of it is in this project: ask the tool itself, with --help or its documentation.')]),
    ...(hasError ? [] : [fixed('Say what the error is, too: then known issues of it and the lines it names are shown.')]),
    fixed('Once it works, save what helped, so that nobody has to find it again.'),
  ];
}

function nameLine(path: string, line: number): Sentence {
  const place = quotablePath(path, 300);
  return codeOr(place && quote`${place}:${line}`, 'the file below');
}

function tryIssue({ id, commands, layer }: RememberedIssue): Sentence {
  const where = layer === 'user' ? ' of your own memory' : '';
  const how = commands[0] === undefined ? '' : say`: ${codeOr(quotable(commands[0], 300), 'see its commands')}`;
  return say`Try the fix of ${nameLesson({ id })}${where} first${how}.`;
}
