import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { every, type Repeating } from '../../../platform/kit/every.ts';
import type { ToplineClient } from './topline-client.ts';

const SUFFIX = '.wav';
const INTERVAL_MS = 5000;

/** Recordings that Topline does not have yet. They lie in a folder, so that they outlive the program. */
export class Outbox {
  readonly #folder: string;
  readonly #topline: ToplineClient;
  readonly #log: Logger;
  #chore: Repeating | null = null;

  constructor({ folder, topline, log }: { folder: string; topline: ToplineClient; log: Logger }) {
    this.#folder = folder;
    this.#topline = topline;
    this.#log = log;
  }

  /** Sends what is there, and again what could not be sent. */
  async start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const rhythm = { name: 'recordings', intervalMs: INTERVAL_MS, firstAfterMs: 0 };
    this.#chore = every(this.#log, rhythm, () => this.#sendAll());
  }

  /** Keeps a recording, which is to be sent. */
  async keep(callId: string, wav: Uint8Array): Promise<void> {
    const part = join(this.#folder, `${callId}.part`);
    await Bun.write(part, wav, { mode: 0o600 });
    await rename(part, join(this.#folder, callId + SUFFIX));
  }

  /** Sends one that is kept. @returns false where that has to be tried again, which it will be */
  async send(callId: string): Promise<boolean> {
    const path = join(this.#folder, callId + SUFFIX);
    const file = Bun.file(path);
    // Sent meanwhile.
    if (!(await file.exists())) return true;
    const outcome = await this.#topline.upload(callId, await file.bytes());
    if (outcome === 'later') return false;
    if (outcome === 'refused') this.#log.error({ callId }, 'Topline does not take a recording');
    await rm(path, { force: true });
    return true;
  }

  async stop(): Promise<void> {
    await this.#chore?.stop();
  }

  async #sendAll(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith(SUFFIX));
    for (const name of names) {
      // Where one cannot be sent now, the others cannot either.
      if (!(await this.send(name.slice(0, -SUFFIX.length)))) return;
    }
  }
}
