import { and, desc, eq, isNull, sql as template } from 'drizzle-orm';
import { rateImports } from '../../../db/schema/index.ts';
import { type ActingWith, type Actor, audit } from '../../callers/audit.ts';
import { requireApproval } from '../../callers/approvals/require.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { Deps } from '../deps.ts';
import { offersChangedEvent } from '../pricing/events.ts';
import { ANNOUNCED_HOURS, type RateDeck } from './contract.ts';
import { isCostInUse, isUsed } from './is-used.ts';
import { readDeck } from './list-decks.ts';
import type { Deck } from './lock-deck.ts';
import { lockSold } from './lock-deck.ts';
import { countChanges } from './read-changes.ts';
import { replaceRows } from './replace-rows.ts';
import { type Closed, findClosed, NONE_CLOSED } from './price-increases/find-closed.ts';
import { notifyDropped } from './price-increases/notify-dropped.ts';
import { notifyOfRows } from './price-increases/notify-of-rows.ts';
import { stageFormer } from './stage-rows.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';

type Import = typeof rateImports.$inferSelect;

/**
 * Undoes the last import of a deck: its rows are removed, and the rows that it ended hold again. Where customers buy by
 * the deck and some price rises by that, the former rows hold a day later instead, as a file of their own would; where
 * only destinations go, they hold at once as such a file, and who used one lately is told. Where a carrier's costs would
 * take destinations from sale that somebody used lately, the former costs hold a day later, too. Charges already made do not
 * change.
 * @param importId the import that the administrator saw; another one may have been made since
 * @throws not_found, not_allowed_now: another import is the last one, or it is the only one of a deck that somebody buys
 *   by; approval_needed if somebody buys by it, or if carriers' costs are in use
 */
export async function undoImport(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'config' | 'carriersFor'>>,
  { deckId, importId, agreed }: { deckId: string; importId: string; agreed?: boolean },
): Promise<RateDeck> {
  const { deck, selling } = await lockSold(tx, deckId);
  const [last, former] = await tx.db
    .select()
    .from(rateImports)
    .where(and(eq(rateImports.deckId, deckId), isNull(rateImports.undoneAt)))
    .orderBy(desc(rateImports.id))
    .limit(2);
  if (last?.id !== importId) throw new Problem('not_allowed_now', sentence('listLastFile'));
  const used = await isUsed(tx, deckId);
  if (used || (await isCostInUse(tx, deck))) {
    const wanted = { kind: 'rate_undo', deckId, importId, fileName: last.fileName } as const;
    requireApproval({ deps, actor, agreed }, wanted, { about: deck.name });
  }
  const detail = { fileName: last.fileName };
  if (used && !former) throw new Problem('not_allowed_now', sentence('listInUse', { name: deck.name }));
  const { isDearer, drops } =
    used && last.validFrom <= tx.now ? await readWithout(tx, last) : { isDearer: false, drops: false };
  const closed = used || last.validFrom > tx.now ? NONE_CLOSED : await readClosed(tx, deps, { deck, last });
  await notifyDropped(tx, closed.dropped, { service: deck.service, holdsFrom: former ? soonest(tx.now) : tx.now });
  if (former && closed.used > 0) {
    await bringBack(tx, { actor, former, from: soonest(tx.now), closed });
    Object.assign(detail, { holdsFrom: soonest(tx.now).toISOString() });
  } else if (former && (isDearer || drops)) {
    const from = isDearer ? soonest(tx.now) : tx.now;
    await bringBack(tx, { actor, former, from, closed });
    await notifyOfRows(tx, deps, { deck, selling, from, isDearer });
    Object.assign(detail, { holdsFrom: from.toISOString() });
  } else {
    await removeRows(tx, { actor, last });
    if (used) tx.publish(offersChangedEvent, null, { what: 'prices' });
  }
  await audit(tx, actor, 'rates.import_undone', { subject: deck.name, detail });
  return readDeck(tx, deckId);
}

const soonest = (now: Date): Date => new Date(now.getTime() + ANNOUNCED_HOURS * HOUR_MS);

/** The destinations that a carrier's costs without their last import would take from sale. */
async function readClosed(
  tx: Transaction,
  deps: Pick<Deps, 'config' | 'carriersFor'>,
  { deck, last }: { deck: Deck; last: Import },
): Promise<Closed> {
  if (deck.kind !== 'cost') return NONE_CLOSED;
  await stageFormer(tx, { deckId: deck.id, importId: last.id });
  return findClosed(tx, deps, { deck, at: tx.now });
}

/** Stages the deck without its last import. @returns whether some number costs more then, or may not be sold */
async function readWithout(tx: Transaction, { deckId, id }: Import): Promise<{ isDearer: boolean; drops: boolean }> {
  await stageFormer(tx, { deckId, importId: id });
  const [row] = await tx.db.execute<{ dearer: boolean | null; drops: boolean | null }>(template`
    select bool_or(c.dearer) as dearer, bool_or(c.kind = 'gone' or f.blocked) as drops
    from file_changes c left join file_rows f on f.prefix = c.prefix`);
  return { isDearer: row?.dearer ?? false, drops: row?.drops ?? false };
}

async function removeRows(tx: Transaction, { actor, last }: { actor: Actor; last: Import }): Promise<void> {
  const { id, deckId } = last;
  await tx.db.execute(template`delete from rate_rows where deck_id = ${deckId}::uuid and import_id = ${id}::uuid`);
  await tx.db.execute(template`
    update rate_rows set valid_until = null, ended_by = null
    where deck_id = ${deckId}::uuid and ended_by = ${id}::uuid`);
  await tx.db.update(rateImports).set({ undoneAt: tx.now, undoneBy: actor.id }).where(eq(rateImports.id, id));
}

/** Imports the staged rows under the name of the file that they came from; the rows of both stay to be compared. */
async function bringBack(
  tx: Transaction,
  { actor, former, from, closed }: { actor: Actor; former: Import; from: Date; closed: Closed },
): Promise<void> {
  const { new: added, gone: ended, ...kinds } = await countChanges(tx);
  const id = newId(tx.clock);
  await tx.db.insert(rateImports).values({
    ...{ id, deckId: former.deckId, fileName: former.fileName, importedBy: actor.id, importedAt: tx.now },
    ...{ validFrom: from, added, changed: kinds.dearer + kinds.cheaper + kinds.other, ended },
    ...{ closed: closed.destinations, closedUsed: closed.used },
  });
  await replaceRows(tx, { deckId: former.deckId, importId: id, from });
}
