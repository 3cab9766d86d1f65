import type { BypassRule } from '../../programs/refusal-rule.ts';

/** Bypasses of permissions and of the prompts for them. */
export const PERMISSION_BYPASSES: readonly BypassRule[] = [
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
    flags: '--permission-mode',
    operand: /^bypassPermissions$/i,
  },
  {
    id: 'execution-policy',
    group: 'permissions',
    why: 'the execution policy',
    sample: 'powershell -Command "Set-ExecutionPolicy Bypass"',
    programs: 'set-executionpolicy powershell pwsh',
    operand: /^(?:bypass|unrestricted)$/i,
  },
  {
    id: 'quarantine',
    group: 'permissions',
    why: 'Gatekeeper',
    sample: 'xattr -d com.apple.quarantine app',
    programs: 'xattr spctl csrutil setenforce',
    operand: /^(?:com\.apple\.quarantine|disable|0)$|^$/,
  },
];
