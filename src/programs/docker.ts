import type { ShellCommand } from './command.ts';
import type { OperandChooser, Program } from './program.ts';

const COMPOSE_RUN_FLAGS =
  '-e --env -u --user -w --workdir --env-file --detach-keys -f --file -p --project-name --profile --env-file ' +
  '--project-directory --ansi --progress --parallel --index --name -v --volume --entrypoint -l --label --publish --pull';

const GLOBAL_FLAGS =
  '--context -H --host --config -l --log-level -f --file -p --project-name --profile --env-file --ansi --progress ' +
  '--parallel';

const BUILD_FLAGS =
  '-t --tag -f --file --build-arg --target --platform --cache-from --cache-to -o --output --secret --ssh --progress';

/** Docker and its like. */
export const dockerPrograms: readonly Program[] = [
  {
    names: 'docker',
    aliases: 'podman nerdctl',
    subcommands: {
      second:
        'compose image container network volume system builder buildx context manifest plugin swarm stack service secret node ' +
        'config trust model mcp',
      values: GLOBAL_FLAGS,
      dirs: '--project-directory',
    },
    valueFlags: '--context --host --config --format --filter',
    valueFlagsOf: {
      compose: '--profile --project-name --env-file --scale --timeout',
      build: BUILD_FLAGS,
      'buildx build': BUILD_FLAGS,
      run:
        '-e --env -v --volume -p --publish --name --network --net -u --user -w --workdir --entrypoint --env-file --mount ' +
        '--platform -h --hostname -m --memory --cpus --label -l --add-host --restart --gpus --shm-size --ulimit --cap-add ' +
        '--pull --log-driver --ipc',
      logs: '-n --tail --since --until',
      ps: '-f --filter -n --format',
      images: '-f --filter --format',
      inspect: '-f --format --type',
      'compose logs': '-n --tail --since --until',
      'compose up': '-t --timeout --scale --pull',
    },
    hasOtherH: true,
    pathFlags: '-f',
    operands: chooseOperands,
    starts: [
      { lead: 'compose exec', values: COMPOSE_RUN_FLAGS, positionals: 1 },
      { lead: 'compose run', values: COMPOSE_RUN_FLAGS, positionals: 1 },
      { lead: 'exec', values: '-e --env -u --user -w --workdir --env-file --detach-keys', positionals: 1 },
    ],
    looks:
      'ps images logs inspect version info top stats port diff history search events */ls */list */inspect */ps system/df ' +
      'compose/ps compose/logs compose/config compose/images compose/top compose/port compose/version compose/events ' +
      'context/show',
    asks: 'inspect info image/inspect container/inspect network/inspect volume/inspect manifest/inspect',
    asksWith: { ps: '-q --quiet', images: '-q --quiet' },
    printsTexts: true,
    changes:
      'build run start stop restart rm rmi pull push login logout tag cp create kill load save import commit network/create ' +
      'network/rm volume/create volume/rm system/prune container/prune image/prune volume/prune builder/prune buildx/build ' +
      'buildx/create context/use compose/up compose/down compose/build compose/pull compose/start compose/stop ' +
      'compose/restart compose/rm compose/create compose/run',
    causes: [
      {
        id: 'docker.daemon',
        kind: 'network',
        has: 'Docker daemon',
        line: /Cannot connect to the Docker daemon/,
        strict: true,
      },
      {
        id: 'docker.container',
        kind: 'bad-argument',
        has: 'No such container',
        line: /No such container: (?<subject>\S+)/,
        strict: true,
      },
      {
        id: 'docker.service',
        kind: 'bad-argument',
        has: 'no such service',
        line: /no such service: (?<subject>\S+)/,
        strict: true,
      },
      {
        id: 'docker.image',
        kind: 'bad-argument',
        has: 'nable to find image',
        line: /Unable to find image '(?<subject>[^']+)' locally/,
      },
      {
        id: 'docker.compose-file',
        kind: 'wrong-cwd',
        has: 'no configuration file provided',
        line: /no configuration file provided: not found/,
        strict: true,
      },
    ],
    rewrites: {},
    isSpokenOf: true,
    isNoWord: true,
    guardedInProse: /docker|podman/,
    manifests: { tools: 'Dockerfile Containerfile' },
    runsElsewhere: true,
    outages: [
      {
        id: 'service.docker',
        ailment: 'service',
        line: /Cannot connect to the Docker daemon|error during connect: .*docker|docker daemon is not running|connect to (?:the )?Podman socket/i,
      },
    ],
  },
  {
    names: 'docker-compose',
    subcommands: { values: GLOBAL_FLAGS, dirs: '--project-directory' },
    pathFlags: '-f',
    operands: chooseOperands,
    starts: [
      { lead: 'exec', values: COMPOSE_RUN_FLAGS, positionals: 1 },
      { lead: 'run', values: COMPOSE_RUN_FLAGS, positionals: 1 },
    ],
    looks: 'ps logs config images top port version events',
    changes: 'up down build pull start stop restart rm create run',
    isSpokenOf: true,
    isNoWord: true,
    substitutes: 'docker',
    runsElsewhere: true,
  },
  {
    names: 'colima',
    subcommands: {},
    looks: 'status list version',
    asks: 'status',
    changes: 'start stop restart delete',
  },
  { names: 'hadolint', hasNoVerbs: true },
];

function chooseOperands({ subcommand, operands }: ShellCommand): OperandChooser {
  if (subcommand === 'build' || subcommand === 'buildx build')
    return (operand) => (operand === operands.length - 1 ? 'path' : 'none');
  if (subcommand === 'cp') return (_, { text }) => (/^[\w.-]+:/.test(text) ? 'none' : 'path');
  return () => 'none';
}
