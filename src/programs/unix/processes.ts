import type { Program } from '../program.ts';

/** Processes and services. */
export const unixProcesses: readonly Program[] = [
  { names: 'ps', valueFlags: '-o -p -u -C -t --sort', operands: 'no-paths', looks: true, asks: true },
  { names: 'top htop jobs nproc uptime', looks: true },
  { names: 'pgrep', valueFlags: '-u -t -g -P', operands: 'no-paths', looks: true, asks: true },
  { names: 'pidof', looks: true, asks: true },
  { names: 'lsof', valueFlags: '-i -p -u -c -s', operands: 'no-paths', looks: true, asks: true },
  { names: 'fuser', asks: true },
  { names: 'kill', valueFlags: '-s -n', operands: 'no-paths', asksWith: { '': '-0' }, changes: true },
  { names: 'pkill', valueFlags: '-u -t -g -P -s --signal', operands: 'no-paths', changes: true },
  { names: 'killall service', operands: 'no-paths', changes: true },
  { names: 'free', hasOtherH: true, looks: true },
  { names: 'nohup', wraps: {}, changes: true, guardedInProse: true },
  {
    names: 'systemctl',
    subcommands: {},
    operands: 'no-paths',
    looks: 'status is-active is-enabled is-failed list-units list-unit-files show cat list-timers',
    asks: 'is-active is-enabled is-failed status is-system-running',
    changes: 'start stop restart reload enable disable daemon-reload',
    guardedInProse: /systemctl|crontab/,
  },
  { names: 'launchctl', subcommands: {}, operands: 'no-paths', looks: 'list print', asks: 'list print', changes: true },
  {
    names: 'tmux',
    subcommands: {},
    valueFlags: '-L -S -f -s -t -n -c -x -y',
    operands: 'no-paths',
    looks: 'ls list-sessions list-windows list-panes capture-pane has-session display-message',
    asks: 'has-session',
    changes: 'new new-session kill-session kill-server send-keys',
    isNoWord: true,
  },
  { names: 'screen', subcommands: {} },
];
