import { afterAll, expect, test } from 'bun:test';
import { z } from 'zod';
import { actorOf, balanceOf, funded, type TestActor } from '../../kit/actors.ts';
import { handedOver, newNumber, send, untilStatus } from '../../kit/messages.ts';
import { changedSandbox, quickSandboxes } from '../../kit/carriers.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { eventually, expectSoundBooks, readAs, RunningClock } from '../../kit/index.ts';
import type { Adapter, OutgoingSms, SendResult } from '../../../src/carriers/port.ts';

function losingAnswers({ takes, canBeAsked }: { takes: boolean; canBeAsked: boolean }): Adapter {
  let lost = 0;
  return changedSandbox((carrier) => {
    const answer = carrier.sendSms.bind(carrier);
    carrier.sendSms = async (sms: OutgoingSms): Promise<SendResult> => {
      if (lost++ > 0) return answer(sms);
      if (takes) await answer(sms);
      throw new Error('connection reset');
    };
    if (!canBeAsked) carrier.lookup = undefined;
  });
}

const apps: TestApp[] = [];
afterAll(async () => {
  for (const app of apps) await app.stop();
});

async function startWith(adapter: Adapter, { background = true } = {}): Promise<{ app: TestApp; person: TestActor }> {
  const app = await startTestApp({ adapters: [adapter], background, clock: new RunningClock() });
  apps.push(app);
  const person = await funded(app, '1.00');
  return { app, person };
}

/** Its claim is over, as it is half a minute after the process that held it died. */
async function letClaimRunOut(app: TestApp, id: string): Promise<void> {
  await eventually('a claim', async () => {
    const claimed = await app.deps.sql`
      update sms_recipients set claimed_until = now() - interval '1 second'
      where message_id = ${id} and status = 'sending' returning id`;
    return claimed.length > 0;
  });
}

test('a lost answer to a message that the carrier has: it is found there and not sent again', async () => {
  const { app, person } = await startWith(losingAnswers({ takes: true, canBeAsked: true }));
  const { id, messageDetails } = await send(person, [newNumber()]);
  await eventually('the carrier has it', async () => {
    const [recipient] = messageDetails.recipients;
    return (await handedOver(app, recipient?.messageId ?? '')).length > 0;
  });
  await letClaimRunOut(app, id);
  await untilStatus(person, id, 'delivered');
  expect(await handedOver(app, messageDetails.recipients[0]?.messageId ?? '')).toHaveLength(1);
  await expectSoundBooks(app);
});

test('a message that the carrier never saw is sent after all', async () => {
  const { app, person } = await startWith(losingAnswers({ takes: false, canBeAsked: true }));
  const { id, messageDetails } = await send(person, [newNumber()]);
  await letClaimRunOut(app, id);
  await untilStatus(person, id, 'delivered');
  expect(await handedOver(app, messageDetails.recipients[0]?.messageId ?? '')).toHaveLength(1);
});

test('where the carrier cannot be asked, it stays unknown: never sent on a guess, and still charged', async () => {
  const { app, person } = await startWith(losingAnswers({ takes: true, canBeAsked: false }));
  const { id, messageDetails } = await send(person, [newNumber()]);
  const message = await eventually('unknown', async () => {
    const response = await person.as(`/api/users/${person.id}/sms`);
    const [newest] = await readAs(
      response,
      z.looseObject({ id: z.string(), counts: z.looseObject({ unknown: z.number() }) }).array(),
    );
    return newest?.counts.unknown === 1 && newest;
  });
  expect(message.id).toBe(id);
  expect(await handedOver(app, messageDetails.recipients[0]?.messageId ?? '')).toHaveLength(1);
  expect(await balanceOf(person)).toBe('0.97');
});

test('a process that stops gracefully leaves nothing half done', async () => {
  const [slow] = quickSandboxes({ latencyMs: [200, 300], concurrency: 3 });
  if (!slow) throw new Error('there is a simulated carrier');
  // The only process that sends is the one that stops.
  const { app, person } = await startWith(slow, { background: false });
  const stopping = await startTestApp({
    databaseUrl: app.databaseUrl,
    adapters: [slow],
    clock: new RunningClock(),
  });
  const numbers = Array.from({ length: 10 }, () => newNumber());
  const { id } = await send(actorOf(stopping, person), numbers);
  await letBegin(app, id);
  await stopping.stop();
  const claimed = await app.deps.sql`select id from sms_recipients where status = 'sending'`;
  expect(claimed).toHaveLength(0);
  const clock = new RunningClock();
  apps.unshift(await startTestApp({ databaseUrl: app.databaseUrl, adapters: [slow], clock }));
  await untilStatus(person, id, 'delivered');
  const [handed] = await app.deps.sql`select count(*)::int as messages from sandbox_messages`;
  expect(handed?.messages).toBe(10);
});

const letBegin = (app: TestApp, id: string) =>
  eventually('sends under way', async () => {
    const rows = await app.deps.sql`
      select id from sms_recipients where message_id = ${id} and status = 'sending'`;
    return rows.length > 0;
  });
