import { eventually } from '../kit/eventually.ts';
import { freePort } from '../kit/free-port.ts';
import { startProgram } from './program.ts';

/** The real rtpengine, in user space. */
export interface Rtpengine {
  /** Where it takes commands, as the setting `RTPENGINE` has it. */
  address: string;
  /** The first of its ports for sound, and the one after the last. */
  ports: readonly [number, number];
  /** How many calls it carries sound for. */
  calls(): Promise<number>;
  /** It answers nothing any more. */
  freeze(): void;
  stop(): Promise<void>;
}

/** It has a hundred ports of its own for sound: several may run beside each other. */
export async function startRtpengine({ recordings }: { recordings?: string } = {}): Promise<Rtpengine> {
  const control = await freePort();
  const first = await freePort(100);
  const child = startProgram(
    // prettier-ignore
    ['rtpengine', '--config-file=none', '--foreground', '--table=-1', '--interface=127.0.0.1', `--listen-ng=127.0.0.1:${control}`, `--port-min=${first}`, `--port-max=${first + 99}`, '--num-threads=2', '--delete-delay=0', '--timeout=20', '--log-stderr', '--log-level=3', ...(recordings ? [`--recording-dir=${recordings}`] : [])],
  );
  const ask = (command: string) =>
    eventually('rtpengine answers', async () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const socket = await Bun.udpSocket({
        socket: { data: (_socket, bytes) => resolve(bytes.toString()), error: () => resolve('') },
      });
      // Its "ng" protocol: a word that its answer repeats, and a bencoded dictionary.
      socket.send(`${crypto.randomUUID()} d7:command${command.length}:${command}e`, control, '127.0.0.1');
      const answer = await Promise.race([promise, Bun.sleep(500).then(() => '')]);
      socket.close();
      return answer || null;
    });
  await ask('ping');
  return {
    address: `udp:127.0.0.1:${control}`,
    ports: [first, first + 100],
    calls: async () => Number(/sessionsowni(\d+)e/.exec(await ask('statistics'))?.[1]),
    freeze: () => child.kill('SIGSTOP'),
    stop: async () => {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}
