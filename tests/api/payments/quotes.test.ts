import { COIN_IDS } from '../../../db/enums.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { makeQuote } from '../../../src/money/payments/quotes/make-quote.ts';
import { createQuote, type Quote, quote as quoteSchema } from '../../../src/money/payments/quotes/contract.ts';
import { transaction } from '../../../src/money/payments/contract.ts';
import { readAnswer, makeAdmin, makeReseller, signUp, type TestActor } from '../../kit/index.ts';
import { appForFile, expectProblem, makeCustomer, readAs, startTestApp, withId } from '../../kit/index.ts';
import { inCoin, orderOf } from './orders.ts';
import { newHash, purchase, purchaseOf, rejectAs, statuses, submitAs, verifyAs } from './payments.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const BITCOIN = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

const app = await appForFile({ background: false, env: { WALLET_BTC: BITCOIN, WALLET_ETH: `0x${'1'.repeat(40)}` } });
const person = await signUp(app);
const ask = (who: TestActor, json: unknown) => who.as(`/api/users/${who.id}/quotes`, { json });
const quoteOf = (who: TestActor, json: object = {}): Promise<Quote> =>
  readAnswer(ask(who, { amount: '100', cryptocurrency: 'BTC', ...json }), createQuote);
const openOf = async (who: TestActor) => await readAs(who.as(`/api/users/${who.id}/quotes`), quoteSchema.array());
const read = (who: TestActor, { id }: Quote, owner = who) => who.as(`/api/users/${owner.id}/quotes/${id}`);
const payWith = (who: TestActor, { id: quoteId }: Quote, more: object = {}) =>
  submitAs(who, { type: 'credit_purchase', quoteId, transactionHash: newHash(), ...more });

test('says what to pay, where to and until when', async () => {
  const quote = await quoteOf(await signUp(app), { amount: '250.00' });
  const now = app.clock.now().getTime();
  expect(quote).toMatchObject({
    amount: '250.00',
    cryptocurrency: 'BTC',
    cryptoAmount: expect.stringMatching(/^0\.00450\d{3}$/),
    rate: '0.000018',
    walletAddress: BITCOIN,
    paymentUri: expect.stringContaining(`bitcoin:${BITCOIN}?amount=0.00450`),
    status: 'open',
    transactionId: null,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 20 * MINUTE).toISOString(),
  });
});

test.each([
  [{ amount: '10' }, 'amount'],
  [{ amount: '1000000.01' }, 'amount'],
  [{ amount: '0' }, 'amount'],
  [{ amount: {} }, 'amount'],
  [{ cryptocurrency: 'DOGE' }, 'cryptocurrency'],
])('%j is refused', async (json, path) => {
  const response = await ask(person, { amount: '100', cryptocurrency: 'BTC', ...json });
  expect(await expectProblem(response, 'validation_failed')).toMatchObject({ errors: [{ path }] });
});

test('is for its owner and administrators, and for who may pay in coins', async () => {
  const quote = await quoteOf(person);
  const [other, admin] = [await signUp(app), await makeAdmin(app)];
  expect((await read(admin, quote, person)).status).toBe(200);
  await expectProblem(await read(other, quote, person), 'forbidden');
  await expectProblem(await read(other, quote), 'not_found');
  await expectProblem(await payWith(other, quote), 'validation_failed');
  const customer = await makeCustomer(app, await makeReseller(app));
  await expectProblem(await ask(customer, { amount: '100', cryptocurrency: 'BTC' }), 'not_allowed_now');
});

describe('the amount', () => {
  test('differs for each of a thousand quotes at once, two hundred of them for the same price', async () => {
    const { deps } = app;
    const same = Array.from({ length: 200 }, () => ({ amount: '100', cryptocurrency: 'ETH' }) as const);
    const mixed = Array.from({ length: 800 }, (_, place) => ({
      amount: String(50 + (place % 20)),
      cryptocurrency: COIN_IDS[place % COIN_IDS.length] ?? 'ETH',
    }));
    const quotes = await Promise.all(
      [...same, ...mixed].map((input) => transact(deps, (tx) => makeQuote({ deps }, { tx, userId: person.id, input }))),
    );
    const amounts = quotes.map((each) => `${each.cryptocurrency} ${each.cryptoAmount} ${each.walletAddress}`);
    expect(new Set(amounts).size).toBe(1000);
    const most = Math.max(...quotes.slice(0, 200).map(({ cryptoAmount }) => Number(cryptoAmount)));
    expect(most, 'they are chosen within a tenth of a pound').toBeLessThanOrEqual(1.6 + 0.0016);
  });

  test('is once in the database, whatever the code above does', async () => {
    const quote = await quoteOf(person);
    const again = app.deps.sql`
      insert into quotes select (jsonb_populate_record(q, jsonb_build_object('id', gen_random_uuid()))).*
      from quotes q where q.id = ${quote.id}`;
    await expect(again.execute()).rejects.toThrow('quotes_amount_once');
  });

  test('is held for a week after the quote, and may be given again then', async () => {
    const amount = '77.00';
    const { id } = await quoteOf(person, { amount });
    const isHeld = async () => {
      // Whoever asks for about as much frees what is no longer held.
      await quoteOf(person, { amount });
      const [row] = await app.deps.sql<{ held: boolean }[]>`
        select holds_amount as held from quotes where id = ${id}`;
      return row?.held;
    };
    app.clock.advance(20 * MINUTE + 7 * DAY);
    expect(await isHeld()).toBe(true);
    app.clock.advance(1);
    expect(await isHeld()).toBe(false);
  });
});

