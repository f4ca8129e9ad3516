import { z } from 'zod';
import { connect } from '../../../db/client.ts';
import { smppAccount } from '../../../src/services/smpp/contract.ts';
import { createDatabase } from '../../kit/cluster.ts';
import { freePort } from '../../kit/free-port.ts';
import { startServerProcess } from '../../kit/server-process.ts';
import { expectSoundBooks, credit, eventually, newNumber, readAs, signUp, systemClock } from '../../kit/index.ts';
import { Gateway } from './gateway.ts';

test('a kill amid submissions: what was acknowledged is there, and what comes again is charged once', async () => {
  const database = await createDatabase();
  const { close, ...deps } = connect(database.url);
  const port = await freePort();
  const env = { SANDBOX_CARRIERS: 'on', SMPP_LISTEN: `127.0.0.1:${port}` };
  const first = await startServerProcess(database.url, env);
  const person = await signUp(first);
  const host = { ...deps, clock: systemClock, bus: { wake: () => {} } };
  await credit({ deps: host }, person, '500.00');
  const made = await person.withCookie(`/api/users/${person.id}/smpp-accounts`, {
    json: {
      addresses: [],
      binds: 5,
      openRequests: 100,
      perSecond: 1000,
      receives: true,
      cheaperSpelling: false,
    },
  });
  const login = await readAs(made, smppAccount.extend({ password: z.string() }));
  /** The ids by which texts were acknowledged. */
  const acknowledged = new Map<string, string>();
  const submitAll = async (gateway: Gateway, texts: readonly string[]) =>
    Promise.all(
      texts.map(async (text) => {
        const answer = await gateway.submit(numberOf.get(text) ?? '', text, { registered_delivery: 1 });
        if (answer?.command_status === 0) acknowledged.set(text, answer.message_id ?? '');
      }),
    );
  const texts = Array.from({ length: 400 }, (_, index) => `Text ${index}`);
  const numberOf = new Map(texts.map((text) => [text, newNumber()]));
  const gateway = new Gateway(port);
  expect(await gateway.bind(login)).toBe(0);
  const submitting = (async () => {
    for (let from = 0; from < texts.length; from += 100) await submitAll(gateway, texts.slice(from, from + 100));
  })();
  await eventually('some are acknowledged', async () => acknowledged.size > 120);
  await first.kill();
  await submitting;
  const before = new Map(acknowledged);
  expect(before.size).toBeLessThan(texts.length);

  // The dead process's claims end by themselves; the test does not wait for that.
  await deps.sql`update sms_recipients set claimed_until = now() - interval '1 second' where status = 'sending'`;
  await deps.sql`update smpp_deliveries set due_at = now()`;
  const again = await startServerProcess(database.url, env);
  const anew = new Gateway(port);
  expect(await anew.bind(login)).toBe(0);
  for (;;) {
    const left = texts.filter((text) => !acknowledged.has(text)).slice(0, 100);
    if (left.length === 0) break;
    await submitAll(anew, left);
  }
  const rows = await deps.sql<{ id: string; message: string }[]>`select id, message from sms_messages`;
  expect(rows.map(({ message }) => message).toSorted()).toEqual(texts.toSorted());
  expect(new Map(rows.map(({ id, message }) => [message, id]))).toEqual(acknowledged);
  const [charged] = await deps.sql`
    select count(*)::int as charges from transactions where type = 'sms_charge'`;
  expect(charged).toEqual({ charges: texts.length });
  // A delivery whose answer was lost may be told of again.
  await eventually('each is reported on', 60_000, async () => {
    const told = new Set([...gateway.delivered, ...anew.delivered].map((pdu) => pdu.receipted_message_id));
    return texts.every((text) => told.has(acknowledged.get(text)));
  });
  await expectSoundBooks({ deps });
  await anew.leave();
  await again.kill();
  await close();
  await database.drop();
}, 120_000);
