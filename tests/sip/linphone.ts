import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Credentials } from '../api/trunks/digest.ts';
import { endingWithUs } from '../kit/ending-with-us.ts';
import { freePort } from '../kit/free-port.ts';

/** A telephone that people have, told what to do as by its keyboard. */
export interface Linphone {
  type(command: string): void;
  stop(): Promise<void>;
}

/** Starts Linphone's command line with the credentials of a trunk: it registers. */
export async function startLinphone({ username, realm, secret }: Credentials, edgePort: number): Promise<Linphone> {
  const folder = await mkdtemp(join(tmpdir(), 'topline-linphone-'));
  await mkdir(join(folder, '.local/share/linphone'), { recursive: true });
  const proxy = `<sip:127.0.0.1:${edgePort}>`;
  const config = [
    ...['[sip]', `sip_port=${await freePort()}`, 'sip_tcp_port=0', 'sip_tls_port=0', 'default_proxy=0'],
    ...['[auth_info_0]', `username=${username}`, `passwd=${secret}`, `realm=${realm}`],
    ...['[proxy_0]', `reg_proxy=${proxy}`, `reg_identity=sip:${username}@${realm}`, 'reg_sendregister=1'],
    ...['[video]', 'automatically_initiate=0', ''],
  ];
  await Bun.write(join(folder, 'linphonerc'), config.join('\n'));
  const child = Bun.spawn(endingWithUs('KILL', ['linphonec', '-c', join(folder, 'linphonerc')]), {
    env: { PATH: process.env.PATH, HOME: folder },
    ...{ stdin: 'pipe', stdout: 'ignore', stderr: 'ignore' },
  });
  const type = (command: string) => {
    void child.stdin.write(`${command}\n`);
    void child.stdin.flush();
  };
  // Machines that run tests have no sound card.
  type('soundcard use files');
  return {
    type,
    stop: async () => {
      child.kill('SIGKILL');
      await child.exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
