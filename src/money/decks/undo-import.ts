import { eq, sql as template } from 'drizzle-orm';
import { rateImports } from '../../../db/schema/index.ts';
import { audit } from '../../callers/audit.ts';
import type { Actor } from '../../callers/guards.ts';
import { requireSecondWord } from '../../callers/second-word/require.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';
import type { RateDeck } from './contract.ts';
import { isUsed } from './is-used.ts';
import { lockDeck, readLastImport } from './lock-deck.ts';
import { readDeck } from './list-decks.ts';
import { sentence } from '../../platform/kit/sentences.ts';

/**
 * Undoes the last import of a deck: its rows are removed, and the rows that it ended hold again. Charges already made
 * do not change.
 * @param importId the import that the administrator saw; another one may have been made since
 * @throws not_found, not_allowed_now, second_word_needed if somebody buys by it
 */
export async function undoImport(
  { tx, deps, actor }: { tx: Transaction; deps: Pick<Deps, 'config'>; actor: Actor },
  { deckId, importId, agreed }: { deckId: string; importId: string; agreed?: boolean },
): Promise<RateDeck> {
  const deck = await lockDeck(tx, deckId);
  const last = await readLastImport(tx, deckId);
  if (last?.id !== importId) throw new Problem('not_allowed_now', sentence('listLastFile'));
  if (await isUsed(tx, deckId)) {
    const wanted = { kind: 'rate_undo', deckId, importId, fileName: last.fileName } as const;
    requireSecondWord({ deps, actor, agreed }, wanted, { about: deck.name });
  }
  await tx.db.execute(
    template`delete from rate_rows where deck_id = ${deckId}::uuid and import_id = ${importId}::uuid`,
  );
  await tx.db.execute(template`
    update rate_rows set valid_until = null, ended_by = null
    where deck_id = ${deckId}::uuid and ended_by = ${importId}::uuid`);
  await tx.db
    .update(rateImports)
    .set({ undoneAt: tx.now, undoneBy: actor.id })
    .where(eq(rateImports.id, importId));
  await audit(tx, {
    actorId: actor.id,
    action: 'rates.import_undone',
    subject: deck.name,
    detail: { fileName: last.fileName },
  });
  return readDeck(tx, deckId);
}
