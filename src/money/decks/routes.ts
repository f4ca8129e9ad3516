import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../../platform/events/transact.ts';
import * as contract from './contract.ts';
import { compareUses } from './compare-uses.ts';
import { createDeck } from './create-deck.ts';
import { deleteDeck, previewDeletion } from './delete-deck.ts';
import { exportDeck } from './export-deck.ts';
import { importRows, previewRows } from './import-rows.ts';
import { listDecks } from './list-decks.ts';
import { listRows } from './list-rows.ts';
import { readFile } from './read-file.ts';
import { cancelSwitch } from './switches/write-use.ts';
import { offerDeck, setBelowCost } from './switch-deck.ts';
import { setRouteOrder } from './set-route-order.ts';
import { undoImport } from './undo-import.ts';
import { useDeck } from './use-deck.ts';

const { changeRoute, route } = routesFor<Deps>();

export const deckRoutes = [
  route(contract.listRateDecks, async ({ deps, query: { instead: service, ...terms } }) => ({
    ...(await listDecks({ db: deps.db, now: deps.clock.now() })),
    changes: service ? await transact(deps, (tx) => compareUses(tx, deps, { service, ...terms })) : null,
  })),
  changeRoute(contract.createRateDeck, (by, { body }) => createDeck(by, body)),
  changeRoute(contract.deleteRateDeck, (by, { params }) => deleteDeck(by, { deckId: params.deckId })),
  route(contract.previewRateDeletion, ({ deps, params }) =>
    transact(deps, (tx) => previewDeletion({ tx, deps }, params.deckId)),
  ),
  route(contract.previewRateImport, async ({ deps, params, query, incoming }) => {
    const bytes = await readFile(incoming.request);
    return transact(deps, (tx) => previewRows({ tx, deps }, { deckId: params.deckId, bytes, columns: query.columns }));
  }),
  route(contract.importRates, async ({ deps, actor, params, query, incoming, transact: once }) => {
    const bytes = await readFile(incoming.request);
    const validFrom = query.validFrom === undefined ? null : new Date(query.validFrom);
    const { fileName, columns } = query;
    const file = { deckId: params.deckId, bytes, validFrom, fileName, columns };
    const changes = await once((tx) => importRows({ tx, deps, actor }, file));
    deps.costsInUse.saw(true);
    return changes;
  }),
  changeRoute(contract.undoRateImport, (by, { params, body }) =>
    undoImport(by, { deckId: params.deckId, importId: body.importId }),
  ),
  route(contract.listRateRows, ({ deps, params, query }) =>
    listRows({ db: deps.db, now: deps.clock.now() }, { deckId: params.deckId, ...query }),
  ),
  route(contract.exportRateDeck, ({ deps, params }) =>
    exportDeck({ db: deps.db, now: deps.clock.now() }, params.deckId),
  ),
  changeRoute(contract.setBelowCost, (by, { params, body }) => setBelowCost(by, { deckId: params.deckId, ...body })),
  changeRoute(contract.offerRateDeck, (by, { params, body }) => offerDeck(by, { deckId: params.deckId, ...body })),
  changeRoute(contract.setRouteOrder, (by, { params, body }) =>
    setRouteOrder(by, { service: params.service, ...body }),
  ),
  changeRoute(contract.useRateDeck, (by, { params, body }) => useDeck(by, { service: params.service, ...body })),
  changeRoute(contract.cancelRateSwitch, (by, { params }) => cancelSwitch(by, params.service)),
];
