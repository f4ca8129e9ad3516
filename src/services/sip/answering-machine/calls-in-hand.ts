import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { samplesHeard } from './heard-files.ts';
import { keepMessage } from './keep-message.ts';
import type { Outbox } from './outbox.ts';
import { parseJson } from '../../../platform/kit/parse-json.ts';

const SUFFIX = '.json';

const entry = z.object({
  /** The slot's folder. */
  folder: z.string(),
  /** Where in what the caller says the message begins; null while none is left. */
  from: z.number().nullable(),
});

/**
 * The answered calls that the slots have. They stand in a folder, so that whoever is started after a program that was
 * killed knows which calls went with it.
 */
export class CallsInHand {
  constructor(private readonly folder: string) {}

  /** Loses the calls of a program that was killed, but for what their callers had said of a message. */
  async start(outbox: Outbox): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const names = (await readdir(this.folder)).filter((name) => name.endsWith(SUFFIX));
    for (const name of names) {
      const callId = name.slice(0, -SUFFIX.length);
      const text = await Bun.file(join(this.folder, name)).text();
      // Empty where the machine went down amid the writing.
      const { folder, from } = entry.safeParse(parseJson(text)).data ?? { folder: '', from: null };
      if (from !== null) await keepMessage(outbox, callId, await samplesHeard(folder, from));
      await outbox.lose(callId);
      await this.end(callId);
    }
  }

  /** Notes how far a call is. */
  async note(callId: string, at: z.infer<typeof entry>): Promise<void> {
    await Bun.write(this.#pathOf(callId), JSON.stringify(at), { mode: 0o600 });
  }

  async end(callId: string): Promise<void> {
    await rm(this.#pathOf(callId), { force: true });
  }

  #pathOf(callId: string): string {
    return join(this.folder, callId + SUFFIX);
  }
}
