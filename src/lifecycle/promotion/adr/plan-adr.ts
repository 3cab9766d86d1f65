import { toSafeLine } from '../../../delivery/markdown-safe.ts';
import { formatDate } from '../../../shared/clock.ts';
import { slugOf } from '../lesson-text.ts';
import type { PlannedTargets, PromotionTask } from '../plan-promotion.ts';
import { type AdrStyle, findAdrStyle } from './find-style.ts';

/** Writes the lesson down as a proposed decision, where and how decisions are written down in this repository. */
export async function planAdr(task: PromotionTask): Promise<PlannedTargets> {
  const { text, drafts, request } = task;
  const style = await findAdrStyle(
    drafts,
    drafts.changes().map(({ path }) => drafts.nameOf(path)),
  );
  const number = String(style.next).padStart(style.digits, '0');
  const slug = style.separator.includes('_') ? slugOf(text.title).replaceAll('-', '_') : slugOf(text.title);
  const target = request.target ?? `${style.folder}/${style.prefix}${number}${style.separator}${slug}${style.extension}`;
  const like = style.newest === undefined ? undefined : await drafts.read(style.newest);
  const eol = like?.includes('\r\n') ? '\r\n' : '\n';
  await drafts.create(target, renderAdr(task, style, number).replaceAll('\n', eol));
  const index = await findIndex(style, drafts);
  const notes = ['Its status is "proposed": the team decides.'];
  if (index !== undefined) notes.push(`${index} lists the decisions: add this one there.`);
  return { targets: [target], notes };
}

function renderAdr({ entry, text, request }: PromotionTask, { form, next }: AdrStyle, number: string): string {
  const line = (words: string) => toSafeLine(words);
  const lead = form.titleLead.replace('N', number).replace('n', String(next));
  const status = form.statusLine.replace('{}', 'proposed');
  const section = (name: string, body: string) =>
    form.level === 0 ? `**${name}${form.boldEnd}** ${body}` : `${'#'.repeat(form.level)} ${name}\n\n${body}`;
  const check = text.trigger
    ? `A call that matches ${asCode(text.trigger)} is against this decision. \`hardwon why ${entry.id}\` shows the calls that taught it.`
    : `\`hardwon why ${entry.id}\` shows what taught it, and \`hardwon promote ${entry.id} --as test\` writes a test that guards it.`;
  const parts = [
    ...(form.status === 'front-matter' ? [`---\n${status}\ndate: ${formatDate(request.now)}\n---`] : []),
    `# ${lead}${line(text.title)}`,
    ...(form.status === 'line' ? [status] : []),
    ...(form.status === 'section' || form.status === 'none' ? [section('Status', 'Proposed')] : []),
    section(form.context, [text.pattern, text.seen].filter(Boolean).map(line).join(' ')),
    section(form.decision, line(text.guidance)),
    section(
      form.consequences,
      `Whoever works on this repository, people and agents, follows the decision. It came out of lesson ${entry.id}, which stays in \`.memory/\` with its evidence.`,
    ),
    section('Check', check),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A text as code in Markdown, whatever backticks it holds. */
function asCode(words: string): string {
  // Other tools look for their markers anywhere in a line.
  const text = words.replaceAll('<!--', '&lt;!--').replaceAll('-->', '--&gt;');
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}

/** A page that lists the decisions, by its link to the newest one. */
async function findIndex({ folder, newest }: AdrStyle, drafts: PromotionTask['drafts']): Promise<string | undefined> {
  const name = newest?.slice(folder.length + 1);
  if (name === undefined) return undefined;
  for (const page of ['README.md', 'index.md'])
    if ((await drafts.read(`${folder}/${page}`))?.includes(name)) return `${folder}/${page}`;
  return undefined;
}
