import { findDue } from '../../../src/money/wallets/addresses.ts';
import { z } from 'zod';
import { watchWallets } from '../../../src/money/wallets/watch.ts';
import { startEndpoint } from '../../chain/kit/endpoint.ts';
import { walletsOf } from '../../chain/kit/wallets.ts';
import { appForFile, makeAdmin, readAs, signUp, forFile } from '../../kit/index.ts';

const SECOND = 1000;
const OURS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
let works = false;
const trongrid = await forFile(
  startEndpoint(() =>
    works ? Response.json({ data: [], success: true, meta: {} }) : new Response('busy', { status: 429 }),
  ),
);
const env = { CHAIN_TRON_URL: trongrid.url, WALLET_USDT_TRC20: OURS };
const app = await appForFile({ env, background: false });
const admin = await makeAdmin(app);

const behind = async () => {
  const text = await (await app.fetch('/metrics')).text();
  return /^wallet_watch_behind_seconds\{coin="USDT_TRC20"\} (\S+)$/m.exec(text)?.[1];
};

test('an endpoint that fails is asked less and less often, and the administrator and a metric say so', async () => {
  expect(await walletsOf(admin)).toMatchObject([{ cryptocurrency: 'USDT_TRC20', address: OURS }]);
  expect(await behind()).toBe('-1');
  const pauses: number[] = [];
  let waited = 0;
  // 10, 20, 40 and 80 seconds, however often it is tried.
  while (trongrid.asked < 5) {
    const { asked } = trongrid;
    await watchWallets(app.deps);
    if (trongrid.asked > asked) pauses.push(waited);
    app.clock.advance(10 * SECOND);
    waited += 10;
  }
  expect(pauses).toEqual([0, 10, 30, 70, 150]);
  const [failing] = await walletsOf(admin);
  expect(failing).toMatchObject({ state: 'failing', fault: '127.0.0.1 answered 429', lookedAt: null });

  works = true;
  app.clock.advance(300 * SECOND);
  await watchWallets(app.deps);
  const [mended] = await walletsOf(admin);
  expect(mended).toMatchObject({ state: 'watching', fault: null });
  expect(await behind()).toBe('0');
  app.clock.advance(200 * SECOND);
  expect(await behind()).toBe('200');
  expect((await walletsOf(admin))[0]).toMatchObject({ state: 'failing' });
});

test('an address that is no longer given to customers is watched for 8 days more', async () => {
  const now = app.clock.now().getTime();
  const WEEK_AND_DAY = 691_200_000;
  const at = (ahead: number) => new Date(now + ahead).toISOString();
  await app.deps.sql`
    insert into wallet_positions (cryptocurrency, address, in_use_at, next_look_at) values
      ('USDT_TRC20', 'given up lately', ${at(1 - WEEK_AND_DAY)}::timestamptz, ${at(0)}::timestamptz),
      ('USDT_TRC20', 'given up long ago', ${at(-WEEK_AND_DAY)}::timestamptz, ${at(0)}::timestamptz),
      ('USDT_TRC20', 'looked at before the clock was set back', ${at(0)}::timestamptz, ${at(WEEK_AND_DAY + 1)}::timestamptz),
      ('USDT_TRC20', 'to be looked at later', ${at(0)}::timestamptz, ${at(WEEK_AND_DAY)}::timestamptz)`;
  const due = (await findDue(app.deps)).map(({ address }) => address).filter((address) => address !== OURS);
  expect(due.toSorted()).toEqual(['given up lately', 'looked at before the clock was set back']);
  await app.deps.sql`delete from wallet_positions where address <> ${OURS}`;
});

test('coins say whether their payments are found by themselves', async () => {
  const coins = await readAs(
    (await signUp(app)).as('/api/coins'),
    z.looseObject({ id: z.string(), watched: z.boolean() }).array(),
  );
  expect(coins.filter(({ watched }) => watched).map(({ id }) => id)).toEqual(['USDT_TRC20']);
});
