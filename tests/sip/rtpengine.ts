import { eventually } from '../kit/eventually.ts';
import { freeSipPort } from './edge.ts';
import { startProgram } from './program.ts';

/** The real rtpengine, in user space. */
export interface Rtpengine {
  /** Where it takes commands, as the setting `RTPENGINE` has it. */
  address: string;
  stop(): Promise<void>;
}

/** Its ports for sound are 40000 to 41000. */
export async function startRtpengine(): Promise<Rtpengine> {
  const control = await freeSipPort();
  const child = startProgram(
    // prettier-ignore
    ['rtpengine', '--foreground', '--table=-1', '--interface=127.0.0.1', `--listen-ng=127.0.0.1:${control}`, '--port-min=40000', '--port-max=41000', '--num-threads=2', '--log-stderr', '--log-level=3'],
  );
  await eventually('rtpengine answers', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const socket = await Bun.udpSocket({
      socket: { data: () => resolve(true), error: () => resolve(false) },
    });
    socket.send('1 d7:command4:pinge', control, '127.0.0.1');
    const isThere = await Promise.race([promise, Bun.sleep(500).then(() => false)]);
    socket.close();
    return isThere;
  });
  return {
    address: `udp:127.0.0.1:${control}`,
    stop: async () => {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}
