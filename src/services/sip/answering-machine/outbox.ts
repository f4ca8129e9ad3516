import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { every, type Repeating } from '../../../platform/kit/every.ts';
import type { Outcome, ToplineClient } from './topline-client.ts';

const MESSAGE = '.wav';
const LOST = '.lost';
const INTERVAL_MS = 5000;

/**
 * Messages that Topline does not have yet, and calls of which it does not know yet that they were lost. They lie in a
 * folder, so that they outlive the program.
 */
export class Outbox {
  #chore: Repeating | null = null;

  constructor(private readonly parts: { folder: string; topline: ToplineClient; log: Logger }) {}

  /** Sends what is there, and again what could not be sent. */
  async start(): Promise<void> {
    await mkdir(this.parts.folder, { recursive: true, mode: 0o700 });
    const rhythm = { name: 'recordings', intervalMs: INTERVAL_MS, firstAfterMs: 0 };
    this.#chore = every(this.parts.log, rhythm, () => this.#sendAll());
  }

  /** Keeps a message, which is to be sent. */
  async keep(callId: string, wav: Uint8Array): Promise<void> {
    const part = join(this.parts.folder, `${callId}.part`);
    await Bun.write(part, wav, { mode: 0o600 });
    await rename(part, join(this.parts.folder, callId + MESSAGE));
  }

  /** Sends a message that is kept. @returns false where that has to be tried again, which it will be */
  async send(callId: string): Promise<boolean> {
    const file = Bun.file(join(this.parts.folder, callId + MESSAGE));
    // Sent meanwhile.
    if (!(await file.exists())) return true;
    return this.#settle(callId, MESSAGE, await this.parts.topline.upload(callId, await file.bytes()));
  }

  /** Tells Topline that a call was lost, whose caller still waits: now, or as soon as it can be told. */
  async lose(callId: string): Promise<void> {
    await Bun.write(join(this.parts.folder, callId + LOST), '', { mode: 0o600 });
    // So that it is not missed before its message is there.
    if (await this.send(callId)) await this.#notifyOfLost(callId);
  }

  async stop(): Promise<void> {
    await this.#chore?.stop();
  }

  async #notifyOfLost(callId: string): Promise<boolean> {
    return this.#settle(callId, LOST, await this.parts.topline.notifyOfLost(callId));
  }

  async #settle(callId: string, what: string, outcome: Outcome): Promise<boolean> {
    if (outcome === 'later') return false;
    if (outcome === 'refused')
      this.parts.log.error({ callId, what }, 'Topline does not take what it is sent of a call');
    await rm(join(this.parts.folder, callId + what), { force: true });
    return true;
  }

  async #sendAll(): Promise<void> {
    // Messages first, as above.
    for (const what of [MESSAGE, LOST]) {
      const names = (await readdir(this.parts.folder)).filter((name) => name.endsWith(what));
      for (const name of names) {
        const callId = name.slice(0, -what.length);
        // Where one cannot be sent now, the others cannot either.
        if (!(await (what === MESSAGE ? this.send(callId) : this.#notifyOfLost(callId)))) return;
      }
    }
  }
}
