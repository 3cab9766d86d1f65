import type { DoctorReport, ExaminedPart, ExaminedThing } from '../../doctor/doctor-report.ts';
import { type Canvas, plural, showText, wrap } from '../views/text.ts';

/** Columns before the text of a finding. */
const INDENT = 11;

/** Returns the findings under their headings, the repairs, and a summary. */
export function viewDoctor(report: DoctorReport, canvas: Canvas): string {
  const parts = report.examinations.filter(({ findings }) => findings.length > 0).map((part) => viewPart(part, canvas));
  const repaired = report.repaired.map(
    (does) => `${canvas.paint.green('did')}  ${wrap(showText(does, canvas.home), canvas.columns, 5)}`,
  );
  return `${[...parts, repaired.join('\n'), viewSum(report, canvas)].filter(Boolean).join('\n\n')}\n`;
}

function viewPart({ title, findings }: ExaminedPart, canvas: Canvas): string {
  return [canvas.paint.bold(title), ...findings.map((finding) => viewFinding(finding, canvas))].join('\n');
}

function viewFinding({ state, says, fix }: ExaminedThing, { paint, columns, home }: Canvas): string {
  const mark = { ok: paint.green, note: paint.yellow, problem: paint.red }[state](state.padEnd(INDENT - 2));
  const lines = [`  ${mark}${wrap(showText(says, home), columns, INDENT)}`];
  if (fix !== undefined && state !== 'ok')
    lines.push(`${' '.repeat(INDENT)}${paint.dim('do:')} ${wrap(showText(fix, home), columns, INDENT + 4)}`);
  return lines.join('\n');
}

function viewSum({ problems, notes, examinations, repaired }: DoctorReport, { paint, columns }: Canvas): string {
  const isRepairable = examinations.some(({ findings }) =>
    findings.some((each) => each.isRepairable && each.state !== 'ok'),
  );
  const sum = [plural(problems, 'problem'), ...(notes > 0 ? [plural(notes, 'note')] : [])].join(', ');
  const all =
    problems === 0 ? (notes === 0 ? 'No problems found.' : `No problems; ${plural(notes, 'note')}.`) : `${sum}.`;
  const next = isRepairable && repaired.length === 0 ? ' hardwon doctor --fix applies the safe fixes.' : '';
  return wrap(`${problems > 0 ? paint.red(all) : all}${next}`, columns, 0);
}
