import { eq, sql as template } from 'drizzle-orm';
import { rateDecks, rateImports } from '../../../db/schema/index.ts';
import { type ActingWith, audit } from '../../callers/audit.ts';
import { requireApproval } from '../../callers/approvals/require.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, invalidField, sentence } from '../../platform/kit/errors.ts';
import type { Sentence } from '../../platform/kit/faults.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { Deps } from '../deps.ts';
import { type DeckChanges, type Mapping } from './changes-contract.ts';
import { ANNOUNCED_HOURS, USED_DAYS } from './contract.ts';
import { isCostInUse, isUsed } from './is-used.ts';
import { FileRows } from './files/file-rows.ts';
import { mappingOf, readMapping } from './files/mapping.ts';
import { type Deck, lockDeck, readLastImport, lockSold } from './lock-deck.ts';
import { nothingOf, readChanges } from './read-changes.ts';
import { replaceRows } from './replace-rows.ts';
import { findClosed } from './price-increases/find-closed.ts';
import { notifyDropped } from './price-increases/notify-dropped.ts';
import { notifyOfRows } from './price-increases/notify-of-rows.ts';
import { stageRows } from './stage-rows.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';

/** A file to import. */
interface NamedFile {
  deckId: string;
  fileName: string;
  bytes: Uint8Array;
  /** The time from which it will hold; null: at once. */
  validFrom: Date | null;
  /**
   * The meanings that administrators give to its headings, as JSON, beside the meanings stored for the list.
   */
  columns?: string | undefined;
  agreed?: boolean;
}

type Needs = Pick<Deps, 'config' | 'carriersFor' | 'knownRates'>;

/**
 * Shows what a file would change, without keeping anything; of a file without a needed column only its headings.
 * @throws not_found, not_allowed_now
 */
export async function previewRows(
  { tx, deps }: { tx: Transaction; deps: Needs },
  { deckId, bytes, columns }: Pick<NamedFile, 'deckId' | 'bytes' | 'columns'>,
): Promise<DeckChanges> {
  const deck = await lockDeck(tx, deckId);
  await requireNoneWaiting(tx, deckId);
  const { rows } = await openFile(tx, deps, { deck, bytes, columns });
  try {
    await stageRows(tx, rows, { deckId, validFrom: tx.now });
  } catch (error) {
    if (rows.heading?.columns.length && rows.missing.length > 0) return nothingOf(rows);
    throw error;
  }
  await requireCurrency(tx, deck, rows);
  return readChanges(tx, rows, { deck, closed: await findClosed(tx, deps, { deck, at: tx.now }) });
}

/** A file, to be read as its list and the administrator say. @throws validation_failed */
async function openFile(
  tx: Transaction,
  deps: Needs,
  { deck, bytes, columns }: { deck: Deck; bytes: Uint8Array; columns: string | undefined },
): Promise<{ rows: FileRows; mapping: Mapping }> {
  const said = columns === undefined ? {} : readMapping(columns);
  const mapping = { ...mappingOf(deck.headings), ...said };
  const rates = await deps.knownRates(tx.db);
  return { rows: new FileRows(bytes, { mapping, currency: deck.currency, rates }), mapping };
}

/**
 * A list is in one currency. A carrier's first file says which one; what we sell at is in pounds.
 * @throws validation_failed
 */
async function requireCurrency(tx: Transaction, deck: Deck, { currency: file }: FileRows): Promise<void> {
  if (file === deck.currency) return;
  if (deck.kind === 'sell') throw invalidField('file', sentence('listSellsInPounds', { currency: file }));
  const [row] = await tx.db.execute(template`select from rate_rows where deck_id = ${deck.id}::uuid limit 1`);
  if (row) throw invalidField('file', sentence('listCurrency', { currency: file, list: deck.currency }));
  await tx.db.update(rateDecks).set({ currency: file }).where(eq(rateDecks.id, deck.id));
}

