// Puts the types of the library into one file: what index.d.ts exports, and all that it needs of the others.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** The text of one declaration file for `index.d.ts` in a folder that tsc wrote. */
export async function bundleTypes(folder) {
  const entry = join(folder, 'index.d.ts');
  const modules = await readModules(entry);
  const exported = [...modules.get(entry).exported];
  const needed = reach(entry, exported, modules);
  const names = chooseNames(needed);
  const texts = needed.flatMap(({ module, name }) =>
    module.declared.get(name).map((text) => rename(text, module, names, modules)),
  );
  const packages = [...new Set(needed.flatMap(({ module }) => module.packages))];
  const outward = exported.map((name) => {
    const { module } = find(modules.get(entry), name, modules);
    const inside = names.get(module).get(name);
    return inside === name ? name : `${inside} as ${name}`;
  });
  return `${[...packages, ...texts, `export { ${outward.sort().join(', ')} };`].join('\n')}\n`;
}

/** Every module that an entry leads to, by its path. */
async function readModules(entry) {
  const modules = new Map();
  const waiting = [entry];
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (modules.has(path)) continue;
    const module = readModule(path, await readFile(path, 'utf8'));
    modules.set(path, module);
    waiting.push(...module.imported.values());
  }
  return modules;
}

/** What a module declares, what it exports, and where the names come from that it does not declare. */
function readModule(path, source) {
  const module = { imported: new Map(), packages: [], exported: new Set(), declared: new Map() };
  const inner = (specifier) => join(dirname(path), specifier.replace(/\.ts$/, '.d.ts'));
  const tree = parseAst(source, { lang: 'dts' });
  const cuts = [];
  walk(tree, (node) => {
    // import('./call.ts').Call
    if (node.type !== 'TSImportType' || !node.source.value.startsWith('.')) return;
    module.imported.set(node.qualifier.name, inner(node.source.value));
    cuts.push([node.start, node.qualifier.start]);
  });
  for (const node of tree.body) {
    const specifier = node.source?.value;
    if (specifier !== undefined && !specifier.startsWith('.')) module.packages.push(source.slice(node.start, node.end));
    else
      for (const each of node.specifiers ?? []) addSpecifier(each, node, specifier && inner(specifier), module, path);
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    if (!declaration || /^(?:Import|Export)/.test(declaration.type)) continue;
    const name = declaration.id?.name ?? declaration.declarations?.[0]?.id.name;
    if (name === undefined) throw new Error(`Types: ${path} has a ${declaration.type} without a name.`);
    if (node !== declaration) module.exported.add(name);
    const text = commentBefore(source, node.start) + cut(source, declaration, cuts);
    module.declared.set(name, [...(module.declared.get(name) ?? []), text]);
  }
  return module;
}

function addSpecifier(each, node, from, module, path) {
  const isExport = node.type === 'ExportNamedDeclaration';
  const [there, here] = isExport ? [each.local.name, each.exported.name] : [each.imported.name, each.local.name];
  if (there !== here)
    throw new Error(`Types: ${path} renames ${there} to ${here}, which is not bundled: give it one name.`);
  if (isExport) module.exported.add(here);
  if (from) module.imported.set(here, from);
}

/** The module that declares a name which another one uses; undefined for names of the language and of packages. */
function find(module, name, modules) {
  for (let from = module; from; from = modules.get(from.imported.get(name)))
    if (from.declared.has(name)) return { module: from, name };
}

/** The declarations that exported names need, and those need in turn. */
function reach(entry, exported, modules) {
  const needed = [];
  const seen = new Map();
  const waiting = exported.map((name) => find(modules.get(entry), name, modules));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { module, name } = next;
    if (seen.get(module)?.has(name)) continue;
    seen.set(module, (seen.get(module) ?? new Set()).add(name));
    needed.push(next);
    for (const text of module.declared.get(name))
      for (const [word] of text.matchAll(WORD)) {
        const used = find(module, word, modules);
        if (used) waiting.push(used);
      }
  }
  return needed;
}

/** The name of each declaration in the bundle: its own, or with a number where another module has the same. */
function chooseNames(needed) {
  const taken = new Set();
  const names = new Map();
  for (const { module, name } of needed) {
    let free = name;
    for (let count = 2; taken.has(free); count++) free = `${name}${count}`;
    taken.add(free);
    names.set(module, (names.get(module) ?? new Map()).set(name, free));
  }
  return names;
}

function rename(text, module, names, modules) {
  return text.replace(WORD, (word) => {
    const used = find(module, word, modules);
    return used ? (names.get(used.module)?.get(word) ?? word) : word;
  });
}

const WORD = /(?<![\w$.])[A-Za-z_$][\w$]*/g;

/** The comment that explains a declaration. */
function commentBefore(source, start) {
  return /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n$/.exec(source.slice(0, start))?.[0] ?? '';
}

/** The text of a node without some stretches of it. */
function cut(source, { start, end }, cuts) {
  let text = '';
  let from = start;
  for (const [begin, finish] of cuts)
    if (begin >= start && begin < end) {
      text += source.slice(from, begin);
      from = finish;
    }
  return text + source.slice(from, end);
}

function walk(node, visit) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') visit(node);
  for (const value of Object.values(node)) walk(value, visit);
}
