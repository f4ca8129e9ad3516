import { readExtendedKey } from '../../../src/shared/extended-key.ts';
import { type Quote, quote as quoteSchema } from '../../../src/money/payments/quotes/contract.ts';
import { keySettings } from '../../chain/kit/keys.ts';
import { makeAdmin, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, readAnswer, readAs, startTestApp } from '../../kit/index.ts';
import { newHash, purchase, submitAs } from './payments.ts';
import { z } from 'zod';
import { listAddressKeys } from '../../../src/money/addresses/contract.ts';

const MINUTE = 60_000;
const settings = keySettings();
const keys = {
  BTC: readExtendedKey(settings.XPUB_BTC, 'bitcoin'),
  ETH: readExtendedKey(settings.XPUB_ETH, 'ethereum'),
};
const SHARED = `0x${'1'.repeat(40)}`;
const env = { ...settings, WALLET_ETH: SHARED };
const app = await appForFile({ background: false, env });
const second = await appForFile({ background: false, env, beside: app });
const admin = await makeAdmin(app);

const quoteOf = (who: TestActor, cryptocurrency: string, amount = '100.00'): Promise<Quote> =>
  readAs(who.as(`/api/users/${who.id}/quotes`, { json: { amount, cryptocurrency } }), quoteSchema);
const keysNow = () => readAnswer(admin.as('/api/admin/address-keys'), listAddressKeys);
const keyNow = async (setting: string) => (await keysNow()).find((key) => key.setting === setting);

test('where the smallest unit is worth more than a tenth of a penny, addresses differ and not amounts', async () => {
  const dear = { RATE_BTC: '0.000009' };
  const [withKey, without] = await Promise.all(
    [
      { ...settings, ...dear },
      { WALLET_BTC: keys.BTC.addressAt(0), ...dear },
    ].map((env) => startTestApp({ background: false, env })),
  );
  if (!withKey || !without) throw new Error('there is no server');
  const people = [await signUp(withKey), await signUp(withKey)];
  const own = await Promise.all(people.map((who) => quoteOf(who, 'BTC')));
  expect(own.map(({ cryptoAmount }) => cryptoAmount)).toEqual(['0.00090000', '0.00090000']);
  expect(new Set(own.map(({ walletAddress }) => walletAddress)).size).toBe(2);

  // Without a key the amounts differ, until a customer would pay a quarter of a pound more than the price.
  const person = await signUp(without);
  expect(await quoteOf(person, 'BTC')).toMatchObject({
    cryptoAmount: expect.stringMatching(/^0\.000900\d\d$/),
    ownAddress: false,
  });
  await without.deps.sql`
    insert into quotes select (jsonb_populate_record(q, jsonb_build_object(
      'id', gen_random_uuid(), 'crypto_amount', 0.0009 + step * 0.00000001))).*
    from quotes q cross join generate_series(1, 224) step
    where q.user_id = ${person.id} and q.crypto_amount <> 0.0009 + step * 0.00000001`;
  expect(await quoteOf(person, 'BTC')).toMatchObject({ cryptoAmount: '0.00090225' });
  const json = { amount: '100.00', cryptocurrency: 'BTC' };
  await expectProblem(await person.as(`/api/users/${person.id}/quotes`, { json }), 'unavailable');
  // Another amount has room.
  expect(await quoteOf(person, 'BTC', '101.00')).toMatchObject({
    cryptoAmount: expect.stringMatching(/^0\.00090\d{3}$/),
  });
  await withKey.stop();
  await without.stop();
});

test('those who ask at once, of two processes, all have addresses of their own', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, (_, place) => signUp(place % 2 ? second : app)));
  const quotes = await Promise.all(people.flatMap((who) => Array.from({ length: 10 }, () => quoteOf(who, 'BTC'))));
  const expected = Array.from({ length: 100 }, (_, place) => keys.BTC.addressAt(place + 1));
  expect(quotes.map(({ walletAddress }) => walletAddress).toSorted()).toEqual(expected.toSorted());
  // The plain amount: the address says whose it is.
  for (const quote of quotes) expect(quote).toMatchObject({ cryptoAmount: '0.00180000', ownAddress: true });
  expect(await keyNow('XPUB_BTC')).toEqual({
    setting: 'XPUB_BTC',
    chain: 'bitcoin',
    form: 'vpub',
    first: [0, 1, 2].map((index) => keys.BTC.addressAt(index)),
    given: 100,
    unusedInARow: 100,
    gapLimit: 20,
  });
  const again = app.deps.sql`
    insert into own_addresses select key_id, index, chain, address || 'x', user_id, given_at from own_addresses
    where index = 1`;
  await expect(again.execute()).rejects.toThrow('own_addresses_key_id_index_pk');
});

