import { z } from 'zod';
import { printNotice } from '../../memory/notice.ts';
import { AppError } from '../../shared/errors.ts';
import { defineTool } from '../define-tool.ts';
import { describeIssues, issueShape, NOTE, tellIssues } from './shapes.ts';

/** Does the same as `hardwon check`. */
export const checkKnownIssues = defineTool({
  name: 'check_known_issues',
  title: 'Check known issues',
  description:
    'Shows what is known about a tool, an error, or both: pattern, root cause, fix. Ask after a failure, before trying something else, or before using a tool that has failed before. If you give both a tool and an error, both must match.',
  input: z.object({
    tool: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .optional()
      .describe('The tool or program: bonfire_deploy, kubectl, git push.'),
    error: z.string().min(1).max(1_000_000).optional().describe('What the error says, as it was printed.'),
    tool_name: z.string().trim().min(1).max(300).optional().describe('The same as tool.'),
    error_text: z.string().min(1).max(1_000_000).optional().describe('The same as error.'),
    limit: z.int().min(1).max(20).default(5).describe('The maximum number of answers, closest first.'),
  }),
  output: z.object({
    issues: z.array(issueShape).describe('Closest first; empty if nothing is known.'),
    notices: z.array(z.string()).describe('Lessons that could not be read: one may be the answer.'),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ tool_name: toolName, error_text: errorText, limit, ...given }, { root, folders, home, env, now }) {
    const { tool = toolName, error = errorText } = given;
    if (tool === undefined && error === undefined)
      throw new AppError('usage', 'Nothing was asked: name a tool, an error, or both.', {
        hint: 'Arguments: tool (or tool_name), error (or error_text), limit.',
      });
    const [{ askQuickly }, { noteAsked }] = await Promise.all([
      import('../../heal/ask-memory.ts'),
      import('../../heal/note-asked.ts'),
    ]);
    const question = { tool, error };
    const places = { root, userRoot: folders.config, cacheDir: folders.cache };
    const answer = await askQuickly(question, limit, places);
    const { issues } = answer;
    await noteAsked(issues, { root, folders, home, env, now });
    const notices = answer.notices.map(printNotice);
    const note = issues.length > 0 ? `Known issues found: ${issues.length}. ${NOTE}` : tellNone(question);
    const details = [tellIssues(issues), ...notices].filter(Boolean).join('\n\n');
    return { note, details, data: { issues: describeIssues(issues), notices } };
  },
});

function tellNone({ tool, error }: { tool?: string; error?: string }): string {
  const about = error === undefined ? `about ${tool}` : `about this error${tool === undefined ? '' : ` of ${tool}`}`;
  return `Nothing is known ${about}. debug_tool finds the source of a failing tool; once you have found what helps, save it with learn_tool_fix.`;
}
