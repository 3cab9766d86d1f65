import {
  type CaseCall,
  type CaseReport,
  type CaseSummary,
  type CasesReport,
  type ShownExhibit,
  TROUBLES,
} from '../../app/cases/cases-report.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type Canvas, cutText, plural, showText, wrap } from '../views/text.ts';

/** Returns the list of cases for people: what recurs, how often, since when, what it cost, and what covers it. */
export function viewCases({ project, cases, failing, calls, sessions, single }: CasesReport, canvas: Canvas): string {
  const { paint, columns } = canvas;
  const of = `${plural(failing, 'call')} of ${calls.toLocaleString('en')} in ${plural(sessions, 'session')} did not do what they were for`;
  if (cases.length === 0)
    return `${wrap(`Nothing recurs yet in ${project.name}: ${of}, each for a reason of its own.`, columns, 0)}\n`;
  const open = cases.filter(({ lesson }) => lesson === undefined);
  const head = wrap(`${project.name}: ${of}. ${plural(cases.length, 'case')} recur:`, columns, 0);
  const rows = cases.map((one) => viewRow(one, canvas));
  const rest = single > 0 ? [paint.dim(`${plural(single, 'failing call')} do not recur word for word.`)] : [];
  const [first] = open;
  const next = first
    ? `${plural(open.length, 'case')} without a lesson. Look at one: hardwon cases ${first.id}. To have a model explain them, give it what hardwon cases --prompt prints, and its answer to hardwon propose.`
    : 'A lesson covers each of them: hardwon learn';
  return `${[head, '', ...rows, ...rest, '', wrap(next, columns, 0)].join('\n')}\n`;
}

function viewRow(one: CaseSummary, { paint, columns, home }: Canvas): string {
  const { id, title, program, calls, sessions, lostCalls, lostMinutes, lesson, ended } = one;
  const cost = `${plural(lostCalls, 'call')}, ${plural(lostMinutes, 'minute')} lost`;
  const facts = [
    `${calls} in ${plural(sessions, 'session')}`,
    one.firstSeen === one.lastSeen ? one.firstSeen : `${one.firstSeen} to ${one.lastSeen}`,
    cost,
    ended ? `worked ${ended.calls === 1 ? 'once' : `${ended.calls} times`} since` : '',
    lesson ? `covered by ${lesson.id}` : '',
    one.rule ? `named by ${one.rule}` : '',
  ].filter(Boolean);
  const text = cutText(`${program}: ${showText(title, home).replaceAll(/\s+/g, ' ')}`, columns - id.length - 1);
  return `${paint.cyan(id)} ${paint.bold(text)}\n  ${paint.dim(wrap(facts.join(', '), columns, 2))}`;
}

/** Returns one case with its exhibits. */
export function viewCase({ case: one }: CaseReport, canvas: Canvas): string {
  const { paint, columns, home } = canvas;
  const facts = [
    ...(one.parts ?? []).map(
      ({ line, calls }) => `${plural(calls, 'call')} also print: ${cutText(stripControls(line), 120)}`,
    ),
    ...one.contrast.map(
      ({ part, failedWith, workedWith, failedWithout, workedWithout }) =>
        `${part}: with it ${failedWith} failed and ${workedWith} worked, without it ${failedWithout} failed and ${workedWithout} worked`,
    ),
    ...(one.usual && one.usual.worked > 0
      ? [
          `${one.program} in all: ${one.usual.worked} worked in ${plural(one.usual.sessions, 'session')}, ${one.usual.failed} failed`,
        ]
      : []),
    ...(one.untouched ? [`red in ${plural(one.untouched, 'session')} before anything was edited`] : []),
  ].map((fact) => `  ${wrap(showText(fact, home), columns, 4, 2)}`);
  const exhibits = one.exhibits.slice(0, SHOWN).map((exhibit) => viewExhibit(exhibit, canvas));
  const more = one.exhibits.length - SHOWN;
  const worked = one.worked.slice(0, 2).map((call) => viewCall('worked elsewhere', call, canvas));
  return `${[
    `${viewRow(one, canvas)}`,
    ...facts,
    '',
    ...exhibits,
    ...(more > 0 ? [paint.dim(`${more} more with --json`), ''] : []),
    ...worked,
  ].join('\n')}\n`;
}

/** Exhibits shown in a terminal. */
const SHOWN = 4;

function viewExhibit({ lines, next, stated, said, ...failed }: ShownExhibit, canvas: Canvas): string {
  const { paint, columns, home } = canvas;
  const clean = (text: string) => cutText(showText(text, home).replaceAll(/\s+/g, ' '), 300);
  return [
    viewCall(TROUBLES[failed.trouble] ?? 'failed', failed, canvas),
    ...lines.slice(0, 4).map((line) => `  ${paint.red(wrap(clean(line), columns, 4, 2))}`),
    ...(stated ? [`  ${paint.dim(wrap(`agent: ${clean(stated)}`, columns, 4, 2))}`] : []),
    ...next
      .slice(-3)
      .map((call) => `  ${wrap(`${call.failed ? '✗' : '✓'} ${call.tool}: ${clean(call.input)}`, columns, 4, 2)}`),
    ...(said ? [`  ${wrap(`user: ${clean(said)}`, columns, 4, 2)}`] : []),
    '',
  ].join('\n');
}

function viewCall(what: string, { at, tool, input }: CaseCall, { paint, columns, home }: Canvas): string {
  const when = `${at.slice(0, 16).replace('T', ' ')} ${what}`;
  return `${paint.dim(when)}\n  ${wrap(`${tool}: ${cutText(showText(input, home).replaceAll(/\s+/g, ' '), 400)}`, columns, 4, 2)}`;
}
