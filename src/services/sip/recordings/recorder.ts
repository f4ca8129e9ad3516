import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { LANGUAGES } from '../../../../db/enums.ts';
import { every, type Repeating } from '../../../platform/kit/every.ts';
import { writeWav } from '../../../platform/kit/wav.ts';
import type { ToplineClient } from '../answering-machine/topline-client.ts';
import { TELEPHONE_RATE } from '../answering-machine/tones.ts';
import { PART_SECONDS } from './contract.ts';
import { readPcap } from './read-pcap.ts';

const INTERVAL_MS = 5000;
const PART = PART_SECONDS * TELEPHONE_RATE;
/** The edge names the call as the last thing in the file that rtpengine writes about it. */
const NAMES_CALL = /^(\/.+\.pcap)$[^]*^([0-9a-f]{8}-[0-9a-f-]{27})\s*$/m;

/**
 * Sends what rtpengine recorded to Topline, and keeps the announcements beside it that it plays. A file is there until
 * Topline has it, so that it outlives this program.
 */
export class Recorder {
  #chore: Repeating | null = null;

  /** @param folder rtpengine's, for recordings */
  constructor(private readonly parts: { folder: string; topline: ToplineClient; log: Logger }) {}

  start(): void {
    const rhythm = { name: 'call recordings', intervalMs: INTERVAL_MS, firstAfterMs: 0 };
    this.#chore = every(this.parts.log, rhythm, async () => {
      await this.#fetchAnnouncements();
      await this.#sendAll();
    });
  }

  async stop(): Promise<void> {
    await this.#chore?.stop();
  }

  /** Those that are there stay: an operator may put others in their place. */
  async #fetchAnnouncements(): Promise<void> {
    const folder = join(this.parts.folder, 'announcements');
    await mkdir(folder, { recursive: true });
    const present = await readdir(folder);
    for (const language of LANGUAGES.filter((each) => !present.includes(`${each}.wav`))) {
      const sound = await this.parts.topline.fetchSound(`/api/sip/announcements/${language}`);
      if (!sound) continue;
      const part = join(folder, `${language}.part`);
      await Bun.write(part, sound, { mode: 0o644 });
      await rename(part, join(folder, `${language}.wav`));
    }
  }

  /** rtpengine writes about a recording once its call is over. */
  async #sendAll(): Promise<void> {
    const folder = join(this.parts.folder, 'metadata');
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      const about = join(folder, name);
      const [, pcap, callId] = NAMES_CALL.exec(await Bun.file(about).text()) ?? [];
      if (pcap === undefined || callId === undefined) continue;
      // Where one cannot be sent now, the others cannot either.
      if (!(await this.#send(callId, pcap))) return;
      await rm(pcap, { force: true });
      await rm(about, { force: true });
    }
  }

  /** @returns false where that has to be tried again */
  async #send(callId: string, pcap: string): Promise<boolean> {
    const file = Bun.file(pcap);
    const sound = (await file.exists()) ? readPcap(await file.bytes()) : null;
    if (!sound) {
      this.parts.log.error({ callId, pcap }, 'a recording is no capture of sound');
      return true;
    }
    for (let part = 0; part * PART < sound.length; part++) {
      const samples = sound.subarray(part * PART, (part + 1) * PART);
      const path = `/api/sip/calls/${callId}/recordings/${part}`;
      const outcome = await this.parts.topline.put(path, writeWav({ rate: TELEPHONE_RATE, samples }));
      if (outcome === 'later') return false;
      if (outcome === 'refused') this.parts.log.error({ callId, part }, 'Topline does not take a recording');
    }
    return true;
  }
}
