import type { Program } from '../program.ts';

/** Programs that describe the machine, or work on its files. */
export const unixMachine: readonly Program[] = [
  { names: 'diskpart mkfs parted', rewrites: {}, guardedInProse: /dd|mkfs(?:\.\w+)?/ },
  {
    names: 'env',
    operands: 'no-paths',
    wraps: { values: '-u -C -S --unset --chdir --split-string', assigns: true },
    looks: true,
    guardedInProse: true,
  },
  { names: 'printenv info', operands: 'no-paths', looks: true },
  {
    names:
      'whoami groups hostname uname sw_vers lscpu lsblk history dmesg nvidia-smi locale tput apropos whatis mdfind mdls ' +
      'plutil size',
    looks: true,
    guardedInProse: /history/,
  },
  { names: 'id', operands: 'no-paths', looks: true, asksQuietly: true },
  { names: 'journalctl', looks: true, printsTexts: true },
  { names: 'getent', looks: true, asks: true },
  { names: 'arch', wraps: {}, looks: true },
  { names: 'mountpoint', asks: true },
  { names: 'man', hasNoVerbs: true, operands: 'no-paths', looks: true },
  { names: 'nm objdump ldd otool readelf', operands: 'paths', looks: true },
  { names: 'osascript', valueFlags: '-e -l', hasSingleDashes: true, operands: 'no-paths', interprets: true },
  {
    names: 'ffmpeg',
    valueFlags: '-i -c -f -ss -t -vf -af -b -r -s -filter_complex -map -codec',
    hasSingleDashes: true,
  },
  { names: 'convert magick', hasSingleDashes: true },
];
