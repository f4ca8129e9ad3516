import { extractText, getDocumentProxy } from 'unpdf';
import { readConfig } from '../../../src/config.ts';
import { coin, transaction } from '../../../src/money/payments/contract.ts';
import { quote as quoteSchema } from '../../../src/money/payments/quotes/contract.ts';
import { lookAtRates } from '../../../src/money/rates/look.ts';
import { startEndpoint } from '../../chain/kit/endpoint.ts';
import { appForFile, expectProblem, makeAdmin, readAs, signUp, startTestApp, forFile } from '../../kit/index.ts';
import { newHash, purchaseOf, submitAs, verifyAs } from './payments.ts';

const MINUTE = 60_000;

/** The exchanges' answers: pounds for a bitcoin, or a status where they fail. */
const said = { kraken: '50000.00000', coinbase: '50000.00', coingecko: 50_000, binance: '50000.00000000' };
let failing: string[] = [];

/** The four exchanges' public tickers as they document them; each below a path of its own. */
function answerOf(url: URL): Response {
  const [, exchange = ''] = url.pathname.split('/');
  const place = url.pathname.slice(exchange.length + 1) + url.search;
  if (failing.includes(exchange)) return new Response('no', { status: 503 });
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const known: Record<string, unknown> = {
    '/0/public/Ticker?pair=XBTGBP': {
      error: [],
      result: { XXBTZGBP: { a: ['50001.0', '1', '1.000'], c: [said.kraken, '0.00100000'], v: ['1', '2'] } },
    },
    '/products/BTC-GBP/ticker': { ask: '50001', bid: '49999', price: said.coinbase, trade_id: 1 },
    '/api/v3/simple/price?ids=bitcoin&vs_currencies=gbp&include_last_updated_at=true': {
      bitcoin: { gbp: said.coingecko, last_updated_at: now },
    },
    '/api/v3/ticker/price?symbol=BTCGBP': { symbol: 'BTCGBP', price: said.binance },
    '/api/v3/ticker/price?symbol=BTCUSDT': { symbol: 'BTCUSDT', price: '62500.00000000' },
    '/api/v3/ticker/price?symbol=SOLUSDT': { symbol: 'SOLUSDT', price: '125.00000000' },
  };
  const found = known[place];
  if (found) return Response.json(found);
  return place.startsWith('/0/')
    ? Response.json({ error: ['EQuery:Unknown asset pair'] })
    : Response.json({ message: 'NotFound' }, { status: 404 });
}

const exchanges = await forFile(startEndpoint((request) => answerOf(new URL(request.url))));
const app = await appForFile({
  background: false,
  env: {
    RATE_SOURCE: 'kraken, coinbase,coingecko,binance',
    RATE_SPREAD_PERCENT: '2.5',
    RATE_KRAKEN_URL: `${exchanges.url}/kraken`,
    RATE_COINBASE_URL: `${exchanges.url}/coinbase`,
    RATE_COINGECKO_URL: `${exchanges.url}/coingecko`,
    RATE_BINANCE_URL: `${exchanges.url}/binance`,
  },
});
const customer = await signUp(app);
beforeEach(async () => {
  Object.assign(said, { kraken: '50000.0', coinbase: '50000', coingecko: 50_000, binance: '50000.0' });
  failing = [];
  await app.deps.sql`delete from coin_rates`;
});

const look = () => lookAtRates(app.deps);
const ask = (json: object = {}) =>
  customer.as(`/api/users/${customer.id}/quotes`, { json: { amount: '100', cryptocurrency: 'BTC', ...json } });
const coinsOf = async () => await readAs(customer.as('/api/coins'), coin.array());
const bitcoin = async () => (await coinsOf()).find(({ id }) => id === 'BTC');
const metric = async () => /coin_rate_paused\{coin="BTC"\} (\d)/.exec(await (await app.fetch('/metrics')).text())?.[1];

