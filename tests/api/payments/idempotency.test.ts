import { removeOld } from '../../../src/platform/retention.ts';
import { transaction } from '../../../src/money/payments/contract.ts';
import { credit, makeAdmin, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, readAs, transactionsOf, untilWaiting } from '../../kit/index.ts';
import { z } from 'zod';
import { newHash, purchase, purchaseOf, rejectAs, statuses, submitAs } from './payments.ts';

let person: TestActor;
const app = await appForFile();
const admin = await makeAdmin(app);
beforeEach(async () => {
  person = await signUp(app);
});

const key = (value: string = crypto.randomUUID()) => ({ 'idempotency-key': value });

describe('Idempotency-Key', () => {
  test('the same key and body give the first answer again', async () => {
    const [body, header] = [purchaseOf(), key()];
    const first = await submitAs(person, body, header);
    const again = await submitAs(person, body, header);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.text()).toBe(await first.text());
    expect(await transactionsOf(person)).toHaveLength(1);
  });

  test('the first answer is given even after what it answers for has changed', async () => {
    const [body, header] = [purchaseOf(), key()];
    const first = await readAs(submitAs(person, body, header), transaction);
    await rejectAs(admin, first.id);
    expect(await (await submitAs(person, body, header)).json()).toEqual(first);
  });

  test('the same key with another body is refused', async () => {
    const header = key();
    await submitAs(person, purchaseOf(), header);
    await expectProblem(await submitAs(person, purchaseOf({ amount: 200 }), header), 'idempotency_key_reused');
    expect(await transactionsOf(person)).toHaveLength(1);
  });

  test('20 requests at once with one key have one effect', async () => {
    const [body, header] = [purchaseOf(), key()];
    const responses = await Promise.all(Array.from({ length: 20 }, () => submitAs(person, body, header)));
    const counts = statuses(responses);
    expect((counts[201] ?? 0) + (counts[409] ?? 0)).toBe(20);
    const answers = await Promise.all(responses.map((response) => response.json()));
    const created = answers.filter((_answer, index) => responses[index]?.status === 201);
    expect(created.length).toBeGreaterThan(0);
    for (const answer of created) expect(answer).toEqual(created[0]);
    for (const [index, answer] of answers.entries()) {
      if (responses[index]?.status === 409) expect(answer.code).toBe('idempotency_in_progress');
    }
    expect(await transactionsOf(person)).toHaveLength(1);
  });

  test('a request that is still running holds its key', async () => {
    const [body, header] = [purchaseOf(), key()];
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    // The insert of a transaction has to wait for its user's row.
    const blocker = app.deps.sql.begin(async (sql) => {
      await sql`select 1 from users where id = ${person.id} for update`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const first = submitAs(person, body, header);
    await untilWaiting(app.deps.sql);
    const second = await submitAs(person, body, header);
    expect(second.status).toBe(409);
    expect(second.headers.get('retry-after')).toBe('1');
    await expectProblem(second, 'idempotency_in_progress');
    release.resolve();
    await blocker;
    expect((await first).status).toBe(201);
    expect((await submitAs(person, body, header)).status).toBe(201);
    expect(await transactionsOf(person)).toHaveLength(1);
  });

  test('an answer that changed nothing is not kept', async () => {
    const taken = await purchase(person);
    const [body, header] = [purchaseOf({ transactionHash: taken.transactionHash }), key()];
    expect((await submitAs(person, body, header)).status).toBe(409);
    await rejectAs(admin, taken.id);
    expect((await submitAs(person, body, header)).status).toBe(201);
  });

  test('refused for lack of credit, the same key goes through after a top-up', async () => {
    const [body, header] = [{ amount: '-10.00', reason: 'A correction' }, key()];
    const adjust = () => admin.as(`/api/admin/users/${person.id}/adjustments`, { json: body, headers: header });
    expect((await adjust()).status).toBe(402);
    await credit(app, person, '50.00');
    expect((await adjust()).status).toBe(201);
    expect((await adjust()).status).toBe(201);
    expect((await transactionsOf(person))[0]?.balanceAfter).toBe('40.00');
  });

  test('keys belong to a user, a method and a path', async () => {
    const [stranger, header] = [await signUp(app), key()];
    expect((await submitAs(person, purchaseOf(), header)).status).toBe(201);
    expect((await submitAs(stranger, purchaseOf(), header)).status).toBe(201);
    const pending = (await transactionsOf(person))[0];
    const verify = { transactionId: pending?.id, transactionHash: newHash() };
    const first = await admin.as('/api/admin/verify-payment', { json: verify, headers: header });
    expect(first.status).toBe(200);
    const again = await admin.as('/api/admin/verify-payment', { json: verify, headers: header });
    expect(await again.text()).toBe(await first.text());
    const other = await admin.as('/api/admin/reject-payment', {
      json: { transactionId: pending?.id },
      headers: header,
    });
    expect(other.status).toBe(409);
  });

  test('another caller’s key on the same path is another key', async () => {
    await credit(app, person, '10.00');
    const header = key();
    const own = `/api/users/${person.id}`;
    const sms = { senderId: 'TOPLINE', recipients: ['+447700900123'], message: 'Hello' };
    const first = await readAs(submitAs(person, purchaseOf(), header), transaction);
    expect(
      (
        await readAs(
          admin.as(`${own}/transactions`, { json: purchaseOf({ amount: 200 }), headers: header }),
          transaction,
        )
      ).id,
    ).not.toBe(first.id);
    const send = async (who: TestActor, message = 'Hello') => {
      return (
        await readAs(
          who.as(`${own}/sms`, { json: { ...sms, message }, headers: header }),
          z.looseObject({ id: z.string() }),
        )
      ).id;
    };
    const sent = await send(person);
    expect(await send(person)).toBe(sent);
    expect(await send(admin)).not.toBe(sent);
    const codes = { json: { to: '+447700900124' }, headers: header };
    const code = async (who: TestActor) => {
      const response = await who.as(`${own}/verifications`, codes);
      return [response.status, z.looseObject({ id: z.string().optional() }).parse(await response.json()).id];
    };
    const [asked, again, other] = [await code(person), await code(person), await code(admin)];
    expect(again).toEqual(asked);
    // A further code for the number comes too soon: the admin’s key was not answered before.
    expect([asked[0], other[0]]).toEqual([201, 429]);
  });

  test('holds for 24 hours', async () => {
    const [body, header] = [purchaseOf(), key()];
    const first = await readAs(submitAs(person, body, header), transaction);
    app.clock.advance(24 * 3_600_000 - 60_000);
    expect((await (await submitAs(person, body, header)).json()).id).toBe(first.id);
    await rejectAs(admin, first.id);
    app.clock.advance(2 * 60_000);
    expect((await readAs(submitAs(person, body, header), transaction)).id).not.toBe(first.id);
  });

  test('keys that no longer count are forgotten', async () => {
    await submitAs(person, purchaseOf(), key());
    const count = () => app.deps.sql`select 1 from idempotency_keys where user_id = ${person.id}`;
    await removeOld(app.deps, 'idempotency_keys');
    expect(await count()).toHaveLength(1);
    app.clock.advance(24 * 3_600_000 + 1000);
    await removeOld(app.deps, 'idempotency_keys');
    expect(await count()).toHaveLength(0);
  });

  test.each(['', 'a b', 'é', 'x'.repeat(256)])('a key of the wrong form is refused: %p', async (value) => {
    expect((await submitAs(person, purchaseOf(), key(value))).status).toBe(422);
    expect(await transactionsOf(person)).toHaveLength(0);
  });
});
