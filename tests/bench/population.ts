import { eq } from 'drizzle-orm';
import type { Connection } from '../../db/client.ts';
import { apiKeys } from '../../db/schema/index.ts';
import { createAccount } from '../../src/callers/registration/create-account.ts';
import { transact, type TransactionHost } from '../../src/platform/events/transact.ts';
import { systemClock } from '../kit/clock.ts';
import { newId } from '../../src/platform/kit/ids.ts';
import { type Money, parseMoney } from '../../src/platform/kit/money.ts';
import { post } from '../../src/money/ledger/post.ts';

export interface Person {
  id: string;
  key: string;
}

export interface Population {
  /** They have enough credit for every send of the bench. */
  senders: Person[];
  /** With more than a page of transactions each. */
  readers: Person[];
  admin: Person;
}

const SENDERS = 200;
const READERS = 20;
const TRANSACTIONS_EACH = 120;

export async function populate({ db }: Connection): Promise<Population> {
  const host: TransactionHost = { db, clock: systemClock, bus: { wake: () => {} } };
  const senders = await createPeople(host, SENDERS, 'user');
  const readers = await createPeople(host, READERS, 'user');
  const [admin] = await createPeople(host, 1, 'admin');
  if (!admin) throw new Error('the bench needs an administrator');
  // Without a name for it, no key verifies a payment.
  await db
    .update(apiKeys)
    .set({ scopes: ['admin', 'money'] })
    .where(eq(apiKeys.userId, admin.id));
  const credit = (person: Person, amount: Money) =>
    transact(host, (tx) =>
      post(
        tx,
        { userId: person.id, type: 'adjustment', amount, description: 'Bench credit', status: 'completed' },
        { change: amount, reason: 'adjustment' },
      ),
    );
  await Promise.all(senders.map((person) => credit(person, parseMoney('1000000.00'))));
  await Promise.all(
    readers.map(async (person) => {
      for (let each = 0; each < TRANSACTIONS_EACH; each++) await credit(person, parseMoney('1.00'));
    }),
  );
  return { senders, readers, admin };
}

async function createPeople(host: TransactionHost, count: number, role: 'user' | 'admin'): Promise<Person[]> {
  const people = Array.from({ length: count }, () =>
    transact(host, async (tx) => {
      // These limits refuse nothing; they are set so that counting and checking are measured too.
      const limits = { daily: '9999999.00', country: '9999999.00' };
      const person = { email: `${newId(systemClock)}@bench.example`, fullName: 'Bench Person', role, limits };
      const { id, apiKey } = await createAccount(tx, { ...person, passwordHash: '', company: null });
      return { id, key: apiKey };
    }),
  );
  return Promise.all(people);
}
