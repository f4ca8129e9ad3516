import { provisionNumbers } from '../../../src/services/numbers/provisioning/provision.ts';
import { twilio } from '../../../src/carriers/adapters/twilio/twilio.ts';
import { carriersAt } from '../../carriers/accounts.ts';
import {
  balanceOf,
  eventually,
  expectSoundBooks,
  RunningClock,
  type TestActor,
  actorOf,
  untilWaiting,
} from '../../kit/index.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { type ServerProcess, startServerProcess } from '../../kit/server-process.ts';
import { available, buyer, numbersOf, buyAs } from './numbers.ts';

/** A server that buys a number at a real carrier is killed at each step; another one carries on. */

const NUMBER = '+442079460123';

/** The part of Twilio that sells numbers: what it sold stays sold, even if our process that asked is gone. */
class NumberShop {
  readonly sold: string[] = [];
  readonly asked = Promise.withResolvers<void>();
  /** The person who asked to buy has closed the connection. */
  readonly hungUp = Promise.withResolvers<void>();
  /** A sale waits for the first, and its answer for the second. */
  beforeSale: Promise<void> | null = null;
  beforeAnswer: Promise<void> | null = null;
  readonly #server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => this.#answer(request) });

  get settings(): Record<string, string> {
    const all = Object.entries(carriersAt(`http://127.0.0.1:${this.#server.port}`));
    return Object.fromEntries(all.filter(([name]) => name.startsWith('TWILIO_')));
  }

  stop = () => this.#server.stop(true);

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/Local.json')) {
      const free = this.sold.length === 0 ? [{ phone_number: NUMBER }] : [];
      return Response.json({ available_phone_numbers: free });
    }
    if (pathname.endsWith('/Mobile.json')) return Response.json({ code: 20_404 }, { status: 404 });
    if (/\/(Regulations|Bundles)$/.test(pathname)) return Response.json({ results: [] });
    if (pathname.endsWith('/Addresses.json')) return Response.json({ addresses: [] });
    if (!pathname.endsWith('/IncomingPhoneNumbers.json')) return Response.json({ status: 'active' });
    if (request.method === 'GET') {
      const owned = this.sold.map((friendly_name, index) => ({ sid: `PN${index}`, friendly_name }));
      return Response.json({ incoming_phone_numbers: owned });
    }
    const reference = new URLSearchParams(await request.text()).get('FriendlyName') ?? '';
    request.signal.addEventListener('abort', () => this.hungUp.resolve());
    this.asked.resolve();
    const { beforeSale, beforeAnswer } = this;
    await beforeSale;
    // A buyer who hung up before the sale has bought nothing.
    if (request.signal.aborted) return new Response();
    this.sold.push(reference);
    await beforeAnswer;
    return Response.json({ sid: `PN${this.sold.length - 1}` }, { status: 201 });
  }
}

let shop: NumberShop;
let app: TestApp;
let person: TestActor;
let server: ServerProcess;
beforeEach(async () => {
  shop = new NumberShop();
  app = await startTestApp({
    env: shop.settings,
    adapters: [twilio],
    background: false,
    // It runs as that of the program beside it.
    clock: new RunningClock(),
  });
  person = await buyer(app);
  server = await startServerProcess(app.databaseUrl, shop.settings);
}, 30_000);
afterEach(async () => {
  await expectSoundBooks(app);
  await server.kill();
  await app.stop();
  await shop.stop();
});

const buy = () => buyAs(actorOf(server, person), NUMBER);

/** Another server's work once the dead one's claim has run out. */
async function carryOn(): Promise<void> {
  shop.beforeSale = null;
  shop.beforeAnswer = null;
  app.clock.advance(120_000);
  await provisionNumbers(app.deps);
}

/** Holds rows against everybody else until the result is called. */
async function lockRows(table: 'users' | 'did_numbers'): Promise<() => Promise<void>> {
  const connection = await app.deps.sql.reserve();
  await connection`begin`;
  await connection`select 1 from ${connection(table)} for update`;
  return async () => {
    await connection`rollback`;
    connection.release();
  };
}

async function expectBoughtOnce(): Promise<void> {
  expect(await numbersOf(person)).toMatchObject([{ number: NUMBER, status: 'active' }]);
  const [row] = await app.deps.sql`select transaction_id::text as charge from did_numbers`;
  expect(shop.sold).toEqual([row?.charge]);
  expect(await balanceOf(person)).toBe('451.00');
}

test('killed before the charge has committed: nothing charged, nothing bought', async () => {
  const unlock = await lockRows('users');
  const purchase = buy().catch(() => null);
  await untilWaiting(app.deps.sql);
  await server.kill();
  await unlock();
  expect(await purchase).toBeNull();
  await carryOn();
  expect(await balanceOf(person)).toBe('500.00');
  expect(shop.sold).toEqual([]);
  expect(await numbersOf(person)).toEqual([]);
  expect(await available(person)).toEqual([NUMBER]);
});

test('killed before the carrier has sold it: another server buys it, once', async () => {
  const sale = Promise.withResolvers<void>();
  shop.beforeSale = sale.promise;
  expect((await buy()).status).toBe(201);
  await shop.asked.promise;
  await server.kill();
  await shop.hungUp.promise;
  sale.resolve();
  await provisionNumbers(app.deps);
  expect(shop.sold).toEqual([]);
  await carryOn();
  await expectBoughtOnce();
});

test('killed before the answer came: another server finds it bought', async () => {
  const answer = Promise.withResolvers<void>();
  shop.beforeAnswer = answer.promise;
  expect((await buy()).status).toBe(201);
  await eventually('the carrier has sold it', async () => shop.sold.length === 1);
  await server.kill();
  answer.resolve();
  await carryOn();
  await expectBoughtOnce();
});

test('killed after the answer, before that is stored: another server finds it bought', async () => {
  const answer = Promise.withResolvers<void>();
  shop.beforeAnswer = answer.promise;
  expect((await buy()).status).toBe(201);
  await eventually('the carrier has sold it', async () => shop.sold.length === 1);
  const unlock = await lockRows('did_numbers');
  answer.resolve();
  await untilWaiting(app.deps.sql);
  await server.kill();
  await unlock();
  expect(await numbersOf(person)).toMatchObject([{ number: NUMBER, status: 'provisioning' }]);
  await carryOn();
  await expectBoughtOnce();
});
