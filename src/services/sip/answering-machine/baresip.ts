import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Socket } from 'bun';
import { z } from 'zod';
import { NetstringReader, netstringOf } from './netstrings.ts';
import { parseJson } from '../../../platform/kit/parse-json.ts';
import { silenceOf, telephoneWav } from './tones.ts';

/** The two lines of a slot: one for who calls it, one to call somebody for them. */
export const CALLER_LINE = 'sip:machine@127.0.0.1';
export const CALLED_LINE = 'sip:out@127.0.0.1';

/** A virtual device: what one line plays there, the other takes as its source. */
export const bridgeOf = (name: string): string => `aubridge,${name}`;

/** In the folder of a slot: what its caller hears while there is nothing to hear. */
export const SILENCE = 'silence.wav';
/** How long that is, in seconds. At its end baresip would hang up. */
export const SILENCE_SECONDS = 60;
/** In the folder of a slot: where baresip writes what it hears and says. Where it is missing, it writes nothing. */
export const HEARD = 'heard';

/** How long it may take to start on a machine that has much to do. */
const START_MS = 20_000;
const TRY_AGAIN_MS = 50;

const eventSchema = z.object({
  event: z.literal(true),
  type: z.string(),
  accountaor: z.string().optional(),
  peerdisplayname: z.string().optional(),
  param: z.string().optional(),
});
/** An event of baresip: a call came, began or ended, a key was pressed. */
export type BaresipEvent = z.infer<typeof eventSchema>;
const answerSchema = z.object({ response: z.literal(true), ok: z.boolean(), data: z.string(), token: z.string() });

export interface BaresipSettings {
  /** Its own, and where it runs: its names for files and devices are short. */
  folder: string;
  /** Where it takes calls on 127.0.0.1, over UDP. It uses the same and the next port for TCP as well. */
  port: number;
  /** UDP ports for sound, like `20040-20199`. */
  sound: string;
}

/** One process of Debian's baresip, which is told what to do over a loopback connection. */
export class Baresip {
  /** Resolves when the process has ended, whatever ended it. */
  readonly ended: Promise<void>;
  /** Gets its events. */
  hear: (event: BaresipEvent) => void = () => {};
  readonly #waiting = new Map<string, (answer: string | null) => void>();
  #count = 0;

  private constructor(
    private readonly child: Bun.Subprocess,
    private readonly socket: Socket,
  ) {
    this.ended = child.exited.then(() => this.close());
  }

  /**
   * Starts it and waits until it can be told something.
   * @throws where it ends at once, or does not answer
   */
  static async start(settings: BaresipSettings): Promise<Baresip> {
    const control = freePort();
    await writeConfiguration(settings, control);
    // It ends with the machine, however that ends.
    const child = Bun.spawn(['setpriv', '--pdeathsig', 'KILL', 'baresip', '-f', '.'], {
      cwd: settings.folder,
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    });
    const reader = new NetstringReader();
    let take: (text: string) => void = () => {};
    let close = () => {};
    const until = Date.now() + START_MS;
    for (;;) {
      if (child.exitCode !== null || Date.now() > until) {
        child.kill('SIGKILL');
        throw new Error(`baresip did not start at port ${settings.port}`);
      }
      try {
        const socket = await Bun.connect({
          hostname: '127.0.0.1',
          port: control,
          socket: {
            data: (_socket, bytes) => {
              for (const text of reader.read(bytes)) take(text);
            },
            close: () => close(),
          },
        });
        const baresip = new Baresip(child, socket);
        take = (text) => baresip.#take(text);
        close = () => baresip.close();
        // A call that came before nobody would know of.
        await baresip.tell(CALLER_LINE, 'hangup');
        return baresip;
      } catch {
        // It does not listen yet.
        await Bun.sleep(TRY_AGAIN_MS);
      }
    }
  }

  /**
   * Tells one of its lines to do something.
   * @returns its words, or null where it could not do it
   */
  tell(line: string, command: string, params?: string): Promise<string | null> {
    // Commands are for the line that was named last: both go in one piece.
    void this.#send('uafind', line);
    return this.#send(command, params);
  }

  /** Ends it at once. */
  close(): void {
    this.child.kill('SIGKILL');
    this.socket.end();
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }

  #send(command: string, params?: string): Promise<string | null> {
    if (this.child.exitCode !== null || this.child.killed) return Promise.resolve(null);
    const token = String((this.#count += 1));
    const { promise, resolve } = Promise.withResolvers<string | null>();
    this.#waiting.set(token, resolve);
    this.socket.write(netstringOf(JSON.stringify({ command, params, token })));
    return promise;
  }

  #take(text: string): void {
    const message = parseJson(text);
    const answer = answerSchema.safeParse(message).data;
    if (answer) {
      this.#waiting.get(answer.token)?.(answer.ok ? answer.data : null);
      this.#waiting.delete(answer.token);
      return;
    }
    const event = eventSchema.safeParse(message).data;
    if (event) this.hear(event);
  }
}

async function writeConfiguration({ folder, port, sound }: BaresipSettings, control: number) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, HEARD), { recursive: true, mode: 0o700 });
  const config = [
    `sip_listen 127.0.0.1:${port}`,
    `ctrl_tcp_listen 127.0.0.1:${control}`,
    `rtp_ports ${sound}`,
    'call_local_timeout 30',
    'call_max_calls 1',
    // It has sounds of its own, which it would play: here are none.
    'audio_path .',
    'ringback_disabled yes',
    'menu_bell no',
    'statmode_default off',
    'module_path /usr/lib/baresip/modules',
    'module g711.so',
    'module aufile.so',
    'module aubridge.so',
    'module sndfile.so',
    `snd_path ${HEARD}`,
    'module_app account.so',
    'module_app menu.so',
    'module_app ctrl_tcp.so',
  ];
  const either = 'regint=0;answermode=manual;audio_codecs=pcma,pcmu';
  const accounts = [
    `<${CALLER_LINE}>;${either};audio_source=aufile,${SILENCE};audio_player=${bridgeOf('unheard')}`,
    `<${CALLED_LINE}>;${either};audio_source=aufile,${SILENCE};audio_player=${bridgeOf('unsaid')}`,
  ];
  const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');
  await Bun.write(join(folder, 'config'), lines(config));
  await Bun.write(join(folder, 'accounts'), lines(accounts));
  await Bun.write(join(folder, 'contacts'), '');
  await Bun.write(join(folder, SILENCE), telephoneWav(silenceOf(SILENCE_SECONDS)));
}

/** A TCP port that is free now. Where another program takes it first, baresip is started again with another. */
function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}
