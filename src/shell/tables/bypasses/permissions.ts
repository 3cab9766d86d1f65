import type { BypassRule } from '../refusal-rule.ts';
import { wordSet } from '../word-set.ts';

/** Ways around permissions and prompts for them. */
export const PERMISSION_BYPASSES: readonly BypassRule[] = [
  {
    id: 'chmod-all',
    group: 'permissions',
    why: 'file permissions',
    sample: 'chmod -R 777 data',
    programs: wordSet('chmod'),
    operand: /^(?:[0-7]?777|[0-7]?666|(?:a|o|ugo|go)?[+=]rwx|(?:a|o|ugo|go)[+=][rx]*w[rx]*|[ugo]*\+[rwx]*s)$/,
  },
  {
    id: 'dangerously',
    group: 'permissions',
    why: 'permission prompts',
    sample: 'claude --dangerously-skip-permissions -p x',
    flag: /^--(?:dangerously-\w[\w-]*|allow-dangerously-[\w-]+|yolo|full-auto|trust-all-tools|no-sandbox|disable-sandbox|allow-all-tools)$/i,
  },
  {
    id: 'bypass-permissions',
    group: 'permissions',
    why: 'permission prompts',
    sample: 'claude --permission-mode bypassPermissions -p x',
    flags: wordSet('--permission-mode'),
    operand: /^bypassPermissions$/i,
  },
  {
    id: 'system-packages',
    group: 'permissions',
    why: 'the system Python',
    sample: 'pip install --break-system-packages x',
    programs: wordSet('pip'),
    flags: wordSet('--break-system-packages'),
  },
  {
    id: 'execution-policy',
    group: 'permissions',
    why: 'the execution policy',
    sample: 'powershell -Command "Set-ExecutionPolicy Bypass"',
    programs: wordSet('set-executionpolicy powershell pwsh'),
    operand: /^(?:bypass|unrestricted)$/i,
  },
  {
    id: 'quarantine',
    group: 'permissions',
    why: 'Gatekeeper',
    sample: 'xattr -d com.apple.quarantine app',
    programs: wordSet('xattr spctl csrutil setenforce'),
    operand: /^(?:com\.apple\.quarantine|disable|0)$|^$/,
  },
];
