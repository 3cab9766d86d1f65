import { normaliseRemote } from './remotes.ts';

/** The part of a repository's configuration that identifies it. */
export interface GitConfig {
  /** Remotes by name, as `host/owner/repo`. */
  remotes: Map<string, string>;
  /** `core.worktree`: the folder of a submodule's files. */
  worktree?: string;
  /** `core.bare`: it has no working files. */
  isBare?: boolean;
}

/** Parses `[remote "origin"] url = …` and `[core] worktree = …` line by line; includes and `insteadOf` are not followed. */
export function parseGitConfig(text: string): GitConfig {
  const config: GitConfig = { remotes: new Map() };
  let section = '';
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const [, header] = /^\[([^\]]*)\]/.exec(line) ?? [];
    if (header !== undefined) {
      section = header.trim();
      continue;
    }
    const equals = line.indexOf('=');
    if (equals < 0 || line.startsWith('#') || line.startsWith(';')) continue;
    const key = line.slice(0, equals).trim().toLowerCase();
    const value = unquote(line.slice(equals + 1).trim());
    const [, remote] = /^remote\s+"(.*)"$/i.exec(section) ?? [];
    if (remote !== undefined && key === 'url' && !config.remotes.has(remote)) {
      const address = normaliseRemote(value);
      if (address !== undefined) config.remotes.set(remote, address);
    } else if (section.toLowerCase() === 'core' && key === 'worktree') config.worktree = value;
    else if (section.toLowerCase() === 'core' && key === 'bare') config.isBare = /^(?:true|yes|on|1)$/i.test(value);
  }
  return config;
}

function unquote(value: string): string {
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"/.exec(value) ?? [];
  return (quoted ?? value.replace(/\s[#;].*$/, '')).replace(/\\(.)/g, '$1');
}
