import type { Deps } from '../../services/deps.ts';
import type { Actor } from '../../callers/guards.ts';
import type { Wanted } from '../../callers/approvals/contract.ts';
import { deleteDeck } from '../../money/decks/delete-deck.ts';
import { importRows } from '../../money/decks/import-rows.ts';
import { setBelowCost } from '../../money/decks/set-below-cost.ts';
import { setRouteOrder } from '../../money/decks/set-route-order.ts';
import { undoImport } from '../../money/decks/undo-import.ts';
import { useDeck as sellBy } from '../../money/decks/use-deck.ts';
import type { Transaction } from '../../platform/events/transact.ts';

export type WantedPrices = Extract<
  Wanted,
  { kind: 'rate_use' | 'rate_import' | 'rate_undo' | 'rate_delete' | 'rate_below_cost' | 'route_order' }
>;

/** Changes our selling prices, what carriers ask, or which carrier comes first, as two administrators agreed. @throws not_found, not_allowed_now */
export async function changePrices(
  context: { deps: Deps; tx: Transaction; actor: Actor },
  { wanted, file }: { wanted: WantedPrices; file: Uint8Array | null },
): Promise<void> {
  switch (wanted.kind) {
    case 'rate_use': {
      const { service, deck, resellerDeck, resellerPercent } = wanted;
      const decks = { deckId: deck?.id ?? null, resellerDeckId: resellerDeck?.id ?? null };
      await sellBy(context, { service, ...decks, resellerPercent, agreed: wanted });
      return;
    }
    case 'rate_import': {
      if (!file) throw new Error(`the file ${wanted.fileName} of a request is not there`);
      const bytes = Bun.gunzipSync(new Uint8Array(file));
      const { deckId, fileName } = wanted;
      const validFrom = wanted.validFrom === null ? null : new Date(wanted.validFrom);
      const columns = wanted.columns ?? undefined;
      await importRows(context, { deckId, fileName, validFrom, bytes, columns, agreed: true });
      return;
    }
    case 'rate_undo':
      await undoImport(context, { deckId: wanted.deckId, importId: wanted.importId, agreed: true });
      return;
    case 'rate_delete':
      await deleteDeck(context, { deckId: wanted.deckId, agreed: true });
      return;
    case 'rate_below_cost':
      await setBelowCost(context, { deckId: wanted.deckId, belowCost: true, agreed: true });
      return;
    case 'route_order':
      await setRouteOrder(context, { service: wanted.service, by: wanted.by, agreed: true });
  }
}
