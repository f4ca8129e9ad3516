import { eq, sql as template } from 'drizzle-orm';
import { carrierBalances } from '../../../db/schema/index.ts';
import { notifyAdministrators } from '../../callers/notify-administrators.ts';
import { transact } from '../../platform/events/transact.ts';
import type { Deps } from '../deps.ts';
import type { Carrier, CarrierPrice } from '../port.ts';

/** How often the carriers are asked for our credit there. */
export const ASK_BALANCES_MS = 300_000;

/** No account has a larger credit. */
const BALANCE = /^-?\d{1,12}(?:\.\d{1,8})?$/;
const CURRENCY = /^[A-Z]{3}$/;

/**
 * Asks each carrier for our credit there. When it falls below its level, administrators get a mail, once for
 * each fall. If a carrier does not answer, or answers with an impossible balance, its last balance is kept.
 */
export async function askBalances(deps: Deps): Promise<void> {
  await Promise.all(deps.carriers.list.map((carrier) => askBalance(deps, carrier)));
}

async function askBalance(deps: Deps, carrier: Carrier): Promise<void> {
  const { name } = carrier;
  const said = await carrier.balance?.().catch((error: unknown) => {
    deps.log.warn({ error, carrier: name }, 'a carrier did not say what our credit there is');
  });
  if (!said) return;
  const balance = { amount: said.amount, currency: said.currency.toUpperCase() };
  if (!BALANCE.test(balance.amount) || !CURRENCY.test(balance.currency)) {
    deps.log.warn({ carrier: name }, 'a carrier said a balance that cannot be one');
    return;
  }
  await store(deps, name, balance);
}

async function store(deps: Deps, name: string, { amount, currency }: CarrierPrice): Promise<void> {
  const level = deps.config.currencies.lowBalances[name];
  await transact(deps, async (tx) => {
    const [compared] = await tx.db.execute<{ low: boolean | null }>(
      template`select ${amount}::numeric < ${level ?? null}::numeric as low`,
    );
    const isLow = compared?.low === true;
    const row = { amount, currency, isLow, saidAt: tx.now };
    const [before] = await tx.db
      .select({ isLow: carrierBalances.isLow })
      .from(carrierBalances)
      .where(eq(carrierBalances.name, name))
      .for('update');
    await tx.db
      .insert(carrierBalances)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: carrierBalances.name, set: row });
    if (!isLow || before?.isLow || level === undefined) return;
    await notifyAdministrators(tx, { kind: 'carrier_credit_low', carrier: name, amount, currency, level });
  });
}
