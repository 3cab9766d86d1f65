// The pages of docs/ in reading order: llms.txt and the sidebar of the site are made from this list. Add yours here.

/** Groups of pages: file name without `.md`, title, and one line for those who choose what to read. */
export const PAGES = [
  {
    title: 'Start',
    pages: [
      ['getting-started', 'Getting started', 'first run, reading the output, writing and undoing lessons'],
      ['commands', 'Commands', 'every command with its options'],
      ['configuration', 'Configuration', 'files, keys, what a repository may decide'],
      ['doctor', 'When something does not work', 'what hardwon doctor checks and how to repair it'],
    ],
  },
  {
    title: 'Lessons',
    pages: [
      ['lessons', 'Lessons', 'kinds, status, confidence, the memory file, which files are written, sharing'],
      ['how-it-learns', 'How it learns', 'how hardwon tells a fix from a coincidence'],
      ['triggers', 'Triggers', 'the language that says which calls a lesson applies to'],
      ['refusals', 'What no lesson recommends', 'dangerous advice that is refused wherever it comes from'],
      ['capture', 'Capture', 'adding a lesson by hand, from a session, a review, a pull request or CI'],
      ['consult', 'Consulting lessons', 'which lessons concern the files and the phase at hand'],
      ['promote', 'Promoting lessons', 'turning a lesson into a rule, decision, test, hook or check; the check for CI'],
      ['team', 'Teams', 'sharing lessons through PostgreSQL: setting it up, what leaves a machine, who may do what'],
      ['import', 'Import', 'lessons from other tools and files'],
      ['backtest', 'Backtest', 'replaying past sessions to see what lessons would have prevented'],
    ],
  },
  {
    title: 'Agents',
    pages: [
      ['install', 'Hooks', 'what is installed where, for each agent'],
      ['live', 'While an agent works', 'what hooks say, when they stop a call, and how to configure that'],
      ['plugin', 'The plugin and the skill', 'the plugin for Claude Code and Codex, and an Agent Skill for any agent'],
      ['mcp', 'The MCP server', 'tools that agents call'],
      ['adapters', 'Adapters', 'reading the logs of an agent that hardwon does not know'],
    ],
  },
  {
    title: 'Failures at hand',
    pages: [
      ['tool-memory', 'Tool memory', 'saving and finding the fix of a tool error'],
      ['heal', 'Healing', 'reconnecting, logging in again and retrying a command'],
      ['recipes', 'Recipes', 'steps, and what to do when one fails'],
      ['loop', 'The learning loop', 'an agent does a task until its tests pass, and learns'],
      ['teachers', 'Teachers, reports and reviews', 'models that turn a reported failure into a rule'],
      ['n8n', 'A teacher in n8n', 'using an n8n workflow as the teacher'],
    ],
  },
  {
    title: 'Interfaces',
    pages: [
      ['page', 'The page', 'hardwon ui in the browser'],
      ['api', 'The API of the page', 'the JSON API that hardwon ui serves'],
      ['json', 'JSON output', 'every field that --json prints, and exit codes'],
      ['library', 'The library', 'calling hardwon from a program'],
    ],
  },
  {
    title: 'Background',
    pages: [
      ['privacy', 'Privacy', 'what is read, stored, redacted and sent'],
      ['performance', 'Performance', 'how speed is measured'],
      ['team-scale', 'A team of 100,000 machines', 'what a large team costs, what stays flat, and what to change'],
      ['architecture', 'Architecture', 'the folders of the source, and one failed call followed through them'],
      ['coverage', 'Coverage', 'what is there, with the tests that prove it'],
      ['decisions/README', 'Decisions', 'why things are as they are'],
    ],
  },
];

/** llms.txt, in the form of llmstxt.org: what the project is, and where a model finds more. */
export function renderLlms({ description }) {
  const groups = PAGES.map(({ title, pages }) => {
    const lines = pages.map(([name, label, about]) => `- [${label}](docs/${name}.md): ${about}`);
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `# hardwon\n\n> ${description}\n\nInstall: \`npm install --global hardwon\` (Node 20.12 or newer). Start: \`hardwon learn\` shows lessons and changes nothing; \`hardwon learn --apply\` writes them; \`hardwon undo\` reverts that.\n\n${groups.join('\n')}`;
}
