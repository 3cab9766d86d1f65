import type { Found, RedactionRule } from './rule.ts';
import { isOrdinaryWord, isReference } from './secret-value.ts';

/** Passwords in the syntax of a particular command: `curl -u ann:...`, `mysql -p...`, `sshpass -p ...`, `echo ... | sudo -S`. */
export const commandPassword: RedactionRule = {
  id: 'command-password',
  markers: [' -u', ' --user', ' -p', ' -a', ' -w', ' -pass', ' sudo -s', '-stdin'],
  find: findPassword,
};

/** One way to pass a password: the command earlier on the line, and the argument; its first group is kept. */
interface Form {
  command: RegExp;
  argument: RegExp;
}

/** A colour, an escaped line break or the separator between the parts of a name may come before the name of a command. */
const GLUE = String.raw`(?:\b|_|[\d;]{1,12}m|\\[nrt])`;

const forms: readonly Form[] = [
  form('curl|wget|xh|https?', / (?:-u ?|--user[= ]|-a |--auth[= ])["']?[^\s:"'$]{1,100}:/),
  form('mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|7z', / -p/),
  form('sshpass', / -p ?/),
  form('(?:docker|podman|nerdctl|buildah|skopeo|registry|oc|az) login', / -p /),
  form('redis-cli', / -a /),
  form('ldapsearch|ldapmodify|ldapadd|ldapwhoami', / -w /),
  form('zip|unzip', / -P /),
  form('openssl', / -pass(?:in|out)? ["']?pass:/),
];

function form(commands: string, before: RegExp): Form {
  return {
    command: new RegExp(String.raw`${GLUE}(?:${commands})\b`),
    argument: new RegExp(`(${before.source})${/(["']?)([^\s"'`\\;&|<>$]{3,200})/.source}`, 'y'),
  };
}

/** `echo secret | sudo -S`, `printf '%s' secret | docker login --password-stdin`. */
const PIPED = new RegExp(
  GLUE +
    /(?:echo|printf)(?: -[neE]{1,3})?(?: ["']?%s(?:\\n)?["']?)? {1,2}(["']?)([^\s"'`\\;&|<>$]{3,200})\1 {0,2}\|[^|;&\n]{0,80}$/
      .source,
);

/** Maximum distance from an argument back to its command. */
const REACH = 240;

function findPassword(text: string, at: number): Found | undefined {
  if (text.startsWith('-stdin', at) || text.startsWith(' sudo', at)) return findPiped(text, at);
  for (const { command, argument } of forms) {
    argument.lastIndex = at;
    const match = argument.exec(text);
    if (match === null || !command.test(commandBefore(text, at))) continue;
    const [whole, lead = '', quote = '', value = ''] = match;
    if (isReference(value) || isOrdinaryWord(value) || /^-|^\d{1,5}$|^\/|=$/.test(value)) return undefined;
    return { start: at + lead.length + quote.length, end: at + whole.length };
  }
  return undefined;
}

function findPiped(text: string, at: number): Found | undefined {
  const line = commandBefore(text, at);
  const match = PIPED.exec(line);
  const value = match?.[2];
  if (match === null || value === undefined || isReference(value)) return undefined;
  const start = at - line.length + match.index + match[0].indexOf(value, match[0].indexOf(' '));
  return { start, end: start + value.length };
}

/** Returns the text before `at` in the same command. The line break may be escaped. */
function commandBefore(text: string, at: number): string {
  const window = text.slice(Math.max(0, at - REACH), at);
  const start = ['\n', '\\n', '\\r', '&&', ';'].reduce((furthest, separator) => {
    const found = window.lastIndexOf(separator);
    return found === -1 ? furthest : Math.max(furthest, found + separator.length);
  }, 0);
  return window.slice(start);
}
