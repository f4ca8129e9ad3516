import { forgetScreen } from '../../services/messaging/sending/blocked-words.ts';
import { and, desc, eq, gt, inArray, ne, isNotNull, type SQL } from 'drizzle-orm';
import type { SettingName } from '../../../db/enums.ts';
import { didNumbers, settingChanges, settings, users, smsMessages } from '../../../db/schema/index.ts';
import { requireApproval } from '../../callers/approvals/require.ts';
import { type Acting, type ActingWith, audit } from '../../callers/audit.ts';
import { ANNOUNCED_HOURS } from '../../money/decks/contract.ts';
import { lockUse } from '../../money/decks/switches/lock-use.ts';
import { offersChangedEvent } from '../../money/pricing/events.ts';
import { readTariffs } from '../../money/pricing/read-tariff.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { HOUR_MS, DAY_MS } from '../../platform/kit/durations.ts';
import { Problem, invalidField, notFound, sentence } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { heldBy } from '../../platform/settings/read-settings.ts';
import type { Deps } from '../../services/deps.ts';
import { priceFor, readNumberPrices } from '../../services/numbers/price.ts';
import { lapsedBefore } from '../../services/numbers/renewal/expiry.ts';
import type { Setting } from './contract.ts';
import { settingsChangedEvent } from './events.ts';
import { KNOWN_SETTINGS, type KnownSetting, listedIn } from './known-settings.ts';
import { notifyOfPrices, tellPayers } from './notify-of-prices.ts';
import { isChangeOf, lastChange, presentSetting } from './list-settings.ts';

interface Change {
  name: SettingName;
  about: string;
  /** Null: the environment's value holds again. */
  value: string | null;
  /** The value that was shown; absent: any. */
  before?: string | null | undefined;
  /** This administrator asked for it, where another one agrees. */
  agreedWith?: string;
}

/**
 * Changes a setting for all processes: at once, or a day later if somebody is going to pay more; then those who pay
 * are told.
 * @throws not_found (no such setting), validation_failed (value), not_allowed_now (another value holds by now),
 *   approval_needed
 */
export async function changeSetting(
  { deps, tx, actor }: ActingWith<Pick<Deps, 'db' | 'config' | 'carriers' | 'costsInUse'>>,
  { name, about, value: given, before, agreedWith }: Change,
): Promise<Setting> {
  const known = KNOWN_SETTINGS[name];
  const subject = [name, about].join(' ').trim();
  if (!known.abouts(deps).includes(about)) throw notFound('Setting');
  const value = given === null ? null : known.read(given.trim(), deps);
  if (value !== null && typeof value !== 'string') throw invalidField(name, value);
  // Always before the setting itself, as where a list is chosen.
  const { priceOf } = known;
  const service = listedIn(known);
  const selling = service && (await lockUse(tx, service));
  const row = await lockSetting(tx, { name, about });
  const [held, standard] = [heldBy(row, tx.now), known.standard(deps, about)];
  const [now, after] = [held ?? standard, value ?? standard];
  if (before !== undefined && before !== now) throw new Problem('not_allowed_now', sentence('settingChanged'));
  const isAnnounced = row.holdsFrom !== null && row.holdsFrom > tx.now;
  const isSame = value === held && !isAnnounced;
  if (!isSame && !known.alone) {
    requireApproval(
      { deps, actor, agreed: agreedWith !== undefined },
      { kind: 'setting', name, about, value, before: now, after },
      { about: subject },
    );
  }
  if (selling?.announced?.deckId === null && Number(after) > Number(now)) {
    // Customers were told of a change back to the present flat prices.
    const time = selling.announced.holdsFrom.toISOString();
    throw new Problem('not_allowed_now', sentence('switchFirst', { time }));
  }
  // A flat price that nobody pays, because a price list holds, never counts.
  const isPaid = priceOf === 'number' || priceOf === 'received' || selling?.use === null;
  const isDearer = isPaid && Number(after) > Number(now);
  const holdsFrom = isDearer ? new Date(tx.now.getTime() + ANNOUNCED_HOURS * HOUR_MS) : null;
  const set = holdsFrom ? { value: held, next: value, holdsFrom } : { value, next: null, holdsFrom: null };
  await tx.db.update(settings).set(set).where(isOf({ name, about }));
  if (!isSame) announce(tx, name, known);
  if (isAnnounced) await recordWithdrawal({ tx, actor }, { name, about, agreedWith });
  if (value !== held) {
    const source = value === null ? 'environment' : 'panel';
    const detail = { before: now, after, source, holdsFrom: holdsFrom ?? tx.now } as const;
    const by = { changedAt: tx.now, changedBy: actor.id, askedBy: agreedWith ?? null };
    await tx.db.insert(settingChanges).values({ id: newId(tx.clock), name, about, ...detail, ...by });
    await audit(tx, actor, 'setting.changed', { subject, detail });
    // The next send reads what carriers may be given.
    if (name === 'blocked_words' || name === 'held_words') tx.afterCommit(() => forgetScreen(deps));
    if (name === 'carrier_destinations' || name === 'carrier_senders') tx.afterCommit(() => deps.costsInUse.saw(true));
    if (holdsFrom && service && priceOf !== 'mms') await notifyOfPrices(tx, deps, { service, holdsFrom });
    if (holdsFrom && priceOf === 'number') await notifyOfNumbers(tx, { countryCode: about, holdsFrom });
    const prices = holdsFrom && { before: now, after, holdsFrom };
    if (prices && priceOf === 'received') await notifyOfReceived(tx, prices);
    if (prices && priceOf === 'mms') await notifyOfMms(tx, { ...prices, asReseller: name === 'mms_price_reseller' });
  }
  const changed = await lastChange(tx.db, tx.now, { name, about });
  const listed = service && selling?.use ? [service] : [];
  return presentSetting(deps, { name, about, row: { ...row, ...set } }, { now: tx.now, listed, changed });
}

