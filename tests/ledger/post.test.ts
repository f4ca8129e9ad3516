import { eq } from 'drizzle-orm';
import { events, ledgerEntries, transactions, users } from '../../db/schema/index.ts';
import { transact } from '../../src/platform/events/transact.ts';
import { parseMoney, ZERO } from '../../src/platform/kit/money.ts';
import { fail, settle } from '../../src/money/ledger/post.ts';
import { endWithSoundBooks, forFile, signUp } from '../kit/index.ts';
import { adjust, outcomes, pendingPurchase, startTwo } from './processes.ts';

let userId: string;
const processes = await forFile(startTwo());
const app = processes.apps[0];
endWithSoundBooks(app);
beforeEach(async () => {
  userId = (await signUp(app)).id;
});

const creditsOf = async (id: string) => (await app.deps.db.select().from(users).where(eq(users.id, id)))[0]?.credits;

describe('post', () => {
  test('moves the balance with its transaction and its entry', async () => {
    await transact(app.deps, (tx) => adjust(tx, userId, '10.00'));
    const row = await transact(app.deps, (tx) => adjust(tx, userId, '-0.03'));
    expect(row).toMatchObject({ balanceChange: parseMoney('-0.03'), balanceAfter: parseMoney('9.97') });
    const entries = await app.deps.db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.userId, userId))
      .orderBy(ledgerEntries.seq);
    expect(entries.map(({ balanceAfter }) => balanceAfter)).toEqual([parseMoney('10'), parseMoney('9.97')]);
  });

  test('leaves nothing of a transaction that fails after it', async () => {
    const work = transact(app.deps, async (tx) => {
      await adjust(tx, userId, '10.00');
      throw new Error('changed its mind');
    });
    expect(await work.catch((error: unknown) => error)).toEqual(new Error('changed its mind'));
    expect(await creditsOf(userId)).toBe(ZERO);
    expect(await app.deps.db.select().from(transactions).where(eq(transactions.userId, userId))).toEqual([]);
    const told = await app.deps.db.select().from(events).where(eq(events.userId, userId));
    expect(told.filter(({ name }) => name === 'balance')).toEqual([]);
  });

  test('a sequel follows the commit of its change, and a change that fails has none', async () => {
    const seen: (typeof ZERO | undefined)[] = [];
    const look = async () => void seen.push(await creditsOf(userId));
    let looking = Promise.resolve();
    const change = (ending: () => void) =>
      transact(app.deps, async (tx) => {
        tx.afterCommit(() => (looking = look()));
        await adjust(tx, userId, '10.00');
        // A listener that was told before the commit would have read by now, and found nothing.
        await looking;
        ending();
      });
    const fails = change(() => {
      throw new Error('changed its mind');
    });
    expect(await fails.catch((error: unknown) => error)).toEqual(new Error('changed its mind'));
    await looking;
    expect(seen).toEqual([]);
    await change(() => {});
    await looking;
    expect(seen).toEqual([parseMoney('10.00')]);
  });

  test('a refusal says what it costs and what is there', async () => {
    await transact(app.deps, (tx) => adjust(tx, userId, '1.00'));
    const work = transact(app.deps, (tx) => adjust(tx, userId, '-1.01'));
    await expect(work).rejects.toThrow('this costs £1.01 and your balance is £1.00');
    await transact(app.deps, (tx) => adjust(tx, userId, '-1.00'));
  });

  test('40 at once take the whole balance, to the penny, and no more', async () => {
    await transact(app.deps, (tx) => adjust(tx, userId, '1.00'));
    const work = processes.each(40, ({ deps }) => outcomes([transact(deps, (tx) => adjust(tx, userId, '-0.04'))]));
    const results = await work;
    expect(results.filter((result) => result.done)).toHaveLength(25);
    expect(results.filter((result) => result.insufficient_credits)).toHaveLength(15);
    expect(await creditsOf(userId)).toBe(ZERO);
  });

  test('additions and deductions racing lose nothing', async () => {
    await transact(app.deps, (tx) => adjust(tx, userId, '100.00'));
    await processes.each(40, ({ deps }, index) =>
      transact(deps, (tx) => adjust(tx, userId, index % 4 < 2 ? '-1.00' : '1.50')),
    );
    expect(await creditsOf(userId)).toBe(parseMoney('110.00'));
  });

  test('an account that does not exist has no balance', async () => {
    const work = transact(app.deps, (tx) => adjust(tx, crypto.randomUUID(), '1.00'));
    expect(await outcomes([work])).toEqual({ not_found: 1 });
  });

  test('a balance that would outgrow its column stays as it is', async () => {
    await transact(app.deps, (tx) => adjust(tx, userId, '99999999.99'));
    const more = transact(app.deps, (tx) => adjust(tx, userId, '0.01'));
    expect(await outcomes([more])).toEqual({ validation_failed: 1 });
    expect(await creditsOf(userId)).toBe(parseMoney('99999999.99'));
  });
});

describe('settle and fail', () => {
  test('settling and failing at once, one of them happens', async () => {
    for (let round = 0; round < 10; round++) {
      const before = (await creditsOf(userId)) ?? ZERO;
      const pending = await pendingPurchase(app, userId, '50.00');
      const results = await processes.each(4, ({ deps }, index) =>
        outcomes([
          transact(deps, (tx) =>
            index % 4 < 2
              ? settle(tx, pending, { status: 'verified', change: pending.amount, reason: 'test' })
              : fail(tx, pending.id),
          ),
        ]),
      );
      expect(results.filter((result) => result.done)).toHaveLength(1);
      const [row] = await app.deps.db.select().from(transactions).where(eq(transactions.id, pending.id));
      const credited = ((await creditsOf(userId)) ?? ZERO) - before;
      expect(credited).toBe(row?.status === 'verified' ? parseMoney('50.00') : ZERO);
      expect(['verified', 'failed']).toContain(row?.status ?? '');
    }
  });

  test('settling without credit moves nothing', async () => {
    const pending = await pendingPurchase(app, userId, '50.00');
    const settled = await transact(app.deps, (tx) =>
      settle(tx, pending, { status: 'completed', change: ZERO, reason: 'test' }),
    );
    expect(settled).toMatchObject({ status: 'completed', balanceChange: ZERO, balanceAfter: null });
    expect(await creditsOf(userId)).toBe(ZERO);
    await app.deps.db.delete(transactions).where(eq(transactions.id, pending.id));
  });

  test('two that lock the same balances in opposite orders both happen', async () => {
    const other = (await signUp(app)).id;
    const bothHoldOne = Promise.withResolvers<void>();
    let holding = 0;
    await processes.each(2, ({ deps }, index) =>
      transact(deps, async (tx) => {
        const [first, second] = index === 0 ? [userId, other] : [other, userId];
        await adjust(tx, first, '1.00');
        if (++holding === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
        await adjust(tx, second, '1.00');
      }),
    );
    // PostgreSQL rejected at least one of them, and it was tried again.
    expect(holding).toBeGreaterThan(2);
    expect([await creditsOf(userId), await creditsOf(other)]).toEqual([parseMoney('2'), parseMoney('2')]);
  });
});
