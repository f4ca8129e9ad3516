import { sql as template } from 'drizzle-orm';
import { rateImports } from '../../../db/schema/index.ts';
import { audit } from '../../callers/audit.ts';
import type { Actor } from '../../callers/guards.ts';
import { requireSecondWord } from '../../callers/second-word/require.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { Deps } from '../deps.ts';
import { ANNOUNCED_HOURS, type DeckChanges } from './contract.ts';
import { isUsed } from './is-used.ts';
import { type Deck, lockDeck, readLastImport } from './lock-deck.ts';
import type { FileRows } from './parse-rows.ts';
import { readChanges } from './read-changes.ts';
import { stageRows } from './stage-rows.ts';
import { sentence } from '../../platform/kit/sentences.ts';

/** A file for a deck. */
export interface DeckFile {
  deckId: string;
  rows: FileRows;
  /** The time from which it will hold; null: at once. */
  validFrom: Date | null;
}

/** A file to import. */
interface NamedFile extends DeckFile {
  fileName: string;
  /** The whole file, for the second administrator who has to agree. */
  text: string;
  agreed?: boolean;
}

/** Shows what a file would change, without keeping anything. @throws not_found, not_allowed_now */
export async function previewRows(
  tx: Transaction,
  { deckId, rows, validFrom }: DeckFile,
): Promise<DeckChanges> {
  await lockFree(tx, deckId);
  await stageRows(tx, rows, { deckId, validFrom: validFrom ?? tx.now });
  return readChanges(tx, rows);
}

/**
 * Replaces the rows of a deck with those of a file from a given time, all or none. Rows that are equal stay unchanged.
 * @throws not_found, not_allowed_now: another file is waiting to hold, the time has passed, or somebody buys by the
 * deck and a price would rise too soon; second_word_needed if somebody buys by it
 */
export async function importRows(
  { tx, deps, actor }: { tx: Transaction; deps: Pick<Deps, 'config'>; actor: Actor },
  { deckId, rows, validFrom, fileName, text, agreed }: NamedFile,
): Promise<DeckChanges> {
  const deck = await lockFree(tx, deckId);
  const from = validFrom ?? tx.now;
  if (from < tx.now) throw new Problem('not_allowed_now', sentence('listPast'));
  await stageRows(tx, rows, { deckId, validFrom: from });
  const changes = await readChanges(tx, rows);
  if (changes.dearer + changes.dearerBelow > 0) await requireAnnounced(tx, deck, from);
  if (await isUsed(tx, deckId)) {
    const { new: added, dearer, cheaper, gone } = changes;
    const digest = new Bun.CryptoHasher('sha256').update(text).digest('hex');
    const wanted = {
      deckId,
      fileName,
      digest,
      validFrom: validFrom?.toISOString() ?? null,
      added,
      dearer,
      cheaper,
      gone,
    };
    const extras = { about: deck.name, file: Bun.gzipSync(Buffer.from(text)) };
    requireSecondWord({ deps, actor, agreed }, { kind: 'rate_import', ...wanted }, extras);
  }
  const id = newId(tx.clock);
  const ended = changes.gone;
  const changed = changes.dearer + changes.cheaper + changes.other;
  await tx.db.insert(rateImports).values({
    ...{ id, deckId, fileName, importedBy: actor.id, importedAt: tx.now, validFrom: from },
    ...{ added: changes.new, changed, ended },
  });
  await replaceRows(tx, { deckId, importId: id, from });
  await audit(tx, {
    actorId: actor.id,
    action: 'rates.imported',
    subject: deck.name,
    detail: { fileName, validFrom: from.toISOString(), added: changes.new, changed, ended },
  });
  return changes;
}

async function replaceRows(
  tx: Transaction,
  { deckId, importId, from }: { deckId: string; importId: string; from: Date },
): Promise<void> {
  const at = template`${from.toISOString()}::timestamptz`;
  await tx.db.execute(template`
    update rate_rows r set valid_until = ${at}, ended_by = ${importId}::uuid
    from file_changes c
    where r.deck_id = ${deckId}::uuid and r.prefix = c.prefix and c.kind <> 'new'
      and r.valid_from <= ${at} and r.valid_until is null`);
  await tx.db.execute(template`
    insert into rate_rows (deck_id, prefix, name, rate, fee, first_interval, next_interval, country, network, blocked,
      valid_from, import_id)
    select ${deckId}::uuid, f.prefix, f.name, f.rate, f.fee, f.first_interval, f.next_interval, f.country, f.network,
      f.blocked, ${at}, ${importId}::uuid
    from file_rows f join file_changes c on c.prefix = f.prefix`);
  await tx.db.execute(template`
    update rate_decks set longest_prefix = greatest(longest_prefix, (select max(length(prefix)) from file_rows))
    where id = ${deckId}::uuid`);
}

/** None while another file is waiting: each file is compared with the rows that hold. */
async function lockFree(tx: Transaction, deckId: string): Promise<Deck> {
  const deck = await lockDeck(tx, deckId);
  const last = await readLastImport(tx, deckId);
  if (last && last.validFrom > tx.now) {
    throw new Problem(
      'not_allowed_now',
      sentence('listWaiting', { file: last.fileName, time: last.validFrom.toISOString() }),
    );
  }
  return deck;
}

/** Customers who buy by a deck must know a higher price one day before it holds. @throws not_allowed_now */
async function requireAnnounced(tx: Transaction, deck: Deck, from: Date): Promise<void> {
  const soonest = new Date(tx.now.getTime() + ANNOUNCED_HOURS * 3_600_000);
  if (from >= soonest) return;
  if (!(await isUsed(tx, deck.id))) return;
  throw new Problem(
    'not_allowed_now',
    sentence('listAnnounced', { hours: ANNOUNCED_HOURS, time: soonest.toISOString() }),
  );
}
