import type { Program } from './program.ts';

/** Kubernetes, and clusters on this machine. */
export const kubernetesPrograms: readonly Program[] = [
  {
    names: 'kubectl',
    aliases: 'k',
    subcommands: {
      second: 'config rollout set auth certificate top create-token krew',
      values: '-n --namespace --context --kubeconfig --cluster --user -s --server --as',
    },
    valueFlags:
      '-n --namespace --context --kubeconfig -f --filename -l --selector -o --output -c --container --replicas --image -p ' +
      '--patch --type --tail --since --timeout --for -k --kustomize --field-selector --dry-run',
    valueFlagsOf: {
      logs: '-n --namespace --context --kubeconfig -c --container -l --selector --tail --since --since-time',
    },
    pathFlags: '-f -k --filename --kustomize',
    operands: 'no-paths',
    starts: [
      {
        lead: 'exec',
        values: '-n --namespace -c --container --context --kubeconfig --cluster',
        positionals: 1,
        dashes: true,
      },
    ],
    looks:
      'get describe logs top explain version cluster-info api-resources api-versions events diff top/* config/view ' +
      'config/get-contexts config/current-context config/get-clusters auth/can-i auth/whoami rollout/status rollout/history',
    asks: 'diff auth/can-i wait rollout/status',
    printsTexts: true,
    changes:
      'apply create delete scale patch edit label annotate expose run port-forward cordon drain replace config/use-context ' +
      'config/set-context rollout/restart rollout/undo set/image',
    installs: [{ ecosystem: 'tools', verbs: 'plugin install, krew install' }],
    causes: [
      {
        id: 'kubectl.resource',
        kind: 'bad-argument',
        has: 'Error from server (NotFound)',
        line: /Error from server \(NotFound\): (?<subject>.+) not found/,
        strict: true,
      },
      {
        id: 'kubectl.type',
        kind: 'bad-argument',
        has: "doesn't have a resource type",
        line: /doesn't have a resource type "(?<subject>[^"]+)"/,
        strict: true,
      },
    ],
    isSpokenOf: true,
    isNoWord: true,
    guardedInProse: true,
    runsElsewhere: true,
  },
  {
    names: 'oc',
    subcommands: { second: 'config rollout set auth adm', values: '-n --namespace --context --kubeconfig' },
    operands: 'no-paths',
    starts: [{ lead: 'exec', values: '-n --namespace -c --container', positionals: 1, dashes: true }],
    looks: 'get describe logs status version whoami explain',
  },
  { names: 'kubectx', isNoWord: true },
  {
    names: 'minikube',
    subcommands: { second: 'addons config image profile service', values: '-p --profile' },
    looks: 'status ip logs version',
    asks: 'status',
    changes: 'start stop delete addons/enable',
  },
  {
    names: 'kind',
    subcommands: { second: '*', single: 'version' },
    changes: 'create/cluster delete/cluster load/docker-image',
  },
  { names: 'k3d', subcommands: { second: '*', single: 'version' } },
  {
    names: 'helm',
    subcommands: {
      second: 'repo dependency dep plugin registry get show search',
      values: '-n --namespace --kube-context --kubeconfig',
    },
    valueFlags:
      '-n --namespace -f --values --set --set-string --set-file --version --kube-context --timeout --repo --kubeconfig',
    pathFlags: '-f',
    operands: 'no-paths',
    looks: 'list ls status history version env get/* show/* search/* repo/list dependency/list template',
    changes:
      'install upgrade uninstall rollback repo/add repo/update dependency/update dependency/build dep/update plugin/install',
    installs: [{ ecosystem: 'tools', verbs: 'plugin install, krew install' }],
    isNoWord: true,
    guardedInProse: true,
  },
];
