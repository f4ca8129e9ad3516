import { and, eq, gt, sql as template } from 'drizzle-orm';
import { comparisons, walletPositions } from '../../../db/schema/index.ts';
import { type Balance, readBalance } from '../../money/chain/balances.ts';
import { fromUnits, toUnits } from '../../money/evidence/units.ts';
import type { Coin } from '../../money/payments/catalogue.ts';
import { currentRates } from '../../money/rates/current.ts';
import { findOwnAddresses, STILL_WATCHED_MS, watchedCoins } from '../../money/wallets/addresses.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';
import { coinAmount } from '../../shared/coin-amount.ts';
import type { Deps } from '../../services/deps.ts';
import { compareCarriers } from './compare-carriers.ts';
import { isDue, isOpen, keepReading, keyOf, type Known, readKnown } from './keep-reading.ts';

/** How often what differs is read again, and it is looked whether a day is over. */
export const COMPARE_MS = 10 * MINUTE_MS;
/** More addresses are left to the next run; endpoints limit how often they may be asked. */
const MOST = 200;
const AT_ONCE = 5;
/** An empty address that is no longer watched is read so often; one with money on it each day. */
const READ_EMPTY_DAYS = 30;
/** An address that could not be read for so much longer is forgotten. */
const LATE_DAYS = 10;
/** An arrival that nobody booked and that is worth less than this, in pounds, is dust: the watcher keeps no small sums. */
const DUST_GBP = '1';

interface Subject {
  subject: string;
  unit: string;
  coin: Coin;
  isOwnAddress: boolean;
}

interface Read extends Subject {
  known: Known;
  balance: Balance;
}

/** Compares wallets and credit at carriers with the books. */
export async function compareOutside(deps: Deps): Promise<void> {
  await compareWallets(deps);
  await compareCarriers(deps);
}

/**
 * Compares what the addresses hold by their chains with what the books have of them. An address that no endpoint answers
 * for is left to the next run.
 */
async function compareWallets(deps: Deps): Promise<void> {
  const subjects = await findSubjects(deps);
  if (subjects.length === 0) return;
  const known = await readKnown(
    deps,
    'wallet',
    subjects.map(({ subject }) => subject),
  );
  const due = subjects
    .map((subject) => ({ ...subject, known: known(subject) }))
    .filter((each) => isDue(each.known, deps.clock.now()))
    .slice(0, MOST);
  for (let first = 0; first < due.length; first += AT_ONCE) {
    const read = await Promise.all(due.slice(first, first + AT_ONCE).map((each) => readOne(deps, each)));
    await judge(
      deps,
      read.filter((each) => each !== null),
    );
  }
}

/**
 * The addresses that customers may pay to, those that still differ, and those that were given to one customer before: money
 * stays on them until the operator moves it, and people pay them again. Never those of a demonstration.
 */
async function findSubjects(deps: Deps): Promise<Subject[]> {
  const { db, config, clock } = deps;
  const coins = watchedCoins(config)
    .map(({ coin }) => coin)
    .filter(({ id }) => config.wallets[id]?.demo === false);
  if (coins.length === 0) return [];
  const inUse = gt(walletPositions.inUseAt, new Date(clock.now().getTime() - STILL_WATCHED_MS));
  const { cryptocurrency: unit, address: subject, isOwnAddress } = walletPositions;
  const rows = [
    ...(await db.select({ unit, subject, isOwnAddress }).from(walletPositions).where(inUse)),
    ...(await db
      .select({ unit: comparisons.unit, subject: comparisons.subject, isOwnAddress: comparisons.isOwnAddress })
      .from(comparisons)
      .where(and(eq(comparisons.kind, 'wallet'), isOpen))),
    ...(await findFormer(deps)),
  ];
  for (const coin of coins.filter(({ chain }) => chain === 'ethereum'))
    for (const address of await findOwnAddresses(deps, coin))
      rows.push({ unit: coin.id, subject: address, isOwnAddress: true });
  const subjects = rows.flatMap((row) => {
    const coin = coins.find(({ id }) => id === row.unit);
    return coin ? [[keyOf(row), { ...row, coin }] as const] : [];
  });
  return [...new Map(subjects).values()];
}

/** Addresses that were read before and are due: what has money after a day, what is empty after a month. */
function findFormer({ db, clock }: Deps) {
  const now = template`${clock.now().toISOString()}::timestamptz`;
  const readBefore = (days: number) => template`c.read_at <= ${now} - make_interval(days => ${days}::int)
    and c.read_at > ${now} - make_interval(days => ${days + LATE_DAYS}::int)`;
  return db.execute<{ unit: string; subject: string; isOwnAddress: boolean }>(template`
    select c.unit, c.subject, c.is_own_address as "isOwnAddress" from comparisons c
    where c.kind = 'wallet' and (c.said::numeric <> 0 and ${readBefore(1)} or c.said::numeric = 0 and ${readBefore(READ_EMPTY_DAYS)})
      and not exists (select from comparisons later where later.kind = c.kind and later.subject = c.subject
        and later.unit = c.unit and later.read_at > c.read_at)
    order by c.read_at limit ${MOST}`);
}

async function readOne(deps: Deps, subject: Omit<Read, 'balance'>): Promise<Read | null> {
  const { coin, known } = subject;
  const { endpoints, coins } = deps.config.chains;
  const wallet = { address: subject.subject, contract: coins[coin.id].contract };
  const balance = await readBalance(
    { chain: coin.chain, endpoints: endpoints[coin.chain] },
    wallet,
    known.base?.mark ?? null,
  );
  if (!('fault' in balance)) return { ...subject, balance };
  deps.log.warn({ coin: coin.id, fault: balance.fault }, 'the balance of a wallet could not be read');
  return null;
}

