import { MachineClock, appForFile, eventually, forFile, makeAdmin, signUp, startServerProcess } from '../kit/index.ts';
import { startEndpoint } from './kit/endpoint.ts';
import { startEther } from './kit/ethereum.ts';
import { quoteFor } from './kit/evidence.ts';
import { lookNow, paymentsOf, unclaimed } from './kit/wallets.ts';

/** On a busy machine a chain and a process take their time. */
const WITHIN_MS = 60_000;

/** The transaction that is never answered about, once somebody has asked. */
let held: string | null = null;
let asked = Promise.withResolvers<void>();
const env = () => ({ ...chain.env, CHAIN_ETH_URL: between.url });
const chain = await forFile(startEther());
const between = await forFile(
  startEndpoint(async (request) => {
    const body = await request.text();
    if (held !== null && body.includes('getTransactionReceipt') && body.includes(held)) {
      asked.resolve();
      return new Promise<Response>(() => {});
    }
    const headers = { 'content-type': 'application/json' };
    return fetch(chain.env.CHAIN_ETH_URL ?? '', { method: 'POST', headers, body });
  }),
);
const app = await appForFile({ env: env(), background: false, clock: new MachineClock() });

test(
  'a watcher that is killed amid a block neither misses nor doubles, and another takes over',
  async () => {
    const admin = await makeAdmin(app);
    const customers = [await signUp(app), await signUp(app)];
    const quotes = await Promise.all(customers.map((customer) => quoteFor(customer, 'ETH')));
    await lookNow(app);
    const hashes: string[] = [];
    for (const { cryptoAmount } of quotes) hashes.push(await chain.pay(cryptoAmount));
    await chain.confirm();
    held = hashes[1] ?? '';
    asked = Promise.withResolvers<void>();
    const first = await startServerProcess(app.databaseUrl, env());
    await asked.promise;
    const [one, two] = customers;
    if (!one || !two) throw new Error('there are no customers');
    await eventually('the first is stored', WITHIN_MS, async () => (await paymentsOf(one)).length === 1);
    expect(await paymentsOf(two)).toEqual([]);

    await first.kill();
    held = null;
    await eventually('the lock is free', WITHIN_MS, async () => {
      await lookNow(app);
      return (await paymentsOf(two)).length > 0;
    });
    await lookNow(app);
    for (const [place, customer] of customers.entries()) {
      expect(await paymentsOf(customer)).toMatchObject([{ transactionHash: hashes[place] }]);
    }
    expect(await unclaimed(admin)).toEqual([]);
  },
  2 * WITHIN_MS,
);
