import type { Sql } from 'postgres';
import { users } from '../../db/schema/index.ts';
import { hashToken } from '../../src/callers/credentials.ts';
import { prefixesOf } from '../../src/money/pricing/rate-row-sql.ts';
import { callingCode } from '../../src/platform/kit/calling-code.ts';
import { parseMoney } from '../../src/platform/kit/money.ts';
import {
  runSend,
  runShortSend,
  type SendParameters,
} from '../../src/services/messaging/sending/one-statement/statement.ts';
import { appForFile, credit, makeAdmin, makeDeck, makeReseller, sellBy } from '../kit/index.ts';
import { wording } from '../../src/platform/kit/wordings.ts';
import { DAY_MS } from '../../src/platform/kit/durations.ts';
import { anAccount, chance, oneOf } from '../kit/seed.ts';

const CASES = 100;
const SURE = 4;
const SHAPE = { bulk: false, sendAt: null, texts: null, recipientCount: 1, heldFor: null };
const app = await appForFile({ background: false });
const admin = await makeAdmin(app);
const random = chance('the short send');
const pick = <Value>(...values: Value[]): Value => oneOf(values, random);

function anybody(now: Date, resellerId: string): typeof users.$inferInsert {
  return {
    ...anAccount(now),
    status: pick('active', 'active', 'active', 'suspended'),
    role: pick('user', 'reseller'),
    resellerExpiresAt: pick(null, new Date(now.getTime() - 1), now, new Date(now.getTime() + DAY_MS)),
    resellerId: pick(null, null, null, resellerId),
    dailyLimit: pick(null, null, parseMoney('0.02'), parseMoney('0.03'), parseMoney('0.06')),
    countryLimits: pick<Record<string, string>>({}, {}, { '+44': '0.00' }, { '+44': '0.05' }),
  };
}

/** By what messages are sold: the flat prices; a list, of which resellers pay a part; a list of their own for resellers. */
const SELLINGS = ['flat', 'list', 'list for resellers'] as const;
type Selling = (typeof SELLINGS)[number];

/** A prefix of as many digits as a number can have. */
const WHOLE = '447911123456789';
/** Numbers of a longer prefix, of a short one, of the longest, of one that is not sold, and of none. */
const NUMBERS = ['+447700900000', '+447700900000', '+447800900000', `+${WHOLE}`, '+447400900000', '+4915112345678'];

async function sellAs(selling: Selling): Promise<void> {
  if (selling === 'flat') return;
  const rows = [
    { prefix: '44', rate: '0.0480' },
    { prefix: '4477', rate: '0.0471' },
    { prefix: WHOLE, rate: '0.0475' },
    { prefix: '4474', rate: '0.0100', blocked: true },
  ];
  const deckId = await makeDeck(app, 'sms', rows, { counting: '160/153' });
  const own = [
    { prefix: '44', rate: '0.0150' },
    { prefix: '447', rate: '0.0111' },
  ];
  const resellerDeckId = selling === 'list' ? null : await makeDeck(app, 'sms', own);
  await sellBy(app, 'sms', deckId, { resellerDeckId, resellerPercent: 60 });
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
    const pounds = place < SURE ? '1.00' : pick(null, '0.01', '0.02', '0.03', '0.04', '0.05', '0.06', '0.10', '1.00');
    if (pounds) await credit(app, id, pounds);
  }
  const prices: string[][] = [];
  for (const selling of SELLINGS) {
    await sellAs(selling);
    const compared = await compare(people, now, selling);
    expect(compared.wrong).toEqual([]);
    prices.push([...compared.prices].toSorted());
  }
  // The charges of direct customers by the short statement: resellers by the list a percentage, and where
  // they have a list of their own nothing.
  expect(prices).toEqual([
    ['0.02', '0.03', '0.04', '0.06'],
    ['0.03', '0.05', '0.06', '0.1'],
    ['0.05', '0.1'],
  ]);
}, 120_000);

/** Runs both statements for each case, as an administrator, and undoes every change. */
async function compare(people: (typeof users.$inferInsert)[], now: Date, selling: Selling) {
  const prices = new Set<string>();
  const wrong: object[] = [];
  for (const [place, person] of people.entries()) {
    const { id, resellerId, role, resellerExpiresAt } = person;
    const runs = role === 'reseller' && (resellerExpiresAt?.getTime() ?? 0) > now.getTime();
    const isDirect = !resellerId && !(runs && selling === 'list for resellers');
    const number = place < SURE ? (NUMBERS[0] ?? '') : oneOf(NUMBERS, random);
    const parts = place < SURE ? 1 + (place % 2) : pick(1, 2);
    const alike = place < SURE || random() < 0.5;
    const parameters = sendOf(id, now, { parts, shortParts: alike ? parts : parts + 1, number });
    const charges = isDirect && (selling === 'flat' || alike);
    const long = await undone(parameters, (sql) => runSend(SHAPE)(sql, parameters));
    const short = await undone(parameters, (sql) => runShortSend(parameters)?.(sql, parameters));
    const right = charges ? long.effects : NOTHING;
    if (!Bun.deepEquals(short.effects, right)) wrong.push({ id, short: short.effects, right });
    const [row] = long.rows;
    if (row?.is_direct !== isDirect) wrong.push({ id, isDirect, said: row?.is_direct });
    if (charges && row?.answer) prices.add(String(Number(JSON.parse(row.answer).cost)));
  }
  return { prices, wrong };
}

class Undo extends Error {}

/** The answer of a send, and what it stored of its recipients. */
interface Effects {
  answer: string | null;
  recipients: object[];
}
const NOTHING: Effects = { answer: null, recipients: [] };

/** Does a send, reads what it did, and undoes it. */
async function undone<Row extends { answer: string | null }>(
  { messageId }: SendParameters,
  work: (sql: Pick<Sql, 'unsafe'>) => Promise<Row[]> | undefined,
): Promise<{ rows: Row[]; effects: Effects }> {
  let rows: Row[] = [];
  let effects = NOTHING;
  try {
    await app.deps.sql.begin(async (tx) => {
      rows = (await work(tx)) ?? [];
      const recipients = await tx<object[]>`
        select number, status, cost, margin, price_prefix from sms_recipients where message_id = ${messageId}`;
      effects = { answer: rows[0]?.answer ?? null, recipients: [...recipients] };
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return { rows, effects };
}

function sendOf(
  owner: string,
  now: Date,
  { parts, shortParts, number }: { parts: number; shortParts: number; number: string },
): SendParameters {
  const id = () => Bun.randomUUIDv7();
  return {
    ...SHAPE,
    urgency: 1,
    unreachedEach: null,
    riskOfEach: null,
    mmsOfEach: null,
    validityMinutes: null,
    kind: 'key',
    address: '',
    tokenHash: hashToken(admin.key),
    now,
    secondFactorNeeded: false,
    owner,
    codes: callingCode(number),
    prefixes: prefixesOf(number),
    codeOfEach: callingCode(number),
    transactionId: id(),
    entryId: id(),
    wording: JSON.stringify(wording('sms', { number: '+447700900000' })),
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
    shortParts,
    resendOf: null,
    ...{ heldFor: null, requestId: null },
    mediaId: null,
    mediaKey: null,
    firstId: id(),
    numbers: number,
    partsOfEach: null,
    shortPartsOfEach: null,
    shown: 1000,
    bodyHash: '',
  };
}
