import { and, eq, sql as template } from 'drizzle-orm';
import { suddenRises, users } from '../../../db/schema/index.ts';
import { audit } from '../../callers/audit.ts';
import { notifyAdministrators } from '../../callers/notify-administrators.ts';
import { readUser } from '../../callers/present-user.ts';
import type { Deps } from '../deps.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { eachAlone } from '../../platform/kit/each-alone.ts';
import { newId } from '../../platform/kit/ids.ts';
import { formatMoney, parseMoney } from '../../platform/kit/money.ts';
import { destinationStoppedEvent } from './events.ts';
import { lockUser } from '../ledger/lock-user.ts';
import { findRisenDays, findRises, type Rise } from './find-rises.ts';
import { recordSpending } from './record-spending.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';

/** How often spending is checked. What is spent between two checks is bounded by the spend limits. */
export const SUDDEN_RISES_MS = 30_000;

/**
 * Stops an account's messages and calls to numbers with one beginning when it spends ten times its usual hour there: a
 * sign of a stolen key, or of fraud with numbers that pay their owner. Other numbers of the same country go on. A
 * person with a session can allow them again with one click; then they are not stopped again for a day. Charges do not
 * run this code (`record-spending.ts`); they only compare a number with what is stopped.
 */
export async function stopSuddenRises(deps: Deps): Promise<void> {
  const { suddenRiseAbove } = deps.config.allowances;
  if (suddenRiseAbove === null) return;
  if (!(await transact(deps, recordSpending))) return;
  const rises = await transact(deps, (tx) => findRises(tx, suddenRiseAbove));
  const what = 'a sudden rise could not be stopped';
  await eachAlone({ log: deps.log, what, items: rises, idOf: ({ user_id: id }) => id }, (rise) =>
    transact(deps, (tx) => stop(tx, rise)),
  );
  const days = await transact(deps, (tx) => findRisenDays(tx, suddenRiseAbove, null));
  const ofDay = { log: deps.log, what: 'a rise of a day could not be told', items: days };
  await eachAlone({ ...ofDay, idOf: ({ user_id: id }) => id }, ({ user_id: id }) =>
    transact(deps, (tx) => notifyOfDay(tx, id, suddenRiseAbove)),
  );
}

/** Tells administrators that an account's whole day is far above its usual one. It stops nothing: a person decides. */
async function notifyOfDay(tx: Transaction, userId: string, above: string): Promise<void> {
  // Another process may have told of it first.
  await lockUser(tx, userId);
  const { email: account } = await readUser(tx.db, userId);
  for (const rise of await findRisenDays(tx, above, userId)) {
    const amounts = await keep(tx, rise);
    await audit(tx, null, 'account.day_risen', { subject: account, userId, detail: amounts });
    await notifyAdministrators(tx, { kind: 'day_risen', ...amounts, account });
  }
}

/** @returns what was spent and what is usual, in pounds */
async function keep(tx: Transaction, { user_id: userId, code, ...rise }: Rise) {
  const [spent, usual] = [parseMoney(rise.spent), parseMoney(rise.usual)];
  await tx.db.insert(suddenRises).values({ id: newId(tx.clock), userId, code, spent, usual, stoppedAt: tx.now });
  return { spent: formatMoney(spent), usual: formatMoney(usual) };
}

async function stop(tx: Transaction, rise: Rise): Promise<void> {
  const { user_id: userId, code } = rise;
  const [user] = await tx.db
    .update(users)
    .set({ stoppedCodes: template`array_append(${users.stoppedCodes}, ${code}::text)` })
    // Another process may have stopped it first.
    .where(and(eq(users.id, userId), template`not ${code}::text ^@ any (${users.stoppedCodes})`))
    .returning({ email: users.email });
  if (!user) return;
  const amounts = await keep(tx, rise);
  await audit(tx, null, 'destination.stopped', { subject: user.email, userId, detail: { code, ...amounts } });
  await writeMail(tx, userId, { kind: 'sudden_rise', code, ...amounts });
  await notifyAdministrators(tx, { kind: 'sudden_rise', code, ...amounts, account: user.email });
  tx.publish(destinationStoppedEvent, userId, { userId, code, ...amounts });
}
