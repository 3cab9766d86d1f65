import { PROGRAM_ALIASES } from './tables/aliases.ts';

const VERSIONED = /^(python|pypy|pip|node|gcc|g\+\+|clang|php|ruby|perl|lua|java|llvm)-?\d[\d.]*$/;

/** The last part of a program's path, without `.exe` or `.cmd`, and without the version of an npm package. */
export function baseName(program: string): string {
  let name = program;
  const slash = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'));
  if (slash >= 0 && slash < name.length - 1) name = name.slice(slash + 1);
  const at = name.indexOf('@', 1);
  if (at > 0) name = name.slice(0, at);
  if (name.length > 4 && name.charCodeAt(name.length - 4) === 46 && /\.(?:exe|cmd)$/i.test(name)) name = name.slice(0, -4);
  return name;
}

/** The name under which the tables know a program: `python3.12` is python, `egrep` is grep, `Get-Content` is get-content. */
export function familyOf(name: string): string {
  const lower = /[A-Z]/.test(name) ? name.toLowerCase() : name;
  const last = lower.charCodeAt(lower.length - 1);
  const bare = last >= 48 && last <= 57 ? (VERSIONED.exec(lower)?.[1] ?? lower) : lower;
  return PROGRAM_ALIASES.get(bare) ?? bare;
}