describe('a payment with a quote', () => {
  test('is the quote’s, whatever else it says, and the quote is used', async () => {
    const quote = await quoteOf(person);
    expect((await openOf(person)).map(({ id }) => id)).toContain(quote.id);
    const payment = await readAs(
      payWith(person, quote, { cryptoAmount: '5', walletAddress: 'elsewhere' }),
      transaction,
    );
    expect(payment).toMatchObject({
      amount: '100.00',
      cryptocurrency: 'BTC',
      cryptoAmount: quote.cryptoAmount,
      walletAddress: BITCOIN,
      quoteId: quote.id,
    });
    expect(await (await read(person, quote)).json()).toMatchObject({ status: 'used', transactionId: payment.id });
    expect((await openOf(person)).map(({ id }) => id)).not.toContain(quote.id);
    await expectProblem(await payWith(person, quote), 'not_allowed_now');
    // Where nothing came of the payment, the quote may be paid after all.
    expect((await rejectAs(await makeAdmin(app), payment.id)).status).toBe(200);
    expect((await payWith(person, quote)).status).toBe(201);
  });

  test('twice at once is taken once', async () => {
    const quote = await quoteOf(person);
    const answers = await Promise.all(Array.from({ length: 5 }, () => payWith(person, quote)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
  });

  test('may come late', async () => {
    const quote = await quoteOf(person);
    app.clock.advance(20 * MINUTE);
    expect(await (await read(person, quote)).json()).toMatchObject({ status: 'expired' });
    expect((await openOf(person)).map(({ id }) => id)).not.toContain(quote.id);
    expect((await payWith(person, quote)).status).toBe(201);
  });

  test.each([
    [{ cryptocurrency: 'ETH' }, 'quoteId'],
    [{ amount: '99.00' }, 'quoteId'],
    [{ quoteId: Bun.randomUUIDv7() }, 'quoteId'],
    [{ quoteId: 'no id' }, 'quoteId'],
    [{ transactionHash: 'no hash' }, 'transactionHash'],
    [{ transactionHash: undefined }, 'transactionHash'],
  ])('with %j is refused', async (more, path) => {
    const response = await payWith(person, await quoteOf(person), more);
    expect(await expectProblem(response, 'validation_failed')).toMatchObject({ errors: [{ path }] });
  });

  test('pays an order at its price', async () => {
    const buyer = await signUp(app);
    const order = orderOf();
    const price = '250.00';
    const wrong = await quoteOf(buyer, { amount: '249.00' });
    const paid = { ...order, transactionHash: newHash() };
    await expectProblem(await submitAs(buyer, { ...paid, quoteId: wrong.id }), 'validation_failed');
    const quote = await quoteOf(buyer, { amount: price });
    const response = await submitAs(buyer, { ...paid, quoteId: quote.id });
    expect(await response.json()).toMatchObject({ amount: price, cryptoAmount: quote.cryptoAmount, quoteId: quote.id });
  });
});

describe('a payment without one', () => {
  test('costs what it did before there were quotes, and the server makes a quote for it', async () => {
    const payment = await purchase(person);
    const id = payment.quoteId ?? '';
    expect(payment).toMatchObject({ cryptoAmount: '0.00180000', quoteId: expect.any(String) });
    const order = await submitAs(await signUp(app), orderOf(inCoin()));
    expect(await order.json()).toMatchObject({ cryptoAmount: '0.00450000', quoteId: expect.any(String) });
    // Nobody asked for it, so nobody reads it or pays with it.
    await expectProblem(await person.as(`/api/users/${person.id}/quotes/${id}`), 'not_found');
    await expectProblem(await submitAs(person, purchaseOf({ quoteId: id })), 'validation_failed');
  });
});

test('one account can hold only so many amounts', async () => {
  await using limited = await startTestApp({ background: false, env: { RATE_LIMITS: 'on' } });
  const eager = await signUp(limited);
  const askAgain = () => ask(eager, { amount: '100', cryptocurrency: 'BTC' });
  const answers = await Promise.all(Array.from({ length: 10 }, askAgain));
  expect(statuses(answers)).toEqual({ 201: 3, 409: 7 });
  expect((await expectProblem(await askAgain(), 'not_allowed_now')).detail).toStartWith('You have 3 open quotes');
  const [open] = await openOf(eager);
  const paid = await payWith(eager, open ?? (await quoteOf(eager)));
  expect(paid.status).toBe(201);
  expect((await askAgain()).status).toBe(201);
  // A verified payment holds no amount either: three are open besides.
  expect((await verifyAs(await makeAdmin(limited), (await readAs(paid, withId)).id)).status).toBe(200);
  const [next] = await openOf(eager);
  expect((await payWith(eager, next ?? (await quoteOf(eager)))).status).toBe(201);
  expect((await askAgain()).status).toBe(201);
  expect((await askAgain()).status).toBe(409);
  limited.clock.advance(20 * MINUTE);
  expect((await askAgain()).status).toBe(201);
  const more = await Promise.all(Array.from({ length: 50 }, askAgain));
  expect(statuses(more)).toEqual({ 201: 2, 409: 43, 429: 5 });
});
