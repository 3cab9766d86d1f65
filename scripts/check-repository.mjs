// Rules that no linter knows: nothing of the machine it was written on, no unfinished work, no download addresses.
//
//     node scripts/check-repository.mjs [--root FOLDER]
//
// Looks at every file that git tracks or would track. Prints `file:line: what is wrong` and ends with 1 where anything is.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { root: { type: 'string' } } });
const root = resolve(values.root ?? join(dirname(fileURLToPath(import.meta.url)), '..'));

/** Where a path may begin: not within another path, nor behind a drive letter; but behind `file://`. */
const BEGINNING = '(?:(?<![\\w.~})*>\\]/\\\\-]|\\b[A-Za-z]:)|(?<=file://))';

/** Each rule: the files it is about, the pattern that must not occur, and what to do about it. */
const rules = [
  { files: /./, pattern: anyOf(machinePaths(), BEGINNING), advice: 'a path of this machine: take it out' },
  { files: /./, pattern: anyOf(registryHosts()), advice: "a registry's address: each installs from their own" },
  {
    files: /^package-lock\.json$/,
    pattern: /"resolved":/,
    advice: 'a download address: npm install with the .npmrc of this repository',
  },
  { files: /./, pattern: /^(?:<{7}|>{7}) /, advice: 'a merge that was not finished: settle it' },
  { files: /^src\//, pattern: /\b(?:TODO|FIXME)\b/, advice: 'unfinished work: finish it or open an issue' },
  {
    files: /^src\/(?!lessons\/quotable\.ts$|delivery\/markdown-safe\.ts$)/,
    pattern: /\bas (?:unknown as )?(?:Quotable|Sentence|SafeLine)\b(?!,| })/,
    advice: 'text that is called checked without being so: use the functions that check it',
  },
  {
    files: /^tests\/.*\.test\.ts$/,
    pattern: /\b(?:it|test|describe)\.(?:only|skip|todo)\b/,
    advice: 'a test that does not run, or keeps others from running',
  },
  {
    files: /^docs\/|\.md$/,
    pattern: /(?:\/home\/|\/Users\/|[A-Z]:\\Users\\)(?!ada\b|you\b|\w*[<$*{…])[\w.-]+/,
    advice: "somebody's home folder: write ~ or /home/ada",
  },
];

const violations = listFiles().flatMap((file) => findViolations(file));
for (const violation of violations) console.error(violation);
if (violations.length > 0) {
  console.error(`${violations.length} ${violations.length === 1 ? 'rule is' : 'rules are'} broken`);
  process.exitCode = 1;
}

function findViolations(file) {
  const applying = rules.filter((rule) => rule.pattern && rule.files.test(file));
  if (applying.length === 0) return [];
  const found = [];
  const bytes = readFileSync(join(root, file));
  if (bytes.includes(0)) return [];
  for (const [index, line] of bytes.toString('utf8').split('\n').entries()) {
    for (const rule of applying) {
      const match = rule.pattern.exec(line);
      if (match) found.push(`${file}:${index + 1}: ${rule.advice} (${match[0]})`);
    }
  }
  return found;
}

function listFiles() {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return list.split('\0').filter((file) => file && statSync(join(root, file), { throwIfNoEntry: false })?.isFile());
}

/** Where the checkout, its neighbours and the home folder are. Folders that everybody has, and the made-up user of our examples, say nothing. */
function machinePaths() {
  const everybodys = new Set([
    '/',
    '/tmp',
    '/var/tmp',
    '/home',
    '/Users',
    '/root',
    '/app',
    '/src',
    '/home/ada',
    '/Users/ada',
    tmpdir(),
    dirname(tmpdir()),
  ]);
  const folders = [root, dirname(root), homedir()].filter(
    (folder) => !everybodys.has(folder) && !/^[A-Z]:\\?$/i.test(folder),
  );
  return folders.flatMap((folder) => [`${folder}/`, `${folder}\\`, `${folder.replaceAll('\\', '\\\\')}\\\\`]);
}

/** Put together here, so that this file passes its own rule. */
function registryHosts() {
  const hosts = [
    ['registry', 'npmjs', 'org'].join('.'),
    ['registry', 'yarnpkg', 'com'].join('.'),
    ['npm', 'pkg', 'github', 'com'].join('.'),
  ];
  const configured = process.env.npm_config_registry;
  if (configured && URL.canParse(configured) && !isBareLoopback(new URL(configured).host))
    hosts.push(new URL(configured).host);
  return hosts;
}

/** `localhost` alone is in every second test. */
function isBareLoopback(host) {
  return host === 'localhost' || host === '127.0.0.1';
}

function anyOf(literals, before = '') {
  if (literals.length === 0) return undefined;
  const escaped = literals.map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`${before}(?:${escaped.join('|')})`);
}
