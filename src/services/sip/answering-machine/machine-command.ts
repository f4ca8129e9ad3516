import { join } from 'node:path';
import pino from 'pino';
import { z } from 'zod';
import { httpAddress, optional, parseSettings, port, withDefault } from '../../../platform/kit/settings.ts';
import { CallsInHand } from './calls-in-hand.ts';
import { followInstructions } from './follow-instructions.ts';
import { Outbox } from './outbox.ts';
import { Recorder } from '../recordings/recorder.ts';
import { Slot } from './slot.ts';
import { ToplineClient } from './topline-client.ts';

/** From the environment that the edge's other programs have. */
const settingsOfMachine = z.object({
  TOPLINE_URL: httpAddress,
  SIP_PROXY_TOKEN: z.string().min(1),
  SIP_ADDRESS: withDefault(z.string(), '0.0.0.0'),
  SIP_PORT: withDefault(port, 5060),
  SIP_ANSWERING_PORT: withDefault(port, 5080),
  SIP_ANSWERING_SLOTS: withDefault(z.coerce.number().int().min(0).max(100), 4),
  SIP_ANSWERING_SOUND: withDefault(z.string().regex(/^\d+-\d+$/, 'must be like 20040-20199'), '20040-20199'),
  SIP_RECORDINGS: optional(z.string()),
  SIP_RUN_DIR: z.string().min(1),
  SIP_STATE_DIR: z.string().min(1),
});

/** Every slot's baresip takes its port and, for TLS, the next one. */
const PORTS_OF_SLOT = 2;

/** The answering machine: answers calls beside the edge and does with them what Topline says, until it gets SIGTERM. */
async function main(): Promise<void> {
  const settings = parseSettings(settingsOfMachine, process.env);
  const log = pino({ name: 'machine' });
  const topline = new ToplineClient({ url: settings.TOPLINE_URL, token: settings.SIP_PROXY_TOKEN });
  const outbox = new Outbox({ folder: join(settings.SIP_STATE_DIR, 'recordings'), topline, log });
  const inHand = new CallsInHand(join(settings.SIP_STATE_DIR, 'calls'));
  const recorder = settings.SIP_RECORDINGS ? new Recorder({ folder: settings.SIP_RECORDINGS, topline, log }) : null;
  recorder?.start();
  await outbox.start();
  await inHand.start(outbox);
  const host = settings.SIP_ADDRESS === '0.0.0.0' ? '127.0.0.1' : settings.SIP_ADDRESS;
  const deps = { topline, outbox, inHand, edge: `${host}:${settings.SIP_PORT}` };
  const slots = Array.from({ length: settings.SIP_ANSWERING_SLOTS }, (_, index) => {
    const folder = join(settings.SIP_RUN_DIR, 'machine', String(index));
    const at = settings.SIP_ANSWERING_PORT + index * PORTS_OF_SLOT;
    return new Slot({ folder, port: at, sound: settings.SIP_ANSWERING_SOUND }, log, (call) =>
      followInstructions(call, deps),
    );
  });
  const ends = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      for (const slot of slots) slot.stop();
      ends.resolve();
    });
  }
  await Promise.all([ends.promise, ...slots.map((slot) => slot.run())]);
  await recorder?.stop();
  await outbox.stop();
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
