import type { Found, Rule } from './rule.ts';
import { isOrdinaryWord, isReference } from './secret-value.ts';

/** Passwords that a command takes in its own way: `curl -u ann:...`, `mysql -p...`, `sshpass -p ...`, `echo ... | sudo -S`. */
export const commandPassword: Rule = {
  id: 'command-password',
  markers: [' -u', ' --user', ' -p', ' -a', ' -w', ' -pass', ' sudo -s', '-stdin'],
  find: findPassword,
};

/** One way to give a password: the command that stands before on the line, and the argument; its first group is kept. */
interface Form {
  command: RegExp;
  argument: RegExp;
}

const WORD = /(["']?)([^\s"'`;&|<>$]{3,200})/.source;
const forms: readonly Form[] = [
  {
    command: /\b(?:curl|wget|xh|https?)\b/,
    argument: new RegExp(/( (?:-u ?|--user[= ]|-a |--auth[= ])["']?[^\s:"'$]{1,100}:)/.source + WORD, 'y'),
  },
  {
    command: /\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|7z)\b/,
    argument: new RegExp(/( -p)/.source + WORD, 'y'),
  },
  {
    command: /\b(?:sshpass|login|redis-cli|htpasswd|ldapsearch|ldapmodify|ldapadd|zip|unzip|smbclient)\b/,
    argument: new RegExp(/( -[pawP] ?)/.source + WORD, 'y'),
  },
  { command: /\bopenssl\b/, argument: new RegExp(/( -pass(?:in|out)? ["']?pass:)/.source + WORD, 'y') },
];

/** `echo secret | sudo -S`, `printf '%s' secret | docker login --password-stdin`. */
const PIPED =
  /\b(?:echo|printf)(?: -[neE]{1,3})?(?: ["']?%s(?:\\n)?["']?)? {1,2}(["']?)([^\s"'`;&|<>$]{3,200})\1 {0,2}\|[^|;&\n]{0,80}$/;

/** How far before an argument its command is looked for. */
const REACH = 240;

function findPassword(text: string, at: number): Found | undefined {
  const line = lineBefore(text, at);
  if (line === '') return undefined;
  if (/[ -](?:-stdin|sudo -s)/i.test(text.slice(at - 1, at + 8)) || text.startsWith('-stdin', at)) return findPiped(line, at);
  for (const { command, argument } of forms) {
    argument.lastIndex = at;
    const match = argument.exec(text);
    if (match === null || !command.test(line)) continue;
    const [whole, lead = '', quote = '', value = ''] = match;
    if (isReference(value) || isOrdinaryWord(value) || /^-|^\d{1,5}$|^\/|=$/.test(value)) return undefined;
    return { start: at + lead.length + quote.length, end: at + whole.length };
  }
  return undefined;
}

function findPiped(line: string, at: number): Found | undefined {
  const match = PIPED.exec(line);
  const value = match?.[2];
  if (match === null || value === undefined || isReference(value)) return undefined;
  const start = at - line.length + match.index + match[0].indexOf(value, match[0].indexOf(' '));
  return { start, end: start + value.length };
}

/** What stands on the same line, or command, before `at`. */
function lineBefore(text: string, at: number): string {
  const window = text.slice(Math.max(0, at - REACH), at);
  return window.slice(Math.max(window.lastIndexOf('\n'), window.lastIndexOf('&&'), window.lastIndexOf(';')) + 1);
}
