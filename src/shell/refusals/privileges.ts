import type { ShellCommand } from '../../programs/command.ts';
import type { DangerRule } from '../../programs/refusal-rule.ts';
import { wordSet } from '../../shared/word-set.ts';
import { isBroad } from './broad-path.ts';
import { danger } from './danger.ts';

/** Commands that take more rights than the work needs. The first match wins. */
export const PRIVILEGES: readonly DangerRule[] = [
  danger('privilege', 'sudo', 'the rights of the administrator', 'sudo make install', ({ wrappers, name }) => {
    return (
      wrappers.some((wrapper) => /^(?:sudo|doas|runas|gsudo|pkexec)\b/.test(wrapper)) ||
      PRIVILEGED.has(name.toLowerCase())
    );
  }),
  danger(
    'privilege',
    'elevated',
    'the rights of the administrator',
    'Start-Process cmd -Verb RunAs',
    ({ name, args }) => {
      return /^(?:start-process|saps|start)$/i.test(name) && args.some((arg) => /^runas$/i.test(arg));
    },
  ),
  danger(
    'privilege',
    'privileged-container',
    'the rights of the host',
    'docker run --privileged -v /:/host alpine',
    (command) => {
      return (
        isContainer(command) &&
        command.arguments.some(({ text, value }) =>
          PRIVILEGED_FLAGS.test(value === undefined ? text : `${text}=${value}`),
        )
      );
    },
  ),
  danger(
    'privilege',
    'host-mount',
    'the files of the host',
    'docker run -v /var/run/docker.sock:/var/run/docker.sock alpine',
    (command) => {
      return (
        isContainer(command) &&
        [...command.args, ...command.arguments.map(({ value = '' }) => value)].some((arg) => HOST_MOUNT.test(arg))
      );
    },
  ),
  danger('privilege', 'owner', 'the owner of files', 'chown -R root /', ({ name, operands }) => {
    return (
      /^(?:chown|chgrp|takeown|icacls|setfacl)$/i.test(name) &&
      (operands.some(isBroad) || /^(?:takeown|icacls)$/i.test(name))
    );
  }),
];

const PRIVILEGED = wordSet('sudo su doas runas gsudo pkexec run0 nsenter chroot setcap');
const PRIVILEGED_FLAGS =
  /^--(?:privileged(?:=true)?|(?:pid|ipc|uts|userns|network|net)=host|cap-add=(?:all|sys_\w+|net_admin)|security-opt=\S*(?:unconfined|disable)|device=\S+)$/i;
const HOST_MOUNT =
  /^(?:[A-Za-z]:[\\/]?:|\/:|~\/?:|\$HOME\/?:|\/(?:etc|root|home|var|usr|boot|proc|sys|dev)(?:\/[\w.-]*)?:)|docker\.sock|(?:^|,)(?:source|src)=(?:\/|~|\$HOME)(?:,|$)/;

function isContainer({ name, runner }: ShellCommand): boolean {
  return (
    /^(?:docker|podman|nerdctl|docker-compose|ctr|kubectl)$/.test(name) ||
    runner.some((word) => /^(?:docker|podman|nerdctl|docker-compose)$/.test(word))
  );
}