/** Where each transfer stands in the books. Together they are all that arrived. */
const PARTS = ['verified', 'reversed', 'waiting', 'unclaimed', 'dismissed'] as const;
type Parts = Record<(typeof PARTS)[number], bigint>;

async function judge(deps: Deps, read: readonly Read[]): Promise<void> {
  if (read.length === 0) return;
  const booked = await readBooked(deps, read);
  const rates = await currentRates(deps.db, deps.config, deps.clock.now());
  for (const each of read) {
    const { coin, known, balance, subject, unit, isOwnAddress } = each;
    const parts = booked(each);
    const rate = rates[coin.rate]?.rate;
    const found = difference(each, parts, rate ? toUnits(coinAmount(DUST_GBP, rate), coin.decimals) : 0n);
    const written = (units: bigint) =>
      units < 0n ? `-${fromUnits(-units, coin.decimals)}` : fromUnits(units, coin.decimals);
    const { over, ...sums } = { ...parts, ...found };
    await keepReading(deps, known, {
      ...{ kind: 'wallet', subject, unit, isOwnAddress, block: balance.block, mark: balance.mark },
      said: written(balance.units),
      parts: Object.fromEntries(Object.entries(sums).map(([name, units]) => [name, written(units)])),
      difference: written(over),
    });
  }
}

/**
 * The part of the balance that the books do not explain. They explain the balance of the reading before, what arrived since then, and what
 * was sent out. Where a chain does not say what was sent, whatever is missing counts as sent out, but never where the
 * address has sent nothing. The first reading of an address that had money before is where the comparison starts.
 */
function difference(
  { balance, known: { base }, isOwnAddress, coin }: Read,
  parts: Parts,
  dustUnits: bigint,
): Record<'arrived' | 'movedOut' | 'dust' | 'over', bigint> {
  const units = (text: string | undefined) => toUnits(text ?? '0', coin.decimals);
  const arrived = PARTS.reduce((total, part) => total + parts[part], 0n);
  const isFirst = !base && !isOwnAddress;
  const expected = isFirst ? balance.units : units(base?.said) + arrived - units(base?.parts['arrived']);
  const missing = expected - balance.units;
  const movedOut = (isFirst ? null : balance.sent) ?? (missing > 0n ? missing : 0n);
  const over = movedOut - missing;
  const isDust = over > 0n && over < dustUnits;
  return { arrived, movedOut, dust: isDust ? over : 0n, over: isDust ? 0n : over };
}

/** The books' sums of each address up to its block, by where they stand there. */
async function readBooked({ db }: Deps, read: readonly Read[]): Promise<(of: Read) => Parts> {
  const asked = JSON.stringify(
    read.map(({ subject, unit, balance: { at } }) => ({ subject, unit, at: at?.toISOString() ?? 'infinity' })),
  );
  const rows = await db.transaction(async (tx) => {
    await tx.execute(template`set local statement_timeout = '5min'`);
    return tx.execute<{ subject: string; unit: string; part: keyof Parts; amount: string }>(template`
      with asked as materialized (
        select * from json_to_recordset(${asked}::text::json) as a (subject text, unit text, at timestamptz)
      ),
      arrived as (
        select a.subject, a.unit, w.chain, w.transaction_hash, w.output_index, w.amount::numeric as amount,
          w.dismissed_at is not null as dismissed
        from asked a join wallet_transfers w on w.address = a.subject and w.cryptocurrency = a.unit
        where w.gone_at is null and w.block_time <= a.at
        union all
        -- Payments whose hash was entered and that the watcher has not seen.
        select * from (
          select distinct on (t.chain, t.transaction_hash, e.output_index) a.subject, a.unit, t.chain,
            t.transaction_hash, e.output_index, e.arrived::numeric, false
          from chain_evidence e join transactions t on t.id = e.transaction_id
          join asked a on a.subject = t.crypto_address and a.unit = t.cryptocurrency
          where t.status in ('pending', 'verified') and e.transaction_hash = t.transaction_hash
            and e.lost is null and e.confirmations > 0 and e.arrived is not null and e.block_time <= a.at
            and not exists (select from wallet_transfers w where w.chain = t.chain
              and w.transaction_hash = t.transaction_hash and w.address = a.subject)
        ) entered
      )
      select r.subject, r.unit, sum(r.amount)::text as amount,
        coalesce(p.part, case when r.dismissed then 'dismissed' else 'unclaimed' end) as part
      from arrived r left join lateral (
        select case when t.status = 'pending' then 'waiting' when coalesce(t.received_amount, t.amount) <= (
          select sum(v.amount) from payment_reversals v
          where v.transaction_id = t.id and v.reversal_transaction_id is not null) then 'reversed' else 'verified' end as part
        from transactions t
        where t.chain = r.chain and t.transaction_hash = r.transaction_hash and not t.hash_freed
          and t.status in ('pending', 'verified')
          and (t.output_index is null or r.output_index is null or t.output_index = r.output_index)
        order by t.status desc limit 1
      ) p on true
      group by 1, 2, 4`);
  });
  const bySubject = Map.groupBy(rows, keyOf);
  return (of) => {
    const found = new Map(bySubject.get(keyOf(of))?.map(({ part, amount }) => [part, amount]));
    const unitsOf = (part: keyof Parts) => toUnits(found.get(part) ?? '0', of.coin.decimals);
    return {
      verified: unitsOf('verified'),
      reversed: unitsOf('reversed'),
      waiting: unitsOf('waiting'),
      unclaimed: unitsOf('unclaimed'),
      dismissed: unitsOf('dismissed'),
    };
  };
}
