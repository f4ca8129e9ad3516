import { and, eq, gt, or, sql as template } from 'drizzle-orm';
import { RATED_SERVICES, type PricedSubject, type RatedService } from '../../../db/enums.ts';
import { accountPrices, users } from '../../../db/schema/index.ts';
import { requireApproval } from '../../callers/approvals/require.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import { readUser } from '../../callers/present-user.ts';
import { ANNOUNCED_HOURS } from '../../money/decks/contract.ts';
import { createDestinations } from '../../money/decks/single-destinations.ts';
import { requireSellable } from '../../money/decks/use-deck.ts';
import { findPayers } from '../../money/decks/price-increases/find-payers.ts';
import { notifyPayers } from '../../money/decks/price-increases/notify-payers.ts';
import { FLAT_TERMS } from '../../money/decks/price-increases/selling.ts';
import { lockUse } from '../../money/decks/switches/lock-use.ts';
import { lockUser } from '../../money/ledger/lock-user.ts';
import { offersChangedEvent } from '../../money/pricing/events.ts';
import { readTariff } from '../../money/pricing/read-tariff.ts';
import { toldChanges } from '../../money/pricing/told-changes.ts';
import { apartOf, type ApartPrice, isReseller, type TariffUser } from '../../money/pricing/tariff.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { writeMails } from '../../platform/mail/write-mail.ts';
import type { Deps } from '../../services/deps.ts';
import { RESELLER_NUMBER_PERCENT } from '../../shared/number-rates.ts';
import type { setAccountPrice as endpoint } from './contract.ts';

interface Context {
  tx: Transaction;
  deps: Pick<Deps, 'config' | 'carriersFor' | 'knownRates'>;
  actor: Actor;
}

type Wanted = BodyOf<typeof endpoint> & { userId: string; subject: PricedSubject };
type Terms = Pick<ApartPrice, 'percent' | 'deckId'>;

/**
 * Sets what one account that buys of us directly pays for a subject, from a time on; without a percentage and a list it
 * pays what everybody does again. What is dearer for the account, or for a customer of it, holds a day later at the
 * earliest, and they are told. It takes the place of a price that was announced.
 * @returns from when it holds
 * @throws not_found, not_allowed_now (a customer of a reseller's, an administrator), validation_failed, approval_needed
 */
export async function setAccountPrice(
  { tx, deps, actor }: Context,
  { userId, subject, percent, deckId, destinations, from, agreed }: Wanted & { agreed?: boolean },
): Promise<Date> {
  const service = RATED_SERVICES.find((each) => each === subject);
  const use = service && (await lockUse(tx, service)).use;
  await lockUser(tx, userId);
  const owner = await readTariff(tx.db, userId);
  const { email } = await readUser(tx.db, userId);
  if (owner.supplier || owner.role === 'admin') throw new Problem('not_allowed_now', sentence('priceOfOther'));
  if (!service && (deckId || destinations.length > 0)) throw new Problem('not_allowed_now', sentence('priceNoList'));
  const wanted = { userId, subject, percent, deckId, destinations, from: from ?? null };
  requireApproval({ deps, actor, agreed: agreed ?? false }, { kind: 'account_price', ...wanted }, { about: email });
  if (service && deckId) await requireSellable(tx, service, { ...FLAT_TERMS, deckId });
  const terms = {
    percent,
    deckId:
      service && destinations.length > 0
        ? await createDestinations({ tx, deps, actor }, { service, name: nameOf(email, tx.now), destinations })
        : deckId,
  };
  const before = { percent: null, deckId: null, ...apartOf(owner, subject, tx.now) };
  const soonest = new Date(tx.now.getTime() + ANNOUNCED_HOURS * HOUR_MS);
  const asked = from === undefined ? tx.now : new Date(Math.max(Date.parse(from), tx.now.getTime()));
  const payers = service
    ? await findPayers(tx, deps, {
        service,
        before: { ...(use ?? FLAT_TERMS), at: tx.now },
        after: {
          ...(use ?? FLAT_TERMS),
          at: asked < soonest ? soonest : asked,
          apart: apartSql(service, userId, terms),
        },
        payerIds: await withCustomers(tx, userId),
      })
    : [];
  const isDearer =
    payers.length > 0 || (!service && shareOf(owner, subject, terms, tx.now) > shareOf(owner, subject, before, tx.now));
  const holdsFrom = isDearer && asked < soonest ? soonest : asked;
  await forgetAnnounced(tx, { userId, subject });
  const row = { ...terms, setAt: tx.now, setBy: actor.id };
  await tx.db
    .insert(accountPrices)
    .values({ userId, subject, holdsFrom, ...row })
    .onConflictDoUpdate({ target: [accountPrices.userId, accountPrices.subject, accountPrices.holdsFrom], set: row });
  const later = holdsFrom > tx.now && { holdsFrom };
  const changes = await toldChanges(tx.db, [{ subject, before, after: terms, ...later }]);
  await audit(tx, actor, 'account.price_set', { subject: email, userId, detail: { changes } });
  tx.publish(offersChangedEvent, null, { what: 'prices' });
  if (isDearer) await announce(tx, { owner, subject, payers, before, terms, holdsFrom });
  return holdsFrom;
}

