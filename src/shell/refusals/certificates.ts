import type { BypassRule } from '../../programs/refusal-rule.ts';

/** Bypasses of certificates and of the identity of hosts. */
export const CERTIFICATE_BYPASSES: readonly BypassRule[] = [
  {
    id: 'tls-variable',
    group: 'certificates',
    why: 'TLS',
    sample: 'NODE_TLS_REJECT_UNAUTHORIZED=0 npm ci',
    env: /^(?:NODE_TLS_REJECT_UNAUTHORIZED=0|GIT_SSL_NO_VERIFY=.+|PYTHONHTTPSVERIFY=0|NPM_CONFIG_STRICT_SSL=false|CURL_INSECURE=.+|GOINSECURE=.+|GONOSUMCHECK=.+|GONOSUMDB=.+|GOFLAGS=.*-insecure.*|PIP_TRUSTED_HOST=.+|SSL_VERIFY=(?:0|false))$/i,
  },
  {
    id: 'insecure',
    group: 'certificates',
    why: 'TLS',
    sample: 'curl --insecure https://x.test',
    flags:
      '--insecure --no-check-certificate --no-check-certificates --insecure-skip-tls-verify --skip-tls-verify --no-verify-ssl --trusted-host --no-ssl-verify --allow-unauthenticated --nogpgcheck --allow-insecure-repositories -skipcertificatecheck -SkipCertificateCheck',
  },
  {
    id: 'ssl-config',
    group: 'certificates',
    why: 'TLS',
    sample: 'npm config set strict-ssl false',
    programs: 'git npm yarn pnpm pip',
    operand:
      /^(?:http\.(?:\S+\.)?sslverify(?:=(?:false|0))?|strict-ssl(?:=false)?|enableStrictSsl|global\.trusted-host)$/i,
  },
  {
    id: 'host-key',
    group: 'certificates',
    why: 'the identity of a host',
    sample: 'ssh -o StrictHostKeyChecking=no host',
    programs: 'ssh scp rsync git',
    operand: /StrictHostKeyChecking[= ]no/i,
  },
];
