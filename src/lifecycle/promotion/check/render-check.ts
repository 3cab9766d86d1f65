import { toJsLiteral } from '../code-literal.ts';
import { COMMAND_MATCHER } from '../command-matcher.ts';
import type { CommandRule } from '../command-rule.ts';
import type { LessonText } from '../lesson-text.ts';

/** Returns the source of a check, a standalone script that looks for the wrong command in the repository's own scripts. */
export function renderCheck(text: LessonText, rule: CommandRule): string {
  return `#!/usr/bin/env node
// Written by \`hardwon promote ${text.id}\`. It is yours now: change it as you like.
// Looks for a command that fails here in scripts, package.json, Makefiles, workflows and the code blocks of documents. Exits
// with 1 if it finds one, and runs nothing.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const lesson = ${toJsLiteral({ id: text.id, title: text.title, guidance: text.guidance }, 2)};

/** The commands, word by word: each word is a list of forms, each form is the texts between its stars. */
const rule = ${toJsLiteral({ words: rule.words, without: rule.without })};

const root = resolve(process.argv[2] ?? '.');
const found = listFiles(root).flatMap((path) => findIn(path));
for (const { path, line, text } of found) console.log(path + ':' + line + ': ' + text);
if (found.length > 0) {
  console.log('\\n' + lesson.id + ': ' + lesson.guidance);
  process.exitCode = 1;
}

/** Files that hold commands. What others wrote, and what agents are told, is left out. */
function listFiles(folder, depth = 0) {
  if (depth > 8) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const isOther = /^(?:node_modules|vendor|target|dist|build|out|coverage|\\..*)$/.test(entry.name) && entry.name !== '.github';
      return isOther ? [] : listFiles(path, depth + 1);
    }
    return entry.isFile() && linesOf(entry.name) && statSync(path).size < 1_000_000 ? [path] : [];
  });
}

/** How commands are found in a file of this name; nothing where it holds none. */
function linesOf(name) {
  if (/^(?:CLAUDE|AGENTS|GEMINI)(?:\\.\\w+)?\\.md$|instructions\\.md$/.test(name)) return undefined;
  if (name === 'package.json') return scriptsOf;
  if (/\\.(?:sh|bash|zsh|ps1|cmd|bat)$/.test(name)) return everyLine;
  if (/^(?:GNUmakefile|[Mm]akefile|[Jj]ustfile|.*\\.mk|.*\\.just)$/.test(name)) return recipesOf;
  if (/^(?:Dockerfile.*|Containerfile.*|.*\\.Dockerfile)$/.test(name)) return dockerOf;
  if (/\\.ya?ml$/.test(name)) return stepsOf;
  return /\\.(?:md|mdx|markdown)$/.test(name) ? codeOf : undefined;
}

function findIn(path) {
  const text = readFileSync(path, 'utf8');
  const name = path.split(/[\\\\/]/).pop();
  return linesOf(name)(text)
    .filter((each) => matchesRule(rule, each.text))
    .map((each) => ({ path: relative(root, path).replaceAll('\\\\', '/'), line: each.line, text: each.text.trim() }));
}

/** Lines, joined where they end with a backslash, with the number of the first. */
function everyLine(text) {
  const lines = [];
  for (const [index, raw] of text.split(/\\r?\\n/).entries()) {
    const last = lines.at(-1);
    if (last?.text.endsWith('\\\\')) last.text = last.text.slice(0, -1) + ' ' + raw.trim();
    else lines.push({ line: index + 1, text: raw });
  }
  return lines;
}

function scriptsOf(text) {
  let scripts = {};
  try {
    scripts = JSON.parse(text).scripts ?? {};
  } catch {
    // What is no JSON has no scripts.
  }
  const lines = text.split('\\n');
  return Object.entries(scripts).map(([name, script]) => ({
    line: lines.findIndex((line) => line.includes(JSON.stringify(name))) + 1,
    text: String(script),
  }));
}

function recipesOf(text) {
  return everyLine(text)
    .filter((each) => /^\\s/.test(each.text))
    .map((each) => ({ ...each, text: each.text.replace(/^\\s+[@+-]*/, '') }));
}

function dockerOf(text) {
  return everyLine(text).map((each) => ({ ...each, text: each.text.replace(/^\\s*(?:RUN|CMD|ENTRYPOINT)\\s+/i, '') }));
}

/** Steps of workflows, hooks and tasks: what stands behind a key, or alone. */
function stepsOf(text) {
  return everyLine(text).map((each) => ({ ...each, text: each.text.replace(/^\\s*(?:- +)?(?:[\\w-]+: *)?[|>'"]?/, '') }));
}

/** What stands between the fences of a document, without prompts. */
function codeOf(text) {
  let isCode = false;
  return everyLine(text).flatMap((each) => {
    if (/^\\s*(?:\`\`\`|~~~)/.test(each.text)) {
      isCode = !isCode;
      return [];
    }
    return isCode ? [{ ...each, text: each.text.replace(/^\\s*[$>%] /, '') }] : [];
  });
}

${COMMAND_MATCHER}`;
}