describe('the rate', () => {
  test('is the median of who answers, with the spread on top, and stands on the quote', async () => {
    Object.assign(said, { kraken: '49000', coinbase: '50000', coingecko: 51_000.5, binance: '1000000' });
    await look();
    const quote = await readAs(ask(), quoteSchema);
    // The mean of 50000 and 51000.5; 2.5 % more of the coin.
    expect(Number(quote.rate)).toBeCloseTo(1.025 / 50_500.25, 12);
    expect(quote.rateSources).toEqual([
      { source: 'kraken', price: '49000' },
      { source: 'coinbase', price: '50000' },
      { source: 'coingecko', price: '51000.5' },
      { source: 'binance', price: '1000000' },
    ]);
    expect(Number(quote.cryptoAmount)).toBeGreaterThan(100 * Number(quote.rate));
    expect(await bitcoin()).toMatchObject({ rate: quote.rate, paused: false });
  });

  test('stands with its sources on the payment and in the statement, on paper as well', async () => {
    Object.assign(said, { kraken: '49000.10', coinbase: '50000', coingecko: 51_000, binance: '50500' });
    await look();
    const quote = await readAs(ask(), quoteSchema);
    const transactionHash = newHash();
    const paid = { type: 'credit_purchase', quoteId: quote.id, transactionHash };
    const { id } = await readAs(submitAs(customer, paid), transaction);
    expect((await verifyAs(await makeAdmin(app), id, transactionHash)).status).toBe(200);
    // Later answers of the exchanges change nothing of it.
    said.kraken = '60000';
    await look();
    const { cryptocurrency, cryptoAmount, rate, rateSources: sources } = quote;
    const quoted = { cryptocurrency, cryptoAmount, rate, sources };
    expect(sources).toHaveLength(4);
    const home = `/api/users/${customer.id}`;
    expect(await (await customer.as(`${home}/transactions/${id}/timeline`)).json()).toMatchObject({ quoted });
    const lines = await (await customer.as(`${home}/statement/lines`)).json();
    expect(lines).toMatchObject([{ id, amount: '100.00', quoted }]);
    const named = 'kraken 49000.10, coinbase 50000, coingecko 51000, binance 50500';
    const [, line] = (await (await customer.as(`${home}/statement.csv`)).text()).split('\r\n');
    expect(line).toEndWith(`,100.00,100.00,BTC,${cryptoAmount},${rate},"${named}"`);
    const pdf = new Uint8Array(await (await customer.as(`${home}/statement.pdf`)).arrayBuffer());
    const { text } = await extractText(await getDocumentProxy(pdf));
    const printed = text.join(' ').replace(/\s+/g, ' ');
    expect(printed).toContain(`${cryptoAmount} BTC, ${rate} BTC = £1 (${named})`);
  });

  test('is there while one exchange answers; of a pair that it has not, bitcoin’s two say what it costs', async () => {
    failing = ['kraken', 'coinbase', 'coingecko'];
    await look();
    const rates = Object.fromEntries((await coinsOf()).map(({ id, rate }) => [id, Number(rate)]));
    expect(rates.BTC).toBeCloseTo(1.025 / 50_000, 12);
    // A tether is 50000 / 62500 pounds, a SOL 125 of them.
    expect(rates.USDT_TRC20).toBeCloseTo(1.025 / 0.8, 12);
    expect(rates.SOL).toBeCloseTo(1.025 / 100, 12);
    expect(rates.ETH).toBeUndefined();
  });

  test('that is no price is not believed', async () => {
    failing = ['coinbase', 'binance'];
    for (const nonsense of ['0', '-5', '1e9', 'NaN', '']) {
      Object.assign(said, { kraken: nonsense, coingecko: nonsense });
      await look();
      expect(await bitcoin()).toBeUndefined();
    }
    await expectProblem(await ask(), 'unavailable');
  });
});

