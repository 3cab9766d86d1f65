import type { DangerRule } from '../../programs/refusal-rule.ts';
import { danger } from './danger.ts';

/** Commands that remove or avoid traces of their work. The first match wins. */
export const TRACES: readonly DangerRule[] = [
  danger('traces', 'history-off', 'the history of the shell', 'unset HISTFILE', ({ name, operands, args, env }) => {
    const unsets =
      /^(?:unset|export|declare)$/.test(name) &&
      operands.some((operand) => /^HIST(?:FILE|SIZE|FILESIZE|CONTROL)(?:=|$)/.test(operand));
    const clears = name === 'history' && args.some((arg) => /^-\w*[cw]/.test(arg));
    const turnsOff = name === 'set' && operands.includes('history') && operands.includes('+o');
    return (
      unsets ||
      clears ||
      turnsOff ||
      Object.entries(env).some(
        ([variable, value]) => variable === 'HISTFILE' || (variable === 'HISTSIZE' && value === '0'),
      ) ||
      /^(?:clear-history)$/i.test(name)
    );
  }),
  danger('traces', 'logs', 'the logs', 'truncate -s 0 ~/.bash_history', ({ name, args }) => {
    const removes =
      /^(?:rm|shred|truncate|unlink)$/.test(name) &&
      args.some((arg) => /(?:^\/var\/log|\.bash_history|\.zsh_history)/.test(arg));
    return (
      removes ||
      /^(?:auditctl|wevtutil|clear-eventlog)$/i.test(name) ||
      (name === 'journalctl' && args.some((arg) => arg.startsWith('--vacuum')))
    );
  }),
];
