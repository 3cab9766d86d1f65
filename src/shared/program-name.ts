import { posix, win32 } from 'node:path';

/**
 * Returns a program's own name, without folder and extension: `deploy.sh` for `./deploy.sh`, `kubectl` for `C:\bin\kubectl.exe`.
 */
export function programName(program: string): string {
  const { base } = (program.includes('\\') ? win32 : posix).parse(program);
  return base.replace(/\.(?:exe|cmd|bat|ps1)$/i, '');
}
