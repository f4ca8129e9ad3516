import { expect, test } from 'bun:test';
import { appForFile, balanceOf, eventually, funded, quickSandboxes, startTestApp } from '../../kit/index.ts';
import { newNumber, readMessage, send, untilStatus } from '../../kit/messages.ts';
import type { Adapter, Carrier } from '../../../src/carriers/port.ts';
import { refundStranded } from '../../../src/services/messaging/delivery/refund-stranded.ts';

/** Will carry nothing itself. */
function picky(quick: Adapter): Adapter {
  return {
    ...quick,
    open: (host) => {
      const carrier: Carrier = quick.open(host);
      carrier.sendSms = async () => ({
        kind: 'refused',
        code: 'no-route',
        retry: 'other-carrier',
        customerWords: 'No route to this number',
      });
      return carrier;
    },
  };
}

const [first, backup] = quickSandboxes();
const app = await appForFile({ background: false, soundBooks: true });
const person = await funded(app, '1.00');

test('we refund what waits for a carrier that is not configured any more', async () => {
  if (!first || !backup) throw new Error('there are two simulated carriers');
  const full: Adapter = {
    ...backup,
    open: (host) => Object.assign(backup.open(host), { limits: { concurrency: 0, perSecond: 1 } }),
  };
  const { id } = await send(person, [newNumber()]);
  const before = await startTestApp({ databaseUrl: app.databaseUrl, adapters: [picky(first), full] });
  await eventually('the first refused it', async () => {
    const [row] = await app.deps.sql`select refused_by from sms_recipients where message_id = ${id}`;
    return row?.refused_by.length === 1;
  });
  await before.stop();
  const after = await startTestApp({
    databaseUrl: app.databaseUrl,
    adapters: [picky(first)],
    background: false,
  });
  try {
    await refundStranded(after.deps);
    const { messageDetails } = await readMessage(person, id);
    expect(messageDetails.recipients).toMatchObject([{ status: 'failed', cost: '0.0000' }]);
    expect(await balanceOf(person)).toBe('1.00');
  } finally {
    await after.stop();
  }
});

test('with the active carrier not configured any more, the next one takes over', async () => {
  if (!backup) throw new Error('there are two simulated carriers');
  await app.deps.sql`
    insert into provider_state (id, active, changed_at) values (1, 'gone', now())
    on conflict (id) do update set active = 'gone'`;
  const after = await startTestApp({ databaseUrl: app.databaseUrl, adapters: [backup] });
  try {
    const { id } = await send(person, [newNumber()]);
    await untilStatus(person, id, 'delivered');
  } finally {
    await after.stop();
  }
});