/** Takes back what is announced for an account; what holds stays. @throws not_found, not_allowed_now (nothing waits) */
export async function withdrawAccountPrice(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  of: Pick<Wanted, 'userId' | 'subject'>,
): Promise<void> {
  const { userId, subject } = of;
  await lockUser(tx, userId);
  const { email } = await readUser(tx.db, userId);
  const before = await forgetAnnounced(tx, of);
  if (!before) throw new Problem('not_allowed_now', sentence('switchGone'));
  const after = apartOf(await readTariff(tx.db, userId), subject, tx.now) ?? { percent: null, deckId: null };
  const changes = await toldChanges(tx.db, [{ subject, before, after, withdrawn: true }]);
  await audit(tx, actor, 'account.price_withdrawn', { subject: email, userId, detail: { changes } });
  tx.publish(offersChangedEvent, null, { what: 'prices' });
}

async function forgetAnnounced(
  { db, now }: Transaction,
  { userId, subject }: Pick<Wanted, 'userId' | 'subject'>,
): Promise<Terms | undefined> {
  const { userId: owner, subject: of, holdsFrom } = accountPrices;
  const [gone] = await db
    .delete(accountPrices)
    .where(and(eq(owner, userId), eq(of, subject), gt(holdsFrom, now)))
    .returning();
  return gone;
}

const nameOf = (email: string, now: Date): string =>
  `${email} ${now.toISOString().slice(0, 19).replace('T', ' ')}`.slice(-80);

const apartSql = (service: RatedService, userId: string, { percent, deckId }: Terms) => template`(
  select ${userId}::uuid as user_id, ${service}::text as subject, '-infinity'::timestamptz as holds_from,
    ${percent}::integer as percent, ${deckId}::uuid as deck_id)`;

async function withCustomers({ db }: Transaction, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.id, userId), eq(users.resellerId, userId)));
  return rows.map(({ id }) => id);
}

/** The share that an account pays of the standard price of a number's month or a trunk's year. */
const shareOf = (owner: TariffUser, subject: PricedSubject, { percent }: Terms, now: Date): number =>
  percent ?? (subject === 'number' && isReseller(owner, now) ? RESELLER_NUMBER_PERCENT : 100);

/** The account always gets a letter; its customers, where they used the service lately. */
async function announce(
  tx: Transaction,
  {
    owner,
    subject,
    payers,
    before,
    terms,
    holdsFrom,
  }: {
    owner: TariffUser & { id: string };
    subject: PricedSubject;
    payers: Awaited<ReturnType<typeof findPayers>>;
    before: Terms;
    terms: Terms;
    holdsFrom: Date;
  },
): Promise<void> {
  const time = holdsFrom.toISOString();
  const service = RATED_SERVICES.find((each) => each === subject);
  if (service) {
    await notifyPayers(
      tx,
      payers.filter(({ id }) => id !== owner.id),
      { service, holdsFrom },
    );
    await writeMails(tx, [owner.id], { kind: 'destinations_rising', service, holdsFrom: time });
    return;
  }
  const price = (of: Terms) => ({ price: null, percent: shareOf(owner, subject, of, tx.now) });
  const prices = [{ subject, before: price(before), after: price(terms) }];
  await writeMails(tx, [owner.id], { kind: 'prices_rising', prices, holdsFrom: time });
}
