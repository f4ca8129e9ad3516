import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Sql } from 'postgres';
import { users } from '../../db/schema/index.ts';
import { hashToken } from '../../src/callers/credentials.ts';
import { parseMoney } from '../../src/platform/kit/money.ts';
import {
  runSend,
  runShortSend,
  type SendParameters,
} from '../../src/services/messaging/sending/one-statement/statement.ts';
import { credit, makeAdmin, makeReseller, type TestActor } from '../kit/actors.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { makeDeck, sellBy } from '../kit/decks.ts';
import { chance, oneOf } from '../kit/seed.ts';

const CASES = 400;
const SURE = 4;
const DAY_MS = 86_400_000;
const SHAPE = {
  ...{ bulk: false, sendAt: null, texts: null, recipientCount: 1 },
  ...{ unreachedEach: null, riskOfEach: null },
};
const RATES = ['0.03', '0.02', '0.06', '0.04'];

let app: TestApp;
let admin: TestActor;
beforeAll(async () => {
  app = await startTestApp({ background: false });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const random = chance('the short send');
const pick = <Value>(...values: Value[]): Value => oneOf(values, random);

function anybody(now: Date, resellerId: string): typeof users.$inferInsert {
  const id = Bun.randomUUIDv7();
  return {
    id,
    email: `${id}@example.com`,
    password: '-',
    fullName: 'Anybody',
    status: pick('active', 'active', 'active', 'suspended'),
    role: pick('user', 'reseller'),
    resellerExpiresAt: pick(null, new Date(now.getTime() - 1), now, new Date(now.getTime() + DAY_MS)),
    resellerId: pick(null, null, null, resellerId),
    dailyLimit: pick(null, null, parseMoney('0.02'), parseMoney('0.03'), parseMoney('0.06')),
    countryLimits: pick<Record<string, string>>({}, {}, { '+44': '0.00' }, { '+44': '0.05' }),
    createdAt: now,
    updatedAt: now,
  };
}

test('the short statement charges what the long one does, or nothing', async () => {
  const { db, clock } = app.deps;
  const now = clock.now();
  const { id: resellerId } = await makeReseller(app);
  // The first four are certainly charged: by a reseller and by another account, with one part and with two.
  const people = Array.from({ length: CASES }, (_, place) => ({
    ...anybody(now, resellerId),
    ...(place < SURE && {
      ...{ status: 'active' as const, resellerId: null, dailyLimit: null, countryLimits: {} },
      role: place < SURE / 2 ? ('reseller' as const) : ('user' as const),
      resellerExpiresAt: new Date(now.getTime() + DAY_MS),
    }),
  }));
  await db.insert(users).values(people);
  // Balances near the prices of one and two parts.
  for (const [place, { id }] of people.entries()) {
    const pounds = place < SURE ? '1.00' : pick(null, '0.01', '0.02', '0.03', '0.04', '0.05', '0.06', '1.00');
    if (pounds) await credit(app, id, pounds);
  }

  const flat = await compare(people, now);
  expect(flat.wrong).toEqual([]);
  // The short statement charges all direct customers, and both prices occur.
  expect([...flat.prices].toSorted()).toEqual(RATES.toSorted());

  await sellBy(app, 'sms', await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.0100' }]));
  const listed = await compare(people, now);
  expect(listed.wrong).toEqual([]);
  expect([...listed.prices]).toEqual([]);
}, 60_000);

/** Runs both for each case, as an administrator, and undoes every change. */
async function compare(people: (typeof users.$inferInsert)[], now: Date) {
  const [list] = await app.deps.sql`select exists (select from rate_uses) as used`;
  const prices = new Set<string>();
  const wrong: object[] = [];
  for (const [place, { id, resellerId }] of people.entries()) {
    const parameters = sendOf(id, now, place < SURE ? 1 + (place % 2) : pick(1, 2));
    const short = await undone((sql) => runShortSend('key', SHAPE)?.(sql, parameters));
    const long = await undone((sql) => runSend('key', SHAPE)(sql, parameters));
    const answers = { short: short?.[0]?.answer ?? null, long: long?.[0]?.answer ?? null };
    const isShort = !resellerId && !list?.used;
    if (answers.short !== (isShort ? answers.long : null)) wrong.push({ id, ...answers });
    if (answers.short) prices.add(String(Number(JSON.parse(answers.short).cost)));
  }
  return { prices, wrong };
}

class Undo extends Error {}

async function undone<Result>(work: (sql: Pick<Sql, 'unsafe'>) => Promise<Result> | undefined) {
  let result: Result | undefined;
  try {
    await app.deps.sql.begin(async (tx) => {
      result = await work(tx);
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return result;
}

function sendOf(owner: string, now: Date, parts: number): SendParameters {
  const id = () => Bun.randomUUIDv7();
  return {
    ...SHAPE,
    validityMinutes: null,
    tokenHash: hashToken(admin.key),
    now,
    secondFactorNeeded: false,
    owner,
    codes: '+44',
    codeOfEach: null,
    transactionId: id(),
    entryId: id(),
    description: 'SMS to +447700900000',
    shownPrice: null,
    despiteOptOut: false,
    key: null,
    method: '',
    path: '',
    keysSince: now,
    messageId: id(),
    senderId: 'Topline',
    message: 'Hello',
    parts,
    shortParts: parts,
    resendOf: null,
    recipientIds: id(),
    numbers: '+447700900000',
    partsOfEach: null,
    shortPartsOfEach: null,
    shown: 1000,
    bodyHash: '',
  };
}
