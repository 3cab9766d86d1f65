import { isAbsolutePath, pathKey } from '../../shared/paths.ts';

/**
 * Returns a remote's address as `host/owner/repo`: without protocol, port, user, password and `.git`, the host in lower case. A
 * folder on disk becomes `file:` and its path. Returns undefined for anything that is not an address.
 */
export function normaliseRemote(url: string): string | undefined {
  const text = url.trim();
  if (text === '' || text.length > 1000 || /\s/.test(text)) return undefined;
  if (text.startsWith('file://')) return `file:${trimGit(pathKey(text.slice(7)))}`;
  if (isAbsolutePath(text)) return `file:${trimGit(pathKey(text))}`;
  const [, host = '', path = ''] =
    /^[a-z+]+:\/\/([^/]+)\/(.+)$/i.exec(text) ?? /^([^/:]+):(?!\/\/)(.+)$/.exec(text) ?? [];
  // Already normalised, as readers of logs provide it.
  const [, plainHost = '', plainPath = ''] =
    host === '' ? (/^([a-z0-9-]+(?:\.[a-z0-9-]+)+)\/(.+)$/i.exec(text) ?? []) : ['', host, path];
  return joinAddress(plainHost, plainPath);
}

/** Returns a key that is equal for addresses of one repository: hosting sites ignore the case of owner and name. */
export function remoteKey(remote: string): string {
  return remote.toLowerCase();
}

/** Returns `harbour` for `host/owner/harbour`. */
export function repositoryName(remote: string): string {
  return remote.slice(remote.lastIndexOf('/') + 1);
}

/** Returns `owner` for `host/owner/harbour`; empty if there is none. */
export function ownerName(remote: string): string {
  return remote.split('/').slice(1).at(-2) ?? '';
}

/** Whether the address is that of a folder, which means nothing on another machine. */
export function isFolderRemote(remote: string): boolean {
  return remote.startsWith('file:');
}

function joinAddress(authority: string, rawPath: string): string | undefined {
  // Everything up to the last @ is user and password.
  const host = cleanHost(authority.slice(authority.lastIndexOf('@') + 1));
  const parts = rawPath
    .replace(/[?#].*$/, '')
    .split('/')
    .filter((part) => part !== '');
  if (host === 'dev.azure.com') {
    if (parts[0] === 'v3') parts.shift();
    const mark = parts.indexOf('_git');
    if (mark >= 0) parts.splice(mark, 1);
  }
  // Sandboxes in the cloud reach GitHub through a proxy of their own: http://proxy@127.0.0.1:1234/git/owner/repo.
  const proxied = host === '127.0.0.1' && parts[0] === 'git' && parts.length === 3;
  const path = trimGit((proxied ? parts.slice(1) : parts).join('/'));
  if (host === '' || path === '' || !/^[\w.~/+-]+$/.test(path)) return undefined;
  // `https://github.com/..git` has been seen: it has neither owner nor name.
  if (path.split('/').some((part) => /^\.+$/.test(part) || part === '')) return undefined;
  return `${proxied ? 'github.com' : host}/${path}`;
}

function cleanHost(authority: string): string {
  const host = authority.replace(/:\d*$/, '').toLowerCase();
  if (!/^[a-z0-9_.-]+$/.test(host)) return '';
  // ssh.github.com is GitHub on another port; github.com-work is a name in ~/.ssh/config for a second account.
  const known = /^(?:ssh\.|altssh\.)?(github\.com|gitlab\.com|bitbucket\.org|dev\.azure\.com)(?:[-_].*)?$/.exec(host);
  return known?.[1] ?? host;
}

function trimGit(path: string): string {
  return path
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .replace(/\/+$/, '');
}
