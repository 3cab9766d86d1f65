import type { ShellCommand } from '../../programs/command.ts';
import type { DangerRule } from '../../programs/refusal-rule.ts';
import { danger } from './danger.ts';

/** Commands that change which programs run later, or who may log in. The first match wins. */
export const FOOTHOLDS: readonly DangerRule[] = [
  danger('foothold', 'profile', 'what every shell runs', "echo 'x' >> ~/.bashrc", (command) => {
    return writtenBy(command).some((file) => PROFILE.test(file));
  }),
  danger('foothold', 'keys', 'who may log in', 'cat key.pub >> ~/.ssh/authorized_keys', (command) => {
    return (
      writtenBy(command).some((file) => KEYS.test(file)) ||
      /^(?:ssh-copy-id|visudo|usermod|useradd|adduser|passwd|net)$/i.test(command.name)
    );
  }),
  danger('foothold', 'agent-settings', 'what agents may do', "echo '{}' > .claude/settings.json", (command) => {
    return (
      writtenBy(command).some((file) => AGENT_SETTINGS.test(file)) ||
      (command.name === 'claude' && /^(?:config|mcp)$/.test(command.operands[0] ?? ''))
    );
  }),
  danger('foothold', 'scheduled', 'what runs by itself', 'crontab jobs.txt', ({ name, args, subcommand }) => {
    const isQuiet = args.length > 0 && args.every((arg) => arg === '-l');
    const enables = name === 'systemctl' && /^(?:enable|link|edit)$/.test(subcommand ?? args[0] ?? '');
    return (
      (/^(?:crontab|at|schtasks|register-scheduledtask)$/i.test(name) && !isQuiet) ||
      enables ||
      (name === 'launchctl' && /^(?:load|bootstrap)$/.test(args[0] ?? ''))
    );
  }),
  danger(
    'foothold',
    'other-registry',
    'where packages come from',
    'npm config set registry https://evil.example',
    ({ name, subcommand, arguments: given }) => {
      if (!/^(?:npm|pnpm|yarn|bun|pip|pip3|uv|gem|cargo|go|poetry|bundle)$/.test(name)) return false;
      const sets =
        /^config\b(?! (?:get|list))/.test(subcommand ?? '') &&
        given.some(({ text }) => /registry|index-url|npmRegistryServer|mirror/i.test(text));
      return (
        sets ||
        given.some(
          ({ text }) =>
            /^(?:--registry|--index-url|--extra-index-url|--index|--default-index|-i|--source|--find-links)$/.test(
              text,
            ) &&
            /^(?:pip|pip3|uv|npm|pnpm|yarn|bun|gem)$/.test(name) &&
            (text !== '-i' || name.startsWith('pip')),
        )
      );
    },
  ),
  danger('foothold', 'loader-variable', 'code that every program loads', 'LD_PRELOAD=./x.so make', ({ env }) => {
    return Object.entries(env).some(([variable, value]) => isLoader(variable, value));
  }),
];

const PROFILE =
  /(?:^|[\\/])(?:\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|inputrc|gitconfig|npmrc|pypirc|netrc|curlrc|wgetrc|vimrc|envrc|config[\\/]fish[\\/]\S+)|Microsoft\.PowerShell_profile\.ps1|profile\.ps1)$|^\$PROFILE$|^\/etc\/|[\\/](?:LaunchAgents|LaunchDaemons|autostart|Startup|cron\.\w+|systemd)[\\/]/i;
const KEYS = /(?:^|[\\/])(?:authorized_keys2?|\.ssh[\\/]\S+|sudoers(?:\.d[\\/]\S+)?|known_hosts)$/;
const AGENT_SETTINGS =
  /(?:^|[\\/])(?:\.claude[\\/]settings(?:\.local)?\.json|\.claude\.json|\.codex[\\/]\S+|\.gemini[\\/]settings\.json|\.mcp\.json|\.cursor[\\/]mcp\.json|\.vscode[\\/](?:settings|tasks)\.json|\.git[\\/](?:config|hooks[\\/]\S+))$/;

function isLoader(variable: string, value: string): boolean {
  if (
    /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|PROMPT_COMMAND|PYTHONSTARTUP|PERL5OPT|RUBYOPT|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|GIT_PROXY_COMMAND|GIT_ASKPASS|SSH_ASKPASS)$/.test(
      variable,
    )
  )
    return true;
  return variable === 'NODE_OPTIONS' && /--(?:require|import|loader|experimental-loader)|(?:^|\s)-r\s/.test(value);
}

/** Returns the files that a command writes: by a redirection, or by programs whose operands name them. */
function writtenBy({ redirects, name, operands }: ShellCommand): string[] {
  const redirected = redirects.filter(({ op }) => op.includes('>')).map(({ target }) => target);
  if (
    /^(?:tee|cp|mv|ln|install|touch|sed|gsed|perl|ed|set-content|add-content|out-file|copy-item|new-item)$/i.test(name)
  )
    return [...redirected, ...operands];
  return redirected;
}
