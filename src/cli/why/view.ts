import type { RecalledEvidence } from '../../app/history/recall-evidence.ts';
import { describeYielding, type WhyReport } from '../../app/memory/explain-lesson.ts';
import type { LiveCount } from '../../delivery/journal/fold-journal.ts';
import { isHabit } from '../../lessons/habits.ts';
import { isImported, TEAM_ORIGIN } from '../../lessons/lesson.ts';
import { printTrigger } from '../../lessons/triggers/trigger-text.ts';
import { reasonUnwarned } from '../../lessons/triggers/unwarned.ts';
import { readRule } from '../../memory/learned-rule.ts';
import { isToldOnMatch } from '../../memory/told-how.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type Canvas, type Paint, plural, showText, timesText, wrap } from '../views/text.ts';

/** Returns the evidence of a lesson for people: each failed call or message, its output, and the call that then worked. */
export function viewWhy(explained: Omit<WhyReport, 'project'>, { paint, columns, home }: Canvas): string {
  const { lesson, calls, contradicted, yieldsTo, userMemory, team } = explained;
  const span = [lesson.firstSeen, lesson.lastSeen].map((time) => time.slice(0, 10)).filter(Boolean);
  const dates = span.length === 0 ? '' : `, ${[...new Set(span)].join(' to ')}`;
  const noun =
    lesson.evidence.length > 0 && lesson.evidence.every(({ call }) => call === undefined) ? 'message' : 'call';
  const isForeign = isImported(lesson);
  const isCaptured = lesson.origin !== undefined && !isForeign;
  const seen = isForeign
    ? `${plural(lesson.occurrences, 'occurrence')}, as its source counted`
    : isCaptured && lesson.evidence.length === 0
      ? `seen ${timesText(lesson.occurrences)}`
      : `${plural(lesson.occurrences, noun)} in ${plural(lesson.sessions, 'session')}`;
  const rows: [string, string][] = [
    ['what', lesson.pattern],
    ['origin', lesson.origin ?? ''],
    ['memory', userMemory === undefined ? '' : `your own: ${showText(userMemory, home)}`],
    ['evidence', `${seen}${dates}; confidence ${lesson.confidence}, ${lesson.status}`],
  ];
  if (team) rows.push(['team', describeTeam(team)]);
  if (lesson.trigger) {
    const { failed, succeeded } = lesson.trigger;
    rows.push([
      'applies to',
      `${printTrigger(lesson.trigger)}: ${plural(failed, 'such call')} failed because of this, ${succeeded} worked`,
    ]);
  }
  if (lesson.conflict) rows.push(['conflict', `it ${lesson.conflict}; hardwon resolve ${lesson.id} settles it`]);
  if (yieldsTo) rows.push(['watched', `${describeYielding(yieldsTo)}; hardwon confirm prefers this one`]);
  else if (lesson.status === 'watching' && isHabit(lesson.fingerprint))
    rows.push([
      'watched',
      'the agent’s own tool already says so; it is delivered once three calls show why agents break it here',
    ]);
  if (isToldOnMatch(lesson))
    rows.push([
      'told',
      `when a call matches or somebody asks: a line in a context file would cost more than it saves; hardwon confirm ${lesson.id} puts it there`,
    ]);
  const unwarned = reasonUnwarned(lesson);
  if (unwarned !== undefined) rows.push(['no warning', unwarned]);
  if (lesson.live) rows.push(['by hooks', describeLive(lesson.live)]);
  if (lesson.helped) rows.push(['helped', `${timesText(lesson.helped)}, on all machines that record it in memory`]);
  if (contradicted)
    rows.push([
      'was wrong',
      `${describeContradiction(contradicted)} until you confirm it (hardwon confirm ${lesson.id})`,
    ]);
  const head = [
    `${paint.cyan(lesson.id)} ${paint.bold(wrap(stripControls(lesson.title), columns, lesson.id.length + 1))}`,
    '',
    wrap(stripControls(lesson.guidance), columns, 0),
    '',
    ...rows
      .filter(([, text]) => text !== '')
      .map(([name, text]) => `${paint.dim(name.padEnd(11))} ${wrap(stripControls(text), columns, 12)}`),
  ].join('\n');
  const shown = calls.map((call) => viewCall(call, paint, columns));
  const rest = lesson.evidence.length - calls.length;
  if (rest > 0)
    shown.push(paint.dim(`${plural(rest, `earlier ${noun}`)}: --limit ${lesson.evidence.length} shows all`));
  if (lesson.evidence.length === 0)
    shown.push(paint.dim(`No calls are on record for it: it was ${describeMaking(lesson)}.`));
  return `${[head, ...shown].join('\n\n')}\n`;
}

