import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Baresip, HEARD, type BaresipEvent } from '../../src/services/sip/answering-machine/baresip.ts';
import { silenceOf, TELEPHONE_RATE, telephoneWav } from '../../src/services/sip/answering-machine/tones.ts';
import { eventually } from '../kit/eventually.ts';
import { freePort } from '../kit/free-port.ts';

/** A telephone with sound: it calls a slot, or takes calls at its port as `machine`. */
export interface Phone {
  port: number;
  events: BaresipEvent[];
  /** Calls a slot. @param callId which it shows as the edge does */
  call(callId: string, port: number): Promise<void>;
  until(type: string): Promise<BaresipEvent>;
  say(samples: Int16Array): Promise<void>;
  press(key: string): Promise<void>;
  /** Lets the other end wait, or no more. */
  hold(on: boolean): Promise<void>;
  hangUp(): Promise<void>;
  /** The samples of all that it has heard, and of all that it has said. */
  heard(): Promise<Int16Array>;
  said(): Promise<Int16Array>;
  close(): Promise<void>;
}

const NAME = 'phone';
const TAKES = 'sip:machine@127.0.0.1';
const HEADER_BYTES = 44;
const SAYING = 'saying.wav';

/** @param answers whether it answers calls or lets them ring */
export async function openPhone(answers = true): Promise<Phone> {
  const folder = await mkdtemp(join(tmpdir(), 'topline-phone-'));
  const port = await freePort(2);
  const baresip = await Baresip.start({ folder: join(folder, NAME), port, sound: '27000-27999' });
  const events: BaresipEvent[] = [];
  let line = TAKES;
  baresip.hear = (event) => {
    events.push(event);
    if (event.type === 'CALL_INCOMING' && answers) void baresip.tell(line, 'accept');
  };
  const until = (type: string) => eventually(type, async () => events.find((event) => event.type === type));
  const written = async (which: 'dec' | 'enc') => {
    const names = await readdir(join(folder, NAME, HEARD));
    const name = names.find((each) => each.endsWith(`-${which}.wav`));
    if (name === undefined) return new Int16Array();
    return samplesOf(await Bun.file(join(folder, NAME, HEARD, name)).bytes());
  };
  return {
    port,
    events,
    until,
    call: async (callId, to) => {
      line = `sip:${callId}@127.0.0.1`;
      const silent = 'audio_source=aufile,silence.wav;audio_player=aubridge,unheard';
      await baresip.tell(TAKES, 'uanew', `"machine-${callId}" <${line}>;regint=0;${silent}`);
      await baresip.tell(line, 'dial', `sip:machine@127.0.0.1:${to}`);
    },
    say: async (samples) => {
      await Bun.write(join(folder, NAME, SAYING), telephoneWav(samples, silenceOf(60)));
      await baresip.tell(line, 'ausrc', `aufile,${SAYING}`);
    },
    press: async (key) => void (await baresip.tell(line, 'sndcode', key)),
    hold: async (on) => {
      const answers = () => events.filter(({ type }) => type === 'CALL_REMOTE_SDP').length;
      const before = answers();
      await baresip.tell(line, on ? 'hold' : 'resume');
      await eventually('it is agreed', async () => answers() > before);
    },
    hangUp: async () => void (await baresip.tell(line, 'hangup')),
    heard: () => written('dec'),
    said: () => written('enc'),
    close: async () => {
      baresip.close();
      await baresip.ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The samples of a WAV file, also of one that is still written. */
export const samplesOf = (wav: Uint8Array = new Uint8Array()): Int16Array =>
  new Int16Array(wav.slice(HEADER_BYTES).buffer, 0, Math.max(0, Math.floor((wav.length - HEADER_BYTES) / 2)));

/** How long a pitch sounds, in seconds: the slices of 50 ms in which it is loud. */
export function secondsOfTone(samples: Int16Array, hertz: number): number {
  const slice = TELEPHONE_RATE / 20;
  let slices = 0;
  for (let start = 0; start + slice <= samples.length; start += slice) {
    let [even, odd] = [0, 0];
    for (let at = start; at < start + slice; at += 1) {
      const angle = (2 * Math.PI * hertz * at) / TELEPHONE_RATE;
      const height = (samples[at] ?? 0) / 32_768;
      even += height * Math.cos(angle);
      odd += height * Math.sin(angle);
    }
    if ((2 * Math.hypot(even, odd)) / slice > 0.1) slices += 1;
  }
  return slices / 20;
}

/** Waits until a pitch was heard, or said, so long. */
export const untilTone = (
  samples: () => Promise<Int16Array>,
  { hertz, seconds }: { hertz: number; seconds: number },
): Promise<boolean> =>
  eventually(`${seconds} s of ${hertz} Hz`, 30_000, async () => secondsOfTone(await samples(), hertz) > seconds);