/**
 * Replaces the rows of a deck with those of a file from a given time, all or none. Rows that are equal stay unchanged.
 * @throws not_found, not_allowed_now: another file is waiting to hold, the time has passed, or somebody buys by the
 * deck and a price would rise too soon; approval_needed if somebody buys by it, if
 * carriers' costs are in use, or if destinations would be sold no longer
 */
export async function importRows(
  { tx, deps, actor }: ActingWith<Needs>,
  { deckId, bytes, validFrom, fileName, columns, agreed }: NamedFile,
): Promise<DeckChanges> {
  const { deck, selling } = await lockSold(tx, deckId);
  await requireNoneWaiting(tx, deckId);
  const from = validFrom ?? tx.now;
  if (from < tx.now) throw new Problem('not_allowed_now', sentence('listPast'));
  const { rows, mapping } = await openFile(tx, deps, { deck, bytes, columns });
  await stageRows(tx, rows, { deckId, validFrom: from });
  await requireCurrency(tx, deck, rows);
  const closed = await findClosed(tx, deps, { deck, at: from });
  const changes = await readChanges(tx, rows, { deck, closed });
  const isDearer = changes.dearer + changes.dearerBelow > 0;
  const used = await isUsed(tx, deckId);
  if (closed.used > 0)
    requireAnnounced(tx, from, (when) => sentence('listCloses', { ...when, count: closed.used, days: USED_DAYS }));
  if (used && isDearer) requireAnnounced(tx, from, (when) => sentence('listAnnounced', when));
  if (used || closed.destinations > 0 || (await isCostInUse(tx, deck))) {
    const { new: added, dearer, cheaper, gone } = changes;
    const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
    const wanted = {
      deckId,
      fileName,
      columns: columns ?? null,
      digest,
      validFrom: validFrom?.toISOString() ?? null,
      added,
      dearer,
      cheaper,
      gone,
      closed: closed.destinations,
    };
    const extras = { about: deck.name, file: Bun.gzipSync(new Uint8Array(bytes)) };
    requireApproval({ deps, actor, agreed }, { kind: 'rate_import', ...wanted }, extras);
  }
  const id = newId(tx.clock);
  const ended = changes.gone;
  const changed = changes.dearer + changes.cheaper + changes.other;
  await tx.db.insert(rateImports).values({
    ...{ id, deckId, fileName, importedBy: actor.id, importedAt: tx.now, validFrom: from },
    ...{ added: changes.new, changed, ended, closed: closed.destinations, closedUsed: closed.used },
  });
  await replaceRows(tx, { deckId, importId: id, from });
  await tx.db.update(rateDecks).set({ headings: mapping }).where(eq(rateDecks.id, deckId));
  if (used) await notifyOfRows(tx, deps, { deck, selling, from, isDearer });
  await notifyDropped(tx, closed.dropped, { service: deck.service, holdsFrom: from });
  if (deck.hidden) return changes;
  await audit(tx, actor, 'rates.imported', {
    subject: deck.name,
    detail: {
      fileName,
      validFrom: from.toISOString(),
      added: changes.new,
      changed,
      ended,
      closed: changes.closed,
    },
  });
  return changes;
}

/** None while another file is waiting: each file is compared with the rows that hold. @throws not_allowed_now */
async function requireNoneWaiting(tx: Transaction, deckId: string): Promise<void> {
  const last = await readLastImport(tx, deckId);
  if (last && last.validFrom > tx.now) {
    throw new Problem(
      'not_allowed_now',
      sentence('listWaiting', { file: last.fileName, time: last.validFrom.toISOString() }),
    );
  }
}

/** Customers must know one day before what is dearer for them, or sold no longer. @throws not_allowed_now */
function requireAnnounced(
  { now }: Transaction,
  from: Date,
  words: (when: { hours: number; time: string }) => Sentence,
): void {
  const soonest = new Date(now.getTime() + ANNOUNCED_HOURS * HOUR_MS);
  if (from >= soonest) return;
  throw new Problem('not_allowed_now', words({ hours: ANNOUNCED_HOURS, time: soonest.toISOString() }));
}
