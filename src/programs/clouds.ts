import type { Program } from './program.ts';

/** Command lines of clouds. */
export const cloudsPrograms: readonly Program[] = [
  {
    names: 'aws',
    subcommands: { second: '*', values: '--profile --region --output --endpoint-url --query' },
    valueFlags:
      '--profile --region --output --query --endpoint-url --bucket --key --body --function-name --stack-name --cli-input-json',
    operands: 'no-paths',
    looks: 's3/ls sts/get-caller-identity configure/list logs/tail',
    looksIf: ({ subcommand }) => / (?:describe|list|get|head|batch-get|filter)-/.test(subcommand ?? ''),
    changes: 'sso/login configure/set s3/cp s3/sync s3/mb ecr/get-login-password eks/update-kubeconfig',
    isNoWord: true,
  },
  {
    names: 'aws-vault',
    starts: [{ lead: 'exec', values: '-d --duration -n --no-session', positionals: 1, dashes: true }],
  },
  {
    names: 'az',
    subcommands: {
      second: '*',
      single: 'login logout version upgrade',
      third: 'aks acr vm network webapp functionapp storage keyvault ad sql',
      values: '--subscription',
    },
    operands: 'no-paths',
    looksIf: ({ subcommand }) => /(?:list|describe|show|get-value|info)$/.test(subcommand ?? ''),
    changes: 'login aks/get-credentials',
  },
  {
    names: 'gcloud',
    subcommands: {
      second: '*',
      single: 'init info version',
      third: 'compute container iam sql secrets artifacts services projects functions builds',
      values: '--project --account --configuration',
    },
    operands: 'no-paths',
    looksIf: ({ subcommand }) => /(?:list|describe|show|get-value|info)$/.test(subcommand ?? ''),
    changes: 'auth/login auth/application-default auth/configure-docker config/set init components/install',
    isNoWord: true,
  },
  { names: 'gsutil', subcommands: { values: '-o' }, looks: 'ls cat stat du' },
];