const isOf = ({ name, about }: Pick<Change, 'name' | 'about'>) =>
  and(eq(settings.name, name), eq(settings.about, about));

/** Two changes of one setting run one after the other. */
async function lockSetting(tx: Transaction, of: Pick<Change, 'name' | 'about'>) {
  await tx.db.insert(settings).values(of).onConflictDoNothing();
  const [row] = await tx.db.select().from(settings).where(isOf(of)).for('update');
  if (!row) throw new Error('a setting that was just written is not there');
  return row;
}

/** What was announced is the last change of a setting. */
async function recordWithdrawal(
  { tx, actor }: Acting,
  { name, about, agreedWith }: Pick<Change, 'name' | 'about' | 'agreedWith'>,
): Promise<void> {
  const isOf = isChangeOf({ name, about });
  const [last] = await tx.db.select().from(settingChanges).where(isOf).orderBy(desc(settingChanges.id)).limit(1);
  if (!last) throw new Error('nothing was announced');
  const { id: change, before, after, source, holdsFrom } = last;
  await audit(tx, actor, 'setting.announcement_cancelled', {
    subject: [name, about].join(' ').trim(),
    detail: { change, name, about, before, after, source, holdsFrom, askedBy: agreedWith ?? null },
  });
}

function announce(tx: Transaction, name: SettingName, { offer }: KnownSetting): void {
  tx.publish(settingsChangedEvent, null, { name });
  if (offer) tx.publish(offersChangedEvent, null, { what: offer });
}

/**
 * Writes a mail to everybody who has a number of a country, whose month is going to cost them more: what it costs now,
 * and from when on how much. Each owner is told of the price at which they will renew.
 */
async function notifyOfNumbers(
  tx: Transaction,
  { countryCode, holdsFrom }: { countryCode: string; holdsFrom: Date },
): Promise<void> {
  const owners = tx.db
    .select({ id: didNumbers.userId })
    .from(didNumbers)
    .where(
      and(
        eq(didNumbers.countryCode, countryCode),
        ne(didNumbers.status, 'reserved'),
        gt(didNumbers.expiresAt, lapsedBefore(tx.now)),
      ),
    );
  const now = (await readNumberPrices(tx.db, tx.now)).of(countryCode);
  const then = (await readNumberPrices(tx.db, holdsFrom)).of(countryCode);
  const tariffs = await readTariffs(tx.db, and(inArray(users.id, owners), eq(users.status, 'active')));
  const payers = tariffs.map((owner) => {
    // The running packages are the same at both times: only the standard price differs.
    const [before, after] = [priceFor(now, owner, tx.now), priceFor(then, owner, tx.now)];
    return { id: owner.id, before: formatMoney(before), after: formatMoney(after), isDearer: after > before };
  });
  const dearer = payers.filter(({ isDearer }) => isDearer);
  await tellPayers(tx, dearer, { subject: 'number', country: countryCode, holdsFrom });
}

/** Prices are in pounds. */
interface Dearer {
  before: string | null;
  after: string | null;
  holdsFrom: Date;
}

/** Writes a mail to everybody who has a number: from when on a message to it costs more. */
async function notifyOfReceived(tx: Transaction, prices: Dearer): Promise<void> {
  const ofNumbers = tx.db
    .select({ id: didNumbers.userId })
    .from(didNumbers)
    .where(and(ne(didNumbers.status, 'reserved'), gt(didNumbers.expiresAt, lapsedBefore(tx.now))));
  await tell(tx, inArray(users.id, ofNumbers), { subject: 'received', ...prices });
}

/** Senders of a picture within so many days are notified that it is going to cost more. */
const LATELY_DAYS = 30;

/** Writes a mail to everybody who sent a picture lately and pays this price: from when on one costs more. */
async function notifyOfMms(
  tx: Transaction,
  { asReseller, ...prices }: Dearer & { asReseller: boolean },
): Promise<void> {
  const since = new Date(tx.now.getTime() - LATELY_DAYS * DAY_MS);
  const ofPictures = tx.db
    .select({ id: smsMessages.userId })
    .from(smsMessages)
    .where(and(isNotNull(smsMessages.mediaId), gt(smsMessages.sentAt, since)));
  const paysThis = eq(users.role, asReseller ? 'reseller' : 'user');
  await tell(tx, and(paysThis, inArray(users.id, ofPictures)), { subject: 'mms', ...prices });
}

async function tell(
  tx: Transaction,
  who: SQL | undefined,
  { subject, before, after, holdsFrom }: Dearer & { subject: 'received' | 'mms' },
): Promise<void> {
  const people = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.status, 'active'), who));
  const payers = people.map(({ id }) => ({ id, before, after }));
  await tellPayers(tx, payers, { subject, holdsFrom });
}
