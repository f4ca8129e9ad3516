import { createTwilio } from '../../src/carriers/adapters/twilio/twilio.ts';
import { recoverAbandoned } from '../../src/services/messaging/delivery/recover.ts';
import {
  actorOf,
  balanceOf,
  eventually,
  expectSoundBooks,
  funded,
  startTestApp,
  forFile,
  appForFile,
} from '../kit/index.ts';
import { newNumber, readMessage, send } from '../kit/messages.ts';
import { startServerProcess } from '../kit/server-process.ts';
import { carriersAt } from './accounts.ts';
import { twilio } from './dialects.ts';
import { Simulator } from './simulator.ts';

/** A process dies while a carrier that cannot be asked takes a message: all real carriers are such. */

const simulator = await forFile(new Simulator(twilio));
const env = carriersAt(await simulator.listen());
const app = await appForFile({ adapters: [createTwilio()], background: false, env });
const server = await forFile(startServerProcess(app.databaseUrl, env));

test('the message is unknown: it is charged, and never sent again', async () => {
  const person = await funded(app, '1.00');
  simulator.behaviour = 'silent';
  const { id } = await send(actorOf({ fetch: server.fetch }, person), [newNumber()]);
  await eventually('the carrier has taken it', async () => simulator.taken.length === 1);
  await server.kill();
  simulator.behaviour = 'accept';
  const state = () => app.deps.sql`select status, attempts from sms_recipients where message_id = ${id}`;
  expect([...(await state())]).toEqual([{ status: 'sending', attempts: 1 }]);
  // Until its claim has ended, nobody decides.
  await recoverAbandoned(app.deps);
  expect([...(await state())]).toEqual([{ status: 'sending', attempts: 1 }]);
  app.clock.moveTo(new Date(Date.now() + 60_000));
  const beside = await startTestApp({ beside: app, adapters: [createTwilio()], env });
  try {
    await eventually('it is unknown', async () => (await readMessage(person, id)).counts.unknown === 1);
    // A later message goes through, and the first one stays where it is.
    const { id: later } = await send(actorOf(beside, person), [newNumber()]);
    await eventually('it has left', async () => (await readMessage(person, later)).counts.queued === 0);
  } finally {
    await beside.stop();
  }
  expect([...(await state())]).toEqual([{ status: 'unknown', attempts: 1 }]);
  expect(simulator.taken).toHaveLength(2);
  expect(await balanceOf(person)).toBe('0.94');
  await expectSoundBooks(app);
});
