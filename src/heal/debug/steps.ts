import type { RememberedIssue } from '../ask-memory.ts';
import type { DebugReport } from './debug-tool.ts';

/** What is known when the steps are chosen. */
export type StepFacts = Pick<DebugReport, 'tool' | 'sources' | 'places' | 'issues'> & { hasError: boolean };

/** What to do next, in order: fixed sentences, with names that were found. */
export function listSteps({ sources, places, issues, hasError }: StepFacts): string[] {
  const [issue] = issues;
  const source = sources.find(({ shown }) => shown) ?? sources[0];
  return [
    ...(issue ? [tryIssue(issue)] : []),
    ...(places[0] ? [`Read ${places[0].path}:${places[0].line}, which the error names.`] : []),
    ...(source ? [`Read ${source.path}:${source.from}: does it do what the call expects?`] : []),
    ...(source
      ? ['Correct the source if the tool is wrong, or the call if it was used wrongly; then run it again.']
      : ['No source of it is in this project: ask the tool itself, with --help or its documentation.']),
    ...(hasError ? [] : ['Say what the error is, too: then known issues of it and the lines it names are shown.']),
    'Once it works, save what helped, so that nobody has to find it again.',
  ];
}

function tryIssue({ id, commands, layer }: RememberedIssue): string {
  const where = layer === 'user' ? ' of your own memory' : '';
  const how = commands[0] === undefined ? '' : `: ${commands[0]}`;
  return `Try the fix of ${id}${where} first${how}.`;
}
