import { toCode, toSafeLine } from '../../../delivery/markdown-safe.ts';
import {
  code,
  fixed,
  nameLesson,
  quotableName,
  quote,
  type SafeLine,
  type Sentence,
  say,
} from '../../../lessons/quotable.ts';
import { formatDate } from '../../../shared/clock.ts';
import { slugOf } from '../lesson-text.ts';
import type { PlannedTargets, PromotionTask } from '../plan-promotion.ts';
import { type AdrStyle, findAdrStyle } from './find-style.ts';

/** Writes the lesson as a proposed decision, following the conventions of this repository. */
export async function planAdr(task: PromotionTask): Promise<PlannedTargets> {
  const { text, drafts, request } = task;
  const style = await findAdrStyle(
    drafts,
    drafts.changes().map(({ path }) => drafts.nameOf(path)),
  );
  const number = String(style.next).padStart(style.digits, '0');
  const slug = style.separator.includes('_') ? slugOf(text.title).replaceAll('-', '_') : slugOf(text.title);
  const target =
    request.target ?? `${style.folder}/${style.prefix}${number}${style.separator}${slug}${style.extension}`;
  const like = style.newest === undefined ? undefined : await drafts.read(style.newest);
  const eol = like?.includes('\r\n') ? '\r\n' : '\n';
  await drafts.create(target, renderAdr(task, style, number).replaceAll('\n', eol));
  const index = await findIndex(style, drafts);
  const notes = ['Its status is "proposed": the team decides.'];
  if (index !== undefined) notes.push(`${index} lists the decisions: add this one there.`);
  return { targets: [target], notes };
}

function renderAdr({ entry, text, request }: PromotionTask, { form, next }: AdrStyle, number: string): string {
  const line = (words: SafeLine) => toSafeLine(words);
  const id = quotableName(entry.id) ?? quote`ID`;
  const lead = form.titleLead.replace('N', number).replace('n', String(next));
  const status = form.statusLine.replace('{}', 'proposed');
  const section = (name: string, body: Sentence | SafeLine) =>
    form.level === 0 ? `**${name}${form.boldEnd}** ${body}` : `${'#'.repeat(form.level)} ${name}\n\n${body}`;
  const check = text.trigger
    ? say`A call that matches ${toCode(text.trigger)} violates this decision. ${code(quote`hardwon why ${id}`)} shows the calls that taught it.`
    : say`${code(quote`hardwon why ${id}`)} shows what taught it, and ${code(quote`hardwon promote ${id} --as test`)} writes a test that guards it.`;
  const parts = [
    ...(form.status === 'front-matter' ? [`---\n${status}\ndate: ${formatDate(request.now)}\n---`] : []),
    `# ${lead}${line(text.title)}`,
    ...(form.status === 'line' ? [status] : []),
    ...(form.status === 'section' || form.status === 'none' ? [section('Status', fixed('Proposed'))] : []),
    section(form.context, say`${line(text.pattern)}${text.pattern === '' ? '' : ' '}${line(text.seen)}`),
    section(form.decision, line(text.guidance)),
    section(
      form.consequences,
      say`Everyone who works on this repository, people and agents, follows the decision. It comes from lesson ${nameLesson(entry)}, which stays in \`.memory/\` with its evidence.`,
    ),
    section('Check', check),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Finds a page that lists the decisions, by its link to the newest one. */
async function findIndex({ folder, newest }: AdrStyle, drafts: PromotionTask['drafts']): Promise<string | undefined> {
  const name = newest?.slice(folder.length + 1);
  if (name === undefined) return undefined;
  for (const page of ['README.md', 'index.md'])
    if ((await drafts.read(`${folder}/${page}`))?.includes(name)) return `${folder}/${page}`;
  return undefined;
}
