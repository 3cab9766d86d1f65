// Adds to package-lock.json the packages for other platforms that a registry without them left out.
//
//     npm run lock                             the lock file of the repository
//     node scripts/complete-lock.mjs site      that of another folder
//
// Tools such as Biome and rolldown name a native package per platform as optional dependencies. npm drops those that it cannot look up,
// and then `npm ci` refuses the lock file everywhere: "Missing: … from lock file". Version and platform follow from the parent and the
// name; there is no integrity, so npm trusts the registry of whoever installs on that platform.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = join(resolve(fileURLToPath(import.meta.url), '../..'), process.argv[2] ?? '', 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const added = findMissing(lock.packages);
if (added.length > 0) {
  for (const { place, entry } of added) lock.packages[place] = entry;
  const sorted = Object.entries(lock.packages).sort(([left], [right]) => left.localeCompare(right, 'en'));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(`${added.length} packages for other platforms added to package-lock.json`);

function findMissing(packages) {
  const missing = [];
  for (const [parent, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isPresent(packages, parent, name, version)) continue;
      const { cpu, libc, os } = readPlatform(name);
      // Beside its parent, which is where npm looks first after the parent's own folder.
      const folder = parent.slice(0, parent.lastIndexOf('node_modules/'));
      // In npm's own order of keys, so that its next write changes nothing.
      missing.push({ place: `${folder}node_modules/${name}`, entry: { version, cpu, dev, libc, optional: true, os } });
    }
  }
  return missing;
}

/** Whether the package finds what it wants in its own folder or one above it: the nearest counts, and these versions are exact. */
function isPresent(packages, parent, name, version) {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const nearest = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (nearest) return !/^\d/.test(version) || nearest.version === version;
    if (folder === '') return false;
  }
}

/** `@biomejs/cli-linux-arm64-musl` -> linux, arm64, musl. */
function readPlatform(name) {
  if (name.endsWith('-wasm32-wasi')) return { cpu: ['wasm32'] };
  const found =
    /-(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-(arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64)(?:-(\w+))?$/.exec(
      name,
    );
  if (!found) throw new Error(`${name} names no platform`);
  const [, os, cpu, kind = ''] = found;
  const libc = os !== 'linux' ? undefined : kind.startsWith('musl') ? 'musl' : 'glibc';
  return { os: [os], cpu: [cpu], libc: libc && [libc] };
}
