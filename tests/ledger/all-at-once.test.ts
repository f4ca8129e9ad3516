import { eq, sql as template } from 'drizzle-orm';
import { auditLog } from '../../db/schema/index.ts';
import { audit } from '../../src/callers/audit.ts';
import { postgresCode, transact, type Transaction } from '../../src/platform/events/transact.ts';
import { allAtOnce } from '../../src/platform/kit/all-at-once.ts';
import { forFile, startTestApp } from '../kit/index.ts';

const app = await forFile(startTestApp({ background: false }));

const NO_DIVISION = '22012';
const fail = (tx: Transaction) => tx.db.execute(template`select 1 / 0`);
const sendFailing = (tx: Transaction) => tx.send(tx.sql.unsafe('select 1 / 0').execute());
const note = (tx: Transaction, subject: string) => audit(tx, null, 'books.agree', { subject });
const noted = (subject: string) =>
  app.deps.db.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.subject, subject));
const codeOf = (work: (tx: Transaction) => Promise<unknown>) =>
  transact(app.deps, work).then(() => 'none', postgresCode);

describe('statements of a transaction that go out together', () => {
  test('are all kept, also those that nobody waited for', async () => {
    await transact(app.deps, (tx) => allAtOnce([note(tx, 'one'), note(tx, 'two')]));
    expect([...(await noted('one')), ...(await noted('two'))]).toHaveLength(2);
  });

  test('fail with the error of the one that failed, and leave nothing', async () => {
    const all = (tx: Transaction) =>
      Promise.all([note(tx, 'three'), tx.db.execute(template`select 1`), fail(tx), read(tx)]);
    const read = (tx: Transaction) => tx.db.select({ id: auditLog.id }).from(auditLog).limit(1);
    expect(await codeOf(all)).toBe(NO_DIVISION);
    expect(await codeOf((tx) => allAtOnce([read(tx), fail(tx), read(tx)]))).toBe(NO_DIVISION);
    expect(await noted('three')).toEqual([]);
  });

  test('nobody waits for one that fails: the transaction fails with its error', async () => {
    const before = (tx: Transaction) => note(tx, 'four').then(() => sendFailing(tx));
    expect(await codeOf(before)).toBe(NO_DIVISION);
    const between = (tx: Transaction) => before(tx).then(() => tx.db.select().from(auditLog).limit(1));
    expect(await codeOf(between)).toBe(NO_DIVISION);
    expect(await noted('four')).toEqual([]);
  });

  test('end before the transaction does: what goes on longer is still a part of it', async () => {
    let running = Promise.resolve();
    const slow = async (tx: Transaction) => {
      for (let step = 0; step < 5; step++) await tx.db.execute(template`select 1`);
      await tx.db.execute(template`insert into audit_log (id, at, action, subject, detail)
        values (gen_random_uuid(), now(), 'books.agree', 'five', '{}')`);
    };
    const refused = transact(app.deps, (tx) => allAtOnce([Promise.reject(new Error('refused')), (running = slow(tx))]));
    expect(await refused.catch((error: unknown) => error)).toEqual(new Error('refused'));
    await running;
    expect(await noted('five')).toEqual([]);
  });
});
