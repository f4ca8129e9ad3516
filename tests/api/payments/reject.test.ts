import { describe, expect, test } from 'bun:test';
import { desc, eq } from 'drizzle-orm';
import { auditLog } from '../../../db/schema/index.ts';
import { rejectPayment } from '../../../src/money/payments/admin-contract.ts';
import { balanceOf, funded, makeAdmin, signUp } from '../../kit/actors.ts';
import { appForFile } from '../../kit/file-app.ts';
import { openEvents } from '../../kit/sse.ts';
import { transactionsOf } from '../../kit/books.ts';
import { purchase, rejectAs, verifyAs } from './payments.ts';
import { expectProblem } from '../../kit/problems.ts';

const app = await appForFile();
const admin = await makeAdmin(app);
const person = await signUp(app);

describe('POST /api/admin/reject-payment', () => {
  test('marks it failed with its reason, tells the owner, writes it down, moves no money', async () => {
    const pending = await purchase(person);
    const stream = await openEvents(app, { cookie: person.cookie });
    const response = await rejectAs(admin, pending.id, ' Not found on the chain ');
    expect(response.status).toBe(200);
    const { transaction } = rejectPayment.response?.parse(await response.json()) ?? {};
    expect(transaction).toMatchObject({
      id: pending.id,
      status: 'failed',
      balanceChange: '0.00',
      balanceAfter: null,
      reason: 'Not found on the chain',
    });
    expect(transaction?.settledAt).not.toBeNull();
    expect((await stream.next('payment-rejected')).data).toMatchObject({
      transactionId: pending.id,
      reason: 'Not found on the chain',
    });
    await stream.close();
    const [entry] = await app.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, admin.id))
      .orderBy(desc(auditLog.id));
    expect(entry).toMatchObject({ action: 'payment.rejected', subject: person.email });
    expect(await balanceOf(person)).toBe('0.00');
  });

  test('needs no reason', async () => {
    const response = await rejectAs(admin, (await purchase(person)).id);
    expect(await response.json()).toMatchObject({ transaction: { status: 'failed', reason: null } });
  });

  test('happens once, and not after a verification', async () => {
    const [rejected, verified] = [await purchase(person), await purchase(person)];
    await rejectAs(admin, rejected.id);
    await verifyAs(admin, verified.id);
    for (const { id } of [rejected, verified]) {
      const response = await rejectAs(admin, id);
      expect(response.status).toBe(409);
      await expectProblem(response, 'already_processed');
    }
    expect((await verifyAs(admin, rejected.id)).status).toBe(409);
  });

  test('knows payments only', async () => {
    const other = await funded(app, '5.00');
    const [adjustment] = await transactionsOf(other);
    expect((await rejectAs(admin, adjustment?.id ?? '')).status).toBe(404);
    expect((await rejectAs(admin, crypto.randomUUID())).status).toBe(404);
  });
});
