// Puts the chunks of a CommonJS bundle into a few files. Each chunk stays a function of its own that runs when it is first required: a command
// loads the packs that it needs, and runs nothing of them but its own chunks.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';

/**
 * The files of a bundle by their names: `load.cjs`, which finds chunks, and the packs. `starts` are pairs of a module and a pack: a chunk is in the
 * pack of the first start that imports it, at whatever distance. All others are in the pack that `packOf` names by a chunk's modules. `reader` is
 * the code of src/cli/pack-reader.ts, with which the command line reads packs.
 */
export function packChunks(chunks, starts, packOf, reader) {
  const placed = placeChunks(chunks, starts);
  const packs = new Map();
  const places = {};
  for (const { fileName, code, moduleIds } of chunks) {
    const pack = placed.get(fileName) ?? packOf(moduleIds);
    packs.set(pack, [
      ...(packs.get(pack) ?? []),
      `${JSON.stringify(fileName)}(exports,require,module){${stripStrict(code)}\n}`,
    ]);
    if (pack !== 'load') places[fileName] = pack;
  }
  const files = {};
  for (const [pack, functions] of packs)
    if (pack !== 'load') files[`pack-${pack}.cjs`] = `"use strict";module.exports={\n${functions.join(',\n')}\n};\n`;
  const plain = Object.keys(files).filter((name) => /\bimport\(/.test(files[name]));
  const build = createHash('sha256').update(Object.values(files).join('\n')).digest('hex').slice(0, 12);
  files['load.cjs'] = renderLoader(packs.get('load') ?? [], places, { reader, build, plain });
  return files;
}

function placeChunks(chunks, starts) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const placed = new Map();
  for (const [module, pack] of starts) {
    const start = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.replaceAll('\\', '/').endsWith(module)));
    if (!start) throw new Error(`No chunk has ${module}.`);
    const waiting = [start.fileName];
    for (let name = waiting.pop(); name; name = waiting.pop()) {
      if (placed.has(name) || !byName.has(name)) continue;
      placed.set(name, pack);
      waiting.push(...byName.get(name).imports);
    }
  }
  return placed;
}

/** The names in a pack are of one mode; saying so in each function would be in vain. */
function stripStrict(code) {
  return code.replace(/^(?:"use strict"|'use strict'|`use strict`);?/, '');
}

function renderLoader(functions, places, { reader, build, plain }) {
  return `"use strict";
const functions = {
${functions.join(',\n')}
};
const places = ${JSON.stringify(places)};
const loaded = new Map();
let readPack = (file) => require(\`./\${file}\`);
function load(name) {
  let module = loaded.get(name);
  if (!module) {
    module = { exports: {} };
    loaded.set(name, module);
    if (!functions[name]) Object.assign(functions, readPack(\`pack-\${places[name]}.cjs\`));
    functions[name](module.exports, find, module);
  }
  return module.exports;
}
function find(id) {
  return id.startsWith('./') ? load(id.slice(2)) : require(id);
}
/** Loads the command line, with the compiled code of the last time. */
function start(name) {
  const reader = {};
  (function (exports, require) {${reader}
  })(reader, require);
  const readPlain = readPack;
  const readCompiled = reader.openPacks(__filename, ${JSON.stringify(build)});
  const plain = ${JSON.stringify(plain)};
  if (readCompiled) readPack = (file) => (plain.includes(file) ? readPlain : readCompiled)(file);
  return load(name);
}
exports.load = load;
exports.start = start;
`;
}

/** A module that starts an entry of the bundle, and passes on what it exports. */
export function renderEntry({ fileName, exports: names }) {
  const call = `createRequire(import.meta.url)('./load.cjs').load(${JSON.stringify(basename(fileName))})`;
  const start = "import { createRequire } from 'node:module';\n";
  return names.length === 0 ? `${start}${call};\n` : `${start}export const { ${names.join(', ')} } = ${call};\n`;
}
