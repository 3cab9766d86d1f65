import { z } from 'zod';
import type { DebugReport } from '../../heal/debug/debug-tool.ts';
import type { ShownCode } from '../../heal/debug/show-code.ts';
import { printNotice } from '../../memory/notice.ts';
import { AppError } from '../../shared/errors.ts';
import { defineTool } from '../define-tool.ts';
import { describeIssues, issueShape, NOTE, tellIssues } from './shapes.ts';

const name = z.string().trim().min(1).max(1_000).optional();
const text = z.string().min(1).max(1_000_000).optional();

const codeShape = z
  .object({ from: z.number(), to: z.number(), code: z.string() })
  .describe('Lines as they are in the file.');

/** Does the same as `hardwon debug`. */
export const debuggingTool = defineTool({
  name: 'debug_tool',
  title: 'Debug a tool',
  description:
    'Finds where a failing tool is written: an npm script, make target, shell script, MCP server or wrapped function. Shows its code, the lines that the error names, what is known about it, and what to do next. Runs nothing.',
  input: z.object({
    tool: name.describe('The tool that failed: npm run build, deploy, mcp__quay__deploy.'),
    error: text.describe('What it said, as it was printed.'),
    tool_name: name.describe('The same as tool.'),
    error_message: text.describe('The same as error.'),
    error_text: text.describe('The same as error.'),
  }),
  output: z.object({
    tool: z.string(),
    sources: z
      .array(
        z.object({
          kind: z.string().describe('What it is: npm-script, make-target, script, mcp-server and so on.'),
          name: z.string(),
          path: z.string().describe('The file, from the top of the checkout.'),
          from: z.number(),
          to: z.number(),
          runs: z.string().optional().describe('The command that it runs.'),
          shown: codeShape.optional(),
        }),
      )
      .describe('Where the tool is written, outermost first; empty if it was not found.'),
    places: z
      .array(z.object({ path: z.string(), line: z.number(), from: z.number(), to: z.number(), code: z.string() }))
      .describe('Lines of the project that the error names.'),
    issues: z.array(issueShape),
    steps: z.array(z.string()).describe('What to do next.'),
    notices: z.array(z.string()),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ tool_name: toolName, error_message: message, error_text: errorText, ...given }, { cwd, home, env }) {
    const { tool = toolName, error = message ?? errorText } = given;
    if (tool === undefined)
      throw new AppError('usage', 'Nothing was asked: name the tool that failed.', {
        hint: 'Arguments: tool (or tool_name), error (or error_message, error_text).',
      });
    const { debugTool: debug } = await import('../../heal/debug/debug-tool.ts');
    const report = await debug({ tool, folder: cwd, home, env, error });
    const { sources, places, issues, steps } = report;
    const notices = report.notices.map(printNotice);
    return {
      note: [
        sources.length > 0 ? `Source of ${report.tool}.` : `No source of ${report.tool} was found in this project.`,
        ...(issues.length > 0 ? [`Known issues found: ${issues.length}. ${NOTE}`] : []),
        'Once the call has worked, save the fix with learn_tool_fix.',
      ].join(' '),
      details: [tellReport(report), ...notices].join('\n\n'),
      data: { tool: report.tool, sources, places, issues: describeIssues(issues), steps, notices },
    };
  },
});

function tellReport({ sources, places, issues, steps }: DebugReport): string {
  const found = sources.map(({ kind, name, path, from, to, runs, shown }) => {
    const place = `${path}:${from}${to > from ? `-${to}` : ''}`;
    const heading = kind === 'script' ? place : `${name} (${place})`;
    return [heading, ...(shown ? [tellCode(shown)] : runs === undefined ? [] : [`  runs ${runs}`])].join('\n');
  });
  const named = places.map((place) => `${place.path}:${place.line}\n${tellCode(place)}`);
  return [
    ...found,
    ...(named.length > 0 ? ['Lines that the error names', ...named] : []),
    ...(issues.length > 0 ? ['Known issues', tellIssues(issues)] : []),
    ['Next', ...steps.map((step, index) => `  ${index + 1}. ${step}`)].join('\n'),
  ].join('\n\n');
}

function tellCode({ from, to, code }: ShownCode): string {
  const width = String(to).length;
  return code
    .split('\n')
    .map((line, index) => `  ${String(from + index).padStart(width)}  ${line}`.trimEnd())
    .join('\n');
}