test('ether and its tokens share one row of addresses, and amounts that can be paid', async () => {
  const person = await signUp(app);
  const [ether, token] = [await quoteOf(person, 'ETH', '50.01'), await quoteOf(person, 'USDT_ERC20', '50.01')];
  expect(ether).toMatchObject({
    walletAddress: keys.ETH.addressAt(1),
    cryptoAmount: '0.80016000',
    paymentUri: `ethereum:${keys.ETH.addressAt(1)}@1?value=800160000000000000`,
  });
  expect(token).toMatchObject({ walletAddress: keys.ETH.addressAt(2), cryptoAmount: '63.51270000' });
  const others = await quoteOf(person, 'SOL');
  expect(others).toMatchObject({ ownAddress: false });
  expect(others.cryptoAmount).not.toBe('26.00000000');
});

test('an address whose quote ended unpaid is given again, and only to its customer', async () => {
  const [person, other] = [await signUp(app), await signUp(app)];
  const first = await quoteOf(person, 'BTC');
  app.clock.advance(21 * MINUTE);
  expect((await quoteOf(other, 'BTC')).walletAddress).not.toBe(first.walletAddress);
  const again = await quoteOf(person, 'BTC');
  expect(again).toMatchObject({ walletAddress: first.walletAddress, cryptoAmount: first.cryptoAmount });
  // That one is open: a further one has another address.
  expect((await quoteOf(person, 'BTC')).walletAddress).not.toBe(first.walletAddress);
  const paid = await submitAs(person, { type: 'credit_purchase', quoteId: first.id, transactionHash: newHash() });
  expect(await paid.json()).toMatchObject({ walletAddress: first.walletAddress, cryptoAmount: '0.00180000' });
  app.clock.advance(21 * MINUTE);
  // A hash that no chain has shown is no payment.
  expect((await quoteOf(person, 'BTC')).walletAddress).toBe(first.walletAddress);
  app.clock.advance(21 * MINUTE);
  await app.deps.sql`
    insert into chain_evidence (transaction_id, transaction_hash, confirmations_wanted, found_at)
    select id, transaction_hash, 2, now() from transactions where quote_id = ${first.id}`;
  const later = [await quoteOf(person, 'BTC'), await quoteOf(person, 'BTC')];
  expect(later.map(({ walletAddress }) => walletAddress)).not.toContain(first.walletAddress);
});

test('a payment without a quote goes to the address of all', async () => {
  const person = await signUp(app);
  const coins = await readAs(person.as('/api/coins'), z.object({ id: z.string(), walletAddress: z.string() }).array());
  const addressOf = (id: string) => coins.find((coin) => coin.id === id)?.walletAddress;
  // Without an address for it, that is the key's first.
  expect(addressOf('BTC')).toBe(keys.BTC.addressAt(0));
  expect(addressOf('ETH')).toBe(SHARED);
  expect(await purchase(person)).toMatchObject({ walletAddress: keys.BTC.addressAt(0) });
});

test('a paid address ends a row of unused ones', async () => {
  const person = await signUp(app);
  const before = await keyNow('XPUB_ETH');
  const quotes = [await quoteOf(person, 'ETH'), await quoteOf(person, 'ETH'), await quoteOf(person, 'ETH')];
  const given = (before?.given ?? 0) + 3;
  expect(await keyNow('XPUB_ETH')).toMatchObject({ given, unusedInARow: given });
  await app.deps.sql`
    insert into wallet_transfers
      (id, cryptocurrency, chain, address, transaction_hash, amount, seen_at, confirmations, watched)
    values (gen_random_uuid(), 'ETH', 'ethereum', ${quotes[1]?.walletAddress ?? ''}, ${newHash()}, '1', now(), 1, false)`;
  expect(await keyNow('XPUB_ETH')).toMatchObject({ given, unusedInARow: given - 2 });
  const metrics = await (await app.fetch('/metrics')).text();
  expect(metrics).toContain(`own_addresses_unused_in_a_row{chain="ethereum"} ${given - 2}`);
});

test('an account has three unpaid addresses at most, whatever hashes it submits', async () => {
  await using limited = await startTestApp({ env: { ...settings, RATE_LIMITS: 'on' }, background: false });
  const eager = await signUp(limited);
  const given = new Set<string>();
  const ask = () => eager.as(`/api/users/${eager.id}/quotes`, { json: { amount: '100', cryptocurrency: 'BTC' } });
  for (let time = 0; time < 9; time++) {
    const response = await ask();
    if (response.status === 409) break;
    const quote = await readAs(response, quoteSchema);
    given.add(quote.walletAddress);
    if (time >= 6) continue;
    const paid = { type: 'credit_purchase', quoteId: quote.id, transactionHash: newHash() };
    expect((await submitAs(eager, paid)).status).toBe(201);
  }
  expect(given.size).toBeLessThanOrEqual(3);
  expect((await ask()).status).toBe(409);
});