/** Says who else found it. Only the reader's own calls are shown: those of others never left their machines. */
function describeTeam({ people, machines, confirmed, rejected, standing }: NonNullable<WhyReport['team']>): string {
  const seen = `seen by ${plural(people, 'person', 'people')} on ${plural(machines, 'machine')}`;
  const decided = [confirmed > 0 ? `${confirmed} confirmed it` : '', rejected > 0 ? `${rejected} rejected it` : ''];
  return [seen, ...decided, STANDINGS[standing]].filter(Boolean).join('; ');
}

const STANDINGS: Readonly<Record<NonNullable<WhyReport['team']>['standing'], string>> = {
  ready: '',
  few: 'not yet by enough people for everybody',
  over: 'for others it no longer holds',
  disputed: 'people disagree about it',
  rejected: 'rejected for the whole team',
};

/** Explains the origin of a lesson for which no call is on record. */
function describeMaking(lesson: WhyReport['lesson']): string {
  if (isImported(lesson)) return 'imported';
  if (lesson.origin === TEAM_ORIGIN) return 'found by other people of the team';
  if (readRule(lesson)) return 'made from a failure outside the logs';
  return lesson.origin === undefined ? 'written by hand' : 'captured';
}

function describeLive({ shown, followed, ignored, helped, falseAlarms, unknown, opened, ...live }: LiveCount): string {
  const parts = [
    `followed ${timesText(followed)}`,
    ignored === 0 ? '' : `ignored ${timesText(ignored)}`,
    live.mistakes === 0 ? '' : `the mistake was made anyway ${timesText(live.mistakes)}`,
    `helped ${timesText(helped)}`,
    live.prevented === 0 ? '' : `prevented ${timesText(live.prevented)}`,
    plural(falseAlarms, 'false alarm'),
    unknown === 0 ? '' : `unknown ${timesText(unknown)}`,
  ];
  const stopped = live.stopped === 0 ? '' : ` (${plural(live.stopped, 'stop')}, ${live.wrongStops} wrong)`;
  const asked = live.asked === 0 ? '' : ` (${timesText(live.asked)} on request)`;
  const about = `shown ${timesText(shown)}${stopped}${asked}: ${parts.filter(Boolean).join(', ')}`;
  const starts = `shown at the start of ${plural(opened, 'session')}`;
  return [...(shown > 0 ? [about] : []), ...(opened > 0 ? [starts] : [])].join('; ');
}

function viewCall({ evidence, failed, fix, message }: RecalledEvidence, paint: Paint, columns: number): string {
  const when = stripControls(evidence.at).slice(0, 16).replace('T', ' ');
  const where = stripControls(`${evidence.agent} session ${evidence.session}`);
  const lines = [paint.bold(wrap(`${when}  ${where}`, columns, 2, 0))];
  if (!failed && message === undefined) {
    const what = evidence.call === undefined ? 'message' : 'call';
    return `${lines[0]}\n  ${paint.dim(`The log of this ${what} is not on this machine.`)}`;
  }
  // The work that the user asked to change had not failed.
  if (failed)
    lines.push(
      `  ${message === undefined ? paint.red('failed') : paint.dim('before')} ${indent(cut(failed.input, 4, columns), 9)}`,
    );
  const said = message ?? failed?.said;
  if (said) lines.push(`  ${paint.dim('user  ')} ${indent(cut(said, 3, columns), 9)}`);
  else if (failed && failed.output.trim() !== '')
    lines.push(`         ${paint.dim(indent(cut(failed.output, 6, columns), 9))}`);
  if (fix) lines.push(`  ${paint.green('worked')} ${indent(cut(fix.input, 4, columns), 9)}`);
  return lines.join('\n');
}

/** Returns the first lines of a text, each cut to the columns. */
function cut(text: string, most: number, columns: number): string {
  const lines = stripControls(text)
    .trim()
    .replaceAll('\t', '  ')
    .split('\n')
    .map((line) => line.trimEnd());
  const width = Math.max(30, columns - 10);
  const shown = lines.slice(0, most).map((line) => (line.length > width ? `${line.slice(0, width - 1)}…` : line));
  if (lines.length > most) shown.push(`… ${plural(lines.length - most, 'more line')}`);
  return shown.join('\n');
}

function indent(text: string, by: number): string {
  return text.replace(/\n(?!\n)/g, `\n${' '.repeat(by)}`);
}

function describeContradiction({ at, as }: NonNullable<WhyReport['contradicted']>): string {
  const day = at.slice(0, 10);
  return as === 'stop'
    ? `a call that it stopped worked on ${day}; it stops no call by itself`
    : `a call that it rewrote failed on ${day}; it rewrites no call`;
}
