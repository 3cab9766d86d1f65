import type { ShellCommand } from '../command.ts';
import type { Program } from '../program.ts';

/** The network. */
export const unixNetwork: readonly Program[] = [
  {
    names: 'curl',
    valueFlags:
      '-X --request -d --data --data-raw --data-binary --data-urlencode --json -H --header -o --output -u --user -A ' +
      '--user-agent -F --form -T --upload-file -b --cookie -c --cookie-jar -e --referer -w --write-out -m --max-time ' +
      '--connect-timeout --retry --retry-delay --cacert --cert --key -x --proxy --resolve --url -K --config -r --range ' +
      '--limit-rate --unix-socket',
    operands: 'no-paths',
    looksIf: (command) => !command.flags.some((flag) => SENDS_OR_SAVES.test(flag)) || isGet(command),
    asksIf: asksForHealth,
    printsTexts: true,
    changesIf: ({ flags }) => flags.some((flag) => SENDS_OR_WRITES.test(flag)),
    bypasses: [{ id: 'curl-k', group: 'certificates', why: 'TLS', sample: 'curl -sk https://x.test', letter: 'k' }],
    isSpokenOf: true,
    isNoWord: true,
    guardedInProse: true,
  },
  {
    names: 'wget',
    valueFlags:
      '-O -o -P -T -t -U --header --output-document --directory-prefix --timeout --tries --user --password --post-data',
    pathFlags: '-O -P',
    operands: 'no-paths',
    asksIf: asksForHealth,
    printsTexts: true,
    changes: true,
    guardedInProse: true,
  },
  {
    names: 'ssh',
    hasNoVerbs: true,
    valueFlags: '-i -p -l -o -F -J -L -R -D -W -b -c -m -e',
    pathFlags: '-i -F',
    operands: 'no-paths',
    asksWith: { '': '-T' },
    runsElsewhere: true,
  },
  { names: 'scp', hasNoVerbs: true, valueFlags: '-P -i -F -o -l -c -J', operands: 'paths', guardedInProse: true },
  { names: 'sftp', hasNoVerbs: true },
  { names: 'ssh-add ssh-keygen ssh-agent ssh-copy-id ngrok cloudflared', changes: true },
  {
    names: 'nc',
    valueFlags: '-w -p -s -X -x',
    operands: 'no-paths',
    looks: true,
    asks: true,
    guardedInProse: /nc|ncat|netcat|socat/,
  },
  { names: 'ping', operands: 'no-paths', looks: true, asks: true },
  { names: 'dig nslookup host', operands: 'no-paths', looks: true },
  { names: 'traceroute netstat ss ifconfig', looks: true },
  {
    names: 'openssl',
    subcommands: {},
    valueFlags: '-in -out -key -cert -days -subj -inkey -passin -passout -connect -CA -CAkey',
    hasSingleDashes: true,
    looks: 'version x509 s_client',
  },
];

const SENDS_OR_WRITES = /^(?:-X|--request|-d|--data.*|--json|-F|--form|-T|--upload-file|-[a-zA-Z]*[oO]|--output)$/;
const SENDS_OR_SAVES =
  /^(?:-X|--request|-d|--data.*|--json|-F|--form|-T|--upload-file|-[a-zA-Z]*[oO]|--output|--remote-name)$/;

function isGet(command: ShellCommand): boolean {
  const method = command.arguments.find((argument) => argument.text === '-X' || argument.text === '--request')?.value;
  const others = command.flags.some((flag) =>
    /^(?:-d|--data.*|--json|-F|--form|-T|-[a-zA-Z]*[oO]|--output)$/.test(flag),
  );
  return /^(?:GET|HEAD|OPTIONS)$/i.test(method ?? '') && !others;
}

/** Addresses that a request only asks for to see whether a service answers. */
const HEALTH_ADDRESS =
  /localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|\/(?:health|healthz|ready|readyz|livez|ping|status|up)\b/i;

function asksForHealth({ flags, operands }: ShellCommand): boolean {
  const sends = flags.some((flag) => /^(?:-X|--request|-d|--data.*|--json|-F|--form|-T)$/.test(flag));
  return !sends && operands.some((operand) => HEALTH_ADDRESS.test(operand));
}
