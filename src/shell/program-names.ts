/** Returns the last part of a program's path, without `.exe` or `.cmd`, and without the version of an npm package. */
export function bareProgram(program: string): string {
  let name = program;
  const slash = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'));
  if (slash >= 0 && slash < name.length - 1) name = name.slice(slash + 1);
  const at = name.indexOf('@', 1);
  if (at > 0) name = name.slice(0, at);
  if (name.length > 4 && name.charCodeAt(name.length - 4) === 46 && /\.(?:exe|cmd)$/i.test(name))
    name = name.slice(0, -4);
  return name;
}
