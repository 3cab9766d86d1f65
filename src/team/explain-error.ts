import { AppError } from '../shared/errors.ts';
import { nameTeam, type TeamPlace } from './team-url.ts';

/** Errors of the network, and of a server that is starting, stopping, full or too busy to answer in time: they pass. */
const UNREACHABLE = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOENT',
    'EPIPE',
  ],
  ...['ECONNABORTED', 'ENETDOWN', 'EHOSTDOWN', 'EADDRNOTAVAIL'],
  ...['57P01', '57P02', '57P03', '53300', '08006', '08001', '08004', '57014', '25P03', '53100', '53200'],
]);

/** Whether the team's database could not be reached, which is no mistake of the user. */
export function isOffline(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable';
}

/** Says what an error of the database means for the user. Messages of the server may contain values: they are left out. */
export function explainTeamError(error: unknown, place: TeamPlace): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  const team = nameTeam(place);
  const isGone = /timeout expired|Connection terminated|connection timeout|not queryable|connection error/i.test(
    error.message,
  );
  if (UNREACHABLE.has(code) || isGone)
    return new AppError('unavailable', `The team's database (${team}) cannot be reached.`, {
      hint: 'Lessons that were fetched before stay in use; run hardwon sync again later.',
      cause: error,
    });
  const known = EXPLAINED[code];
  if (known) return new AppError('conflict', `${known[0]} (${team}).`, { hint: known[1], cause: error });
  if (/self.signed|certificate|ERR_TLS|SSL/i.test(`${error.message} ${code}`))
    return new AppError(
      'conflict',
      `The connection to the team's database (${team}) is not secure: ${error.message}.`,
      {
        hint: 'Name the certificate with sslrootcert=FILE, or write sslmode=disable if the network is safe.',
        cause: error,
      },
    );
  return error;
}

const EXPLAINED: Readonly<Record<string, readonly [problem: string, hint: string]>> = {
  '28P01': ["The team's database did not accept the password", 'Correct team.url, or set PGPASSWORD.'],
  '28000': [
    "The team's database did not let this user in",
    'Ask an owner of the team for a login: hardwon team init prints how.',
  ],
  '3D000': ['There is no such database', 'Create it, or correct team.url.'],
  '42P01': ['The database has no tables of a team yet', 'An owner creates them: hardwon team init'],
  '3F000': ['The database has no tables of a team yet', 'An owner creates them: hardwon team init'],
  '42883': ['The database has no tables of a team yet', 'An owner creates them: hardwon team init'],
  '42501': [
    "The team's database does not allow this",
    'Only an owner of the team may do it; hardwon team init prints the grants.',
  ],
};
