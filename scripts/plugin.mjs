// What the plugin in plugins/hardwon says a second time: versions, hooks and the skill have their source elsewhere in this repository.
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

const FOLDER = 'plugins/hardwon';

/** The generated files of the plugin and of the marketplace that offers it, by their paths. `hooks`: those of each agent. */
export async function renderPlugin(root, { hooks, kebab }) {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { version, license, keywords } = manifest;
  const about = {
    name: 'hardwon',
    version,
    description:
      'Tells the agent what failed in past sessions of this project, before it makes the same mistake: hooks, an MCP server, a skill, commands and agents.',
    author: { name: 'hardwon contributors' },
    license,
    keywords,
  };
  const commands = await readAll(join(root, FOLDER, 'commands'));
  return {
    '.claude-plugin/marketplace.json': renderJson({
      name: 'hardwon',
      description: 'The lessons your coding agents paid for.',
      owner: about.author,
      plugins: [{ name: about.name, source: `./${FOLDER}`, description: about.description, version }],
    }),
    [`${FOLDER}/.claude-plugin/plugin.json`]: renderJson(about),
    [`${FOLDER}/.mcp.json`]: renderJson({
      mcpServers: { hardwon: { command: 'node', args: [`\${CLAUDE_PLUGIN_ROOT}/start.cjs`, 'mcp'] } },
    }),
    [`${FOLDER}/hooks/hooks.json`]: renderJson({
      description: 'Lessons of past sessions, at the moment that counts.',
      hooks: renderHooks(hooks['claude-code'], 'claude-code', kebab),
    }),
    // Codex fires other events than Claude Code, and expands nothing in the command of a server.
    [`${FOLDER}/.codex-plugin/plugin.json`]: renderJson({
      ...about,
      skills: ['./skills/', './codex/skills/'],
      mcpServers: { hardwon: { command: 'hardwon', args: ['mcp'] } },
      hooks: './hooks/codex.json',
    }),
    [`${FOLDER}/hooks/codex.json`]: renderJson({ hooks: renderHooks(hooks.codex, 'codex', kebab) }),
    // Codex has no commands of plugins: a skill is called by its name as well.
    ...Object.fromEntries(
      Object.entries(commands).map(([path, text]) => {
        const name = basename(path, '.md');
        return [`${FOLDER}/codex/skills/${name}/SKILL.md`, renderSkill(name, text)];
      }),
    ),
    ...(await copyAll(root, 'skills', `${FOLDER}/skills`)),
    [`${FOLDER}/LICENSE`]: await readFile(join(root, 'LICENSE'), 'utf8'),
  };
}

/** As `hardwon install` would write them, but for the program: the plugin looks for it. */
function renderHooks({ events, extra, windowsMember }, agent, kebab) {
  const groups = {};
  // The user is asked only with hooks that `install` wrote, which reads the configuration.
  for (const { name, matcher } of events.filter(({ isForAsking }) => !isForAsking)) {
    const words = `hook ${kebab(name)} ${agent}`;
    const entry = {
      type: 'command',
      command: `node "\${CLAUDE_PLUGIN_ROOT}/start.cjs" ${words} 2>/dev/null || true`,
      // Without quotes: who passes them on to cmd escapes them in a way that it does not read.
      ...(windowsMember ? { [windowsMember]: `node %CLAUDE_PLUGIN_ROOT%\\start.cjs ${words} 2>nul || exit /b 0` } : {}),
      ...extra,
    };
    groups[name] = [...(groups[name] ?? []), { ...(matcher === undefined ? {} : { matcher }), hooks: [entry] }];
  }
  return groups;
}

function renderSkill(name, command) {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(command) ?? [];
  const description = /^description: (.*)$/m.exec(head)?.[1] ?? '';
  const text = body
    .replace(': $ARGUMENTS', '. What the user named with it comes first.')
    .replace(/nothing is named above/gi, 'nothing was named')
    .replace(/what is not named above/gi, 'what was not named')
    .replaceAll(/`\/hardwon:([a-z-]+)`/g, 'the skill `$1`');
  return `---\nname: ${name}\ndescription: ${description}. Use when the user asks for ${name}.\n---\n${text}`;
}

async function copyAll(root, from, to) {
  const files = await readAll(join(root, from));
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${to}/${path}`, text]));
}

/** The texts of a folder by their paths in it. */
async function readAll(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = async (path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), await readFile(path, 'utf8')];
  return Object.fromEntries(await Promise.all(paths.sort().map(read)));
}

/** JSON as the formatter of this repository wants it: lists of words on one line. */
function renderJson(value) {
  const text = JSON.stringify(value, undefined, 2);
  return `${text.replace(/\[\n\s+("[^"\n]*"(?:,\n\s+"[^"\n]*")*)\n\s+\]/g, (_, items) => `[${items.replace(/,\n\s+/g, ', ')}]`)}\n`;
}
