import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { searchEverything } from '../../../src/admin/search/contract.ts';
import { transaction } from '../../../src/money/payments/contract.ts';
import { acceptedSms, appForFile, credit, makeAdmin, problemOf, readAs, signUp } from '../../kit/index.ts';
import { type Explained, nodesIn } from '../../kit/plan.ts';
import { purchaseOf } from '../payments/payments.ts';

const SMS = { senderId: 'Topline', message: 'Hello' };
const app = await appForFile({ background: false });
const admin = await makeAdmin(app);
const ada = await signUp(app, { fullName: 'Augusta King', email: 'ada@search.example' });
await signUp(app, { fullName: 'Bob Noakes' });
await app.deps.db.update(users).set({ company: 'Analytical 100% Engines' }).where(eq(users.id, ada.id));
await credit(app, ada, '10.00');
const payment = await readAs(ada.as(`/api/users/${ada.id}/transactions`, { json: purchaseOf() }), transaction);
const [sent] = await Promise.all(
  ['+447911123456', '+447911123457'].map(async (to) =>
    acceptedSms(await ada.as(`/api/users/${ada.id}/sms`, { json: { ...SMS, recipients: [to] } })),
  ),
);

const kinds = async (q: string) => {
  const path = `/api/admin/search?${new URLSearchParams({ q })}`;
  const rows = await readAs(admin.as(path), searchEverything.response ?? transaction.array());
  return rows.map((row) => ('kind' in row ? `${row.kind}: ${row.title} of ${row.email}` : ''));
};
const ACCOUNT = 'user: Augusta King of ada@search.example';
const PAYMENT = 'payment: 100.00 of ada@search.example';
const MESSAGE = 'message: +447911123456 of ada@search.example';

test.each([
  ['a part of a name', 'USTA K', [ACCOUNT]],
  ['an address', 'ada@search', [ACCOUNT]],
  ['a company, with a sign that is a wildcard elsewhere', '100% eng', [ACCOUNT]],
  ['no wildcard', '1_0% eng', []],
  ['an id', ada.id, [ACCOUNT]],
  ['a payment’s id', payment.id, [PAYMENT]],
  ['a message’s id', sent?.id ?? '', [MESSAGE]],
  ['the beginning of a hash', payment.transactionHash?.slice(0, 12) ?? '', [PAYMENT]],
  ['a number that got a message', '+44 7911 123456', [MESSAGE]],
  ['the same without its plus', '447911123456', [MESSAGE]],
  ['a number that got none', '+447911123458', []],
])('%s is found', async (_what, q, found) => {
  expect(await kinds(q)).toEqual(found);
});

test('two letters are too few', async () => {
  expect((await problemOf(await admin.as('/api/admin/search?q=ad'))).code).toBe('validation_failed');
});

test('an index answers whatever is typed: none of its statements needs a whole table', async () => {
  const asked: { text: string; values: unknown[] }[] = [];
  const { sql } = app.deps;
  sql.options.debug = (_connection, text, values) => void asked.push({ text, values });
  for (const q of ['Augusta', ada.id, payment.transactionHash ?? '', '+447911123456']) await kinds(q);
  sql.options.debug = false;
  const searches = asked.filter(({ text }) => text.includes(' as kind,'));
  expect(searches.length).toBeGreaterThanOrEqual(9);
  for (const { text, values } of searches) {
    const nodes = await sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      const [row] = await tx.unsafe<Explained[]>(`explain (analyze, buffers, format json) ${text}`, values.map(String));
      return nodesIn(row);
    });
    const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
    expect([text, whole]).toEqual([text, []]);
  }
});