describe('new quotes stop', () => {
  test('where nobody has confirmed the rate for five minutes, and go on once somebody does', async () => {
    await look();
    const open = await readAs(ask(), quoteSchema);
    failing = ['kraken', 'coinbase', 'coingecko', 'binance'];
    app.clock.advance(5 * MINUTE);
    await look();
    expect((await ask()).status).toBe(201);
    app.clock.advance(1);
    const refused = await expectProblem(await ask(), 'unavailable');
    expect(refused.detail).toStartWith('What Bitcoin costs is not certain at this moment');
    await expectProblem(await submitAs(customer, purchaseOf()), 'unavailable');
    expect(await bitcoin()).toMatchObject({ paused: true });
    expect(await metric()).toBe('1');
    expect(await (await app.fetch('/metrics')).text()).toContain('coin_rate_age_seconds{coin="BTC"} 300.001');
    // An earlier quote holds.
    const { transactionHash } = purchaseOf();
    expect((await submitAs(customer, { type: 'credit_purchase', quoteId: open.id, transactionHash })).status).toBe(201);
    failing = [];
    await look();
    expect((await ask()).status).toBe(201);
    expect(await metric()).toBe('0');
  });

  test('where the rate jumped by more than a tenth, until it has stood still for five minutes', async () => {
    await look();
    const all = (price: number) =>
      Object.assign(said, { kraken: String(price), coinbase: String(price), coingecko: price, binance: String(price) });
    all(55_000);
    await look();
    expect((await ask()).status).toBe(201);
    all(60_501);
    app.clock.advance(MINUTE);
    await look();
    await expectProblem(await ask(), 'unavailable');
    for (let minute = 1; minute < 5; minute++) {
      app.clock.advance(MINUTE);
      await look();
      await expectProblem(await ask(), 'unavailable');
    }
    app.clock.advance(MINUTE - 1);
    await look();
    await expectProblem(await ask(), 'unavailable');
    app.clock.advance(1);
    await look();
    expect((await ask()).status).toBe(201);
  });
});

test('fixed rates need nobody, and say that they are fixed', async () => {
  await using fixed = await startTestApp({ background: false });
  const person = await signUp(fixed);
  await lookAtRates(fixed.deps);
  const json = { amount: '100', cryptocurrency: 'BTC' };
  const quote = await readAs(person.as(`/api/users/${person.id}/quotes`, { json }), quoteSchema);
  expect(quote).toMatchObject({ rate: '0.000018', rateSources: [{ source: 'fixed', price: null }] });
});

describe("the exchanges' prices are not believed", () => {
  test('where the two that answer differ by more than 3 %: quotes stop at once, and go on once they agree', async () => {
    failing = ['coingecko', 'binance'];
    Object.assign(said, { kraken: '50000', coinbase: '51500' });
    await look();
    expect((await ask()).status).toBe(201);
    const { rate } = (await bitcoin()) ?? expect.unreachable();
    said.coinbase = '51500.01';
    await look();
    await expectProblem(await ask(), 'unavailable');
    expect(await bitcoin()).toMatchObject({ rate, paused: true });
    expect(await metric()).toBe('1');
    // However long it lasts.
    for (let minute = 0; minute < 12; minute++) {
      said.kraken = '500000';
      app.clock.advance(MINUTE / 2);
      await look();
      await expectProblem(await ask(), 'unavailable');
    }
    Object.assign(said, { kraken: '50100', coinbase: '50000' });
    await look();
    expect((await ask()).status).toBe(201);
  });

  test('where the two in the middle of four differ', async () => {
    Object.assign(said, { kraken: '50000', coinbase: '50000', coingecko: 500_000, binance: '500000' });
    await look();
    await expectProblem(await ask(), 'unavailable');
    said.binance = '50100';
    await look();
    expect((await ask()).status).toBe(201);
  });

  test('where one of several answers alone and says something else than before', async () => {
    await look();
    failing = ['coinbase', 'coingecko', 'binance'];
    said.kraken = '100000';
    for (let minute = 0; minute < 12; minute++) {
      app.clock.advance(MINUTE);
      await look();
    }
    await expectProblem(await ask(), 'unavailable');
    expect(Number((await bitcoin())?.rate)).toBeCloseTo(1.025 / 50_000, 12);
    said.kraken = '55000';
    await look();
    expect((await ask()).status, 'up to a tenth is what markets do').toBe(201);
  });

  test.each([
    ['10000', true],
    ['9999.99', false],
    ['500000', true],
    ['500000.01', false],
  ])('at the first start where one says %s: %p', async (kraken, believed) => {
    failing = ['coinbase', 'coingecko', 'binance'];
    said.kraken = kraken;
    await look();
    expect((await ask()).status).toBe(believed ? 201 : 503);
    expect((await bitcoin()) !== undefined).toBe(believed);
  });
});

test.each(['RATE_BTC', 'RATE_USDT', 'RATE_ETH', 'RATE_SOL'])('%s=0 stops the start', (name) => {
  expect(() => readConfig({ [name]: '0.000' })).toThrow(`${name}: Amount must be more than zero`);
  expect(() => readConfig({ RATE_BAND_BTC: '5' })).toThrow('RATE_BAND_BTC: must be two prices');
});
