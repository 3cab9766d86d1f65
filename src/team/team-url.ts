import { AppError } from '../shared/errors.ts';

/** Where a team's database is. */
export interface TeamPlace {
  host: string;
  port: number;
  user: string;
  password?: string;
  database: string;
  /** `off` is for connections that do not leave the machine, or that the user wants unencrypted. */
  tls: 'off' | 'verify' | 'no-verify';
  /** The certificates to trust instead of those of the system. */
  rootCertificate?: string;
}

const HINT = 'Write postgres://USER@HOST/DATABASE; hardwon team --help explains it.';

/**
 * Reads the address of a team's database. Connections to other machines are encrypted, and the server's certificate is checked,
 * unless the address says otherwise.
 */
export function readTeamUrl(text: string): TeamPlace {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new AppError('usage', 'The address of the team is not a URL.', { hint: HINT });
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:')
    throw new AppError('usage', `A team cannot be at ${url.protocol}//: only PostgreSQL is supported.`, {
      hint: HINT,
    });
  const host =
    url.searchParams.get('host') ?? (decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '') || 'localhost');
  const database = decodeURIComponent(url.pathname.slice(1));
  const user = decodeURIComponent(url.username);
  if (user === '' || database === '')
    throw new AppError('usage', `The address of the team names no ${user === '' ? 'user' : 'database'}.`, {
      hint: HINT,
    });
  const rootCertificate = url.searchParams.get('sslrootcert');
  return {
    host,
    port: Number(url.port || url.searchParams.get('port') || 5432),
    user,
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
    database,
    tls: readTls(url.searchParams.get('sslmode'), isLocal(host)),
    rootCertificate: rootCertificate || undefined,
  };
}

function readTls(mode: string | null, isLocalHost: boolean): TeamPlace['tls'] {
  switch (mode) {
    case null:
      return isLocalHost ? 'off' : 'verify';
    case 'disable':
      return 'off';
    case 'no-verify':
      return 'no-verify';
    case 'require':
    case 'verify-ca':
    case 'verify-full':
      return 'verify';
    default:
      throw new AppError('usage', `sslmode=${mode} would allow a connection without encryption.`, {
        hint: 'Leave it out, or write sslmode=disable if the network is safe.',
      });
  }
}

/** Whether a connection stays on this machine; a path is that of a socket. */
function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host) || host.startsWith('/');
}

/** Returns the address for people: without the password. */
export function nameTeam({ database, host }: TeamPlace): string {
  return `${database} on ${host}`;
}
