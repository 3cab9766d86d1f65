import type { ShellCommand } from '../../programs/command.ts';
import type { DangerRule } from '../../programs/refusal-rule.ts';
import { isBroad } from './broad-path.ts';
import { danger } from './danger.ts';

/** Commands that destroy data that cannot be restored. The first match wins. */
export const DESTRUCTION: readonly DangerRule[] = [
  danger('destruction', 'broad-removal', 'files far beyond the task', 'rm -rf ~', (command) => {
    return (
      isRemoval(command) &&
      [...command.operands, ...command.words.filter(({ isGlob }) => isGlob).map(({ text }) => text)].some(isBroad)
    );
  }),
  danger('destruction', 'git-folder', 'the history', 'rm -rf .git', (command) => {
    return isRemoval(command) && command.operands.some((operand) => /(?:^|[\\/])\.git[\\/]?$/.test(operand));
  }),
  danger('destruction', 'find-delete', 'whatever a search finds', 'find . -name x -delete', ({ name, args }) => {
    return /^g?find$/.test(name) && args.some((arg) => arg === '-delete' || /^(?:rm|shred|unlink)$/.test(arg));
  }),
  danger('destruction', 'drop-database', 'a database', "psql -c 'DROP DATABASE harbour'", ({ name, args }) => {
    return (
      /^(?:dropdb|dropuser)$/.test(name) ||
      args.some((arg) =>
        /\b(?:drop\s+(?:database|schema|table|user)|truncate\s+(?:table\s+)?\w|delete\s+from\s+\w+\s*(?:;|$)|flushall|flushdb|dropDatabase\()/i.test(
          arg.slice(0, 4000),
        ),
      )
    );
  }),
  danger('destruction', 'disk', 'a disk', 'dd if=/dev/zero of=/dev/sda', ({ name, args, redirects }) => {
    const writes = name === 'dd' && args.some((arg) => arg.startsWith('of='));
    return (
      writes ||
      /^(?:mkfs(?:\..*)?|wipefs|fdisk|parted|sgdisk|shred|format|diskpart|format-volume|clear-disk)$/i.test(name) ||
      redirects.some(({ target }) => /^\/dev\/(?:sd|nvme|disk|hd|vd)/.test(target))
    );
  }),
  danger(
    'destruction',
    'tear-down',
    'what others run',
    'terraform destroy',
    ({ name, subcommand, operands, flags }) => {
      const all = [subcommand ?? '', ...operands].join(' ');
      const destroys = /^(?:terraform|tofu|pulumi)$/.test(name) && /^destroy\b/.test(all);
      const deletes =
        /^(?:kubectl|oc)$/.test(name) &&
        /^delete\b/.test(all) &&
        (/\b(?:ns|namespaces?|pvc?|crd)\b/.test(all) || flags.includes('--all'));
      return (
        destroys ||
        deletes ||
        (/^(?:docker|podman)$/.test(name) && /\bprune\b/.test(all)) ||
        (name === 'gh' && /^repo delete\b/.test(all))
      );
    },
  ),
  danger('destruction', 'fork-bomb', 'the machine', ':(){ :|:& };:', ({ source, name }) => {
    return (
      /:\(\)\s*\{/.test(source) ||
      name === ':|:' ||
      /^(?:shutdown|reboot|halt|poweroff|stop-computer|restart-computer)$/i.test(name)
    );
  }),
];

function isRemoval({ name, flags }: ShellCommand): boolean {
  return (
    /^(?:rm|srm|rimraf|rd|rmdir|del|erase|remove-item|ri|trash|unlink)$/i.test(name) &&
    (flags.length > 0 || !/^rmdir$/.test(name))
  );
}
