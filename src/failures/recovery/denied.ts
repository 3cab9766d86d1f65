import { pathsOf, signatureOf } from '../../shell/index.ts';
import { type FailedStep, textOf } from './relation.ts';
import type { ThreadView } from './session-view.ts';

/** The denied call, as exactly as the log allows. */
interface Denied {
  /** Equal for the same form: the action of the command, or the tool and the file. */
  key: string;
  /** The form as a lesson would quote it. */
  form: string;
  /** Shell: the program. */
  program?: string;
  /** The paths it named, relative to the repository if they are inside it. */
  paths: string[];
}

/** Describes a call that a hook or a permission rule refused. */
export function describeDenied({ call, parsed }: FailedStep, view: ThreadView): Denied {
  const relative = (path: string) => view.roots.relative(path, call.cwd) || plainPath(path);
  const main = parsed?.main;
  if (main) {
    const paths = pathsOf(main).flatMap((path) => relative(path) ?? []);
    return { key: `${call.tool} ${signatureOf(main)}`, form: textOf(main), program: main.name, paths };
  }
  const path = call.input.path === undefined ? undefined : relative(call.input.path);
  if (path === undefined) return { key: `${call.tool} ${call.name}`, form: call.name, paths: [] };
  return { key: `${call.tool} ${path}`, form: path, paths: [path] };
}

/** Returns a relative path as typed; a path elsewhere on the machine says nothing. */
function plainPath(path: string): string | undefined {
  const plain = path.replace(/^\.\//, '').replace(/\/+$/, '');
  return plain === '' || plain === '.' || /^[/~$]|\.\.|[*?{]|^[A-Za-z]:/.test(plain) ? undefined : plain;
}
