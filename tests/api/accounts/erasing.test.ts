import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { join } from 'node:path';
import { eraseAuditOf } from '../../../src/callers/closing/erase-audit-of.ts';
import { erasePerson } from '../../../src/callers/closing/erase-person.ts';
import { eraseUploadsOf } from '../../../src/edge/uploads/erase-uploads-of.ts';
import { eraseWordsOf } from '../../../src/money/payments/erase-words-of.ts';
import { transact, type Transaction } from '../../../src/platform/events/transact.ts';
import { eraseMailsOf } from '../../../src/platform/mail/erase-mails-of.ts';
import { eraseConversationsOf } from '../../../src/services/inbox/erase-conversations-of.ts';
import { eraseMessagesOf } from '../../../src/services/messaging/history/erase-messages-of.ts';
import { eraseOptOutsOf } from '../../../src/services/messaging/opt-outs/erase-opt-outs-of.ts';
import { eraseProofsOf } from '../../../src/services/number-proofs/erase-proofs-of.ts';
import { eraseNumbersOf } from '../../../src/services/numbers/erase-numbers-of.ts';
import { erasePapersOf } from '../../../src/services/numbers/papers/erase-papers-of.ts';
import { eraseSendersOf } from '../../../src/services/senders/erase-senders-of.ts';
import { eraseVerificationsOf } from '../../../src/services/verifications/erase-verifications-of.ts';
import { eraseCallsOf } from '../../../src/services/voice/erase-calls-of.ts';
import { everyRow } from '../endpoints/every-row.ts';
import { fillWithStrangers } from '../endpoints/fill.ts';
import { EVERYTHING } from '../endpoints/things.ts';
import { makeOwner, startWorld } from '../endpoints/world.ts';

const ROOT = join(import.meta.dir, '../../..');

/** What is erased of a closed account, while somebody else has one of everything too, and strangers are in each table. */

/** Rows that nothing but the erasing could change. */
const world = await startWorld();
const staying = await makeOwner(world);
for (const make of EVERYTHING) await make(world, staying);
const before = await everyRow(world.app);
const owner = await makeOwner(world);
for (const make of EVERYTHING) await make(world, owner);
const leaving = owner.id;
await world.app.deps.sql`update did_numbers set name = 'Sales' where user_id = ${leaving}`;
const now = await everyRow(world.app);
await fillWithStrangers(world.app, 3);
const strangers = (await everyRow(world.app)).difference(now);
const ofOthers = before.intersection(now).union(strangers);

const inTransaction = (erase: (tx: Transaction, userId: string) => Promise<unknown>) => (userId: string) =>
  transact(world.app.deps, (tx) => erase(tx, userId));

const ERASERS: Record<string, (userId: string) => Promise<unknown>> = {
  'messages-of': (userId) => eraseMessagesOf(world.app.deps, userId),
  'conversations-of': (userId) => eraseConversationsOf(world.app.deps, userId),
  'calls-of': (userId) => eraseCallsOf(world.app.deps, userId),
  'words-of': (userId) => eraseWordsOf(world.app.deps, userId),
  'papers-of': (userId) =>
    transact(world.app.deps, (tx) => erasePapersOf({ tx, deps: world.app.deps }, userId)),
  'numbers-of': inTransaction(eraseNumbersOf),
  'uploads-of': (userId) => eraseUploadsOf(world.app.deps, userId),
  'audit-of': (userId) => eraseAuditOf(world.app.deps, userId),
  'senders-of': inTransaction(eraseSendersOf),
  'proofs-of': inTransaction(eraseProofsOf),
  'opt-outs-of': inTransaction(eraseOptOutsOf),
  'verifications-of': inTransaction(eraseVerificationsOf),
  'mails-of': inTransaction(eraseMailsOf),
  person: inTransaction(erasePerson),
};

test('each of them is here', () => {
  const files = [...new Glob('src/**/erase-*.ts').scanSync(ROOT)].map(
    (path) => /erase-(.+)\.ts$/.exec(path)?.[1] ?? '',
  );
  expect(Object.keys(ERASERS).toSorted()).toEqual(files.filter((name) => name !== 'closed').toSorted());
});

test.each(Object.keys(ERASERS))('%s: something goes, and nothing of anybody else', async (name) => {
  const before = await everyRow(world.app);
  await ERASERS[name]?.(leaving);
  const after = await everyRow(world.app);
  expect([...before].some((row) => !after.has(row))).toBe(true);
  expect([...ofOthers.difference(after)]).toEqual([]);
});
