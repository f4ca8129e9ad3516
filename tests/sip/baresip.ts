import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Credentials } from '../api/trunks/digest.ts';
import { freePort } from '../kit/free-port.ts';
import { startProgram } from './program.ts';

/** A telephone that people have. */
export interface Baresip {
  port: number;
  /** It does nothing any more; its connections stay. */
  freeze(): void;
  /** It is gone at once, and says goodbye to nobody. */
  kill(): Promise<void>;
}

/**
 * Starts baresip with the credentials of a trunk: it registers, and calls if it is told to.
 * @param dials the address that it calls
 * @param account more of its account's settings, like `mediaenc=srtp`
 */
export async function startBaresip(
  { credentials: { username, secret }, edgePort }: { credentials: Credentials; edgePort: number },
  { transport = 'udp', dials, account = '' }: { transport?: string; dials?: string; account?: string } = {},
): Promise<Baresip> {
  const folder = await mkdtemp(join(tmpdir(), 'topline-baresip-'));
  // It also listens at the port behind its own.
  const port = await freePort(2);
  const config = [
    `sip_listen 127.0.0.1:${port}`,
    'audio_source aubridge,nobody',
    'audio_player aubridge,nobody',
    'module_path /usr/lib/baresip/modules',
    ...['g711', 'aubridge', 'srtp'].map((name) => `module ${name}.so`),
    ...['account', 'menu'].map((name) => `module_app ${name}.so`),
    '',
  ];
  await Bun.write(join(folder, 'config'), config.join('\n'));
  const address = `sip:${username}@127.0.0.1:${edgePort};transport=${transport}`;
  await Bun.write(
    join(folder, 'accounts'),
    `<${address}>;auth_user=${username};auth_pass=${secret};regint=600;${account}\n`,
  );
  await Bun.write(join(folder, 'contacts'), '');
  const child = startProgram([...['baresip', '-f', folder], ...(dials === undefined ? [] : ['-e', `/dial ${dials}`])]);
  return {
    port,
    freeze: () => child.kill('SIGSTOP'),
    kill: async () => {
      child.kill('SIGKILL');
      await child.exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
