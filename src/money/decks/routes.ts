import { routesFor } from '../../callers/route.ts';
import { orAsk } from '../../callers/approvals/require.ts';
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

const { route } = routesFor<Deps>();

export const deckRoutes = [
  route(contract.listRateDecks, async ({ deps, query: { instead: service, ...terms } }) => ({
    ...(await listDecks({ db: deps.db, now: deps.clock.now() })),
    changes: service ? await transact(deps, (tx) => compareUses(tx, deps, { service, ...terms })) : null,
  })),
  route(contract.createRateDeck, ({ actor, body, transact: once }) => once((tx) => createDeck({ tx, actor }, body))),
  route(contract.deleteRateDeck, ({ deps, actor, params, transact: once }) =>
    orAsk({ deps, actor }, () => once((tx) => deleteDeck({ tx, deps, actor }, { deckId: params.deckId }))),
  ),
  route(contract.previewRateDeletion, ({ deps, params }) =>
    transact(deps, (tx) => previewDeletion({ tx, deps }, params.deckId)),
  ),
  route(contract.previewRateImport, async ({ deps, params, query, incoming }) => {
    const bytes = await readFile(incoming.request);
    return transact(deps, (tx) => previewRows({ tx, deps }, { deckId: params.deckId, bytes, columns: query.columns }));
  }),
  route(contract.importRates, async ({ deps, actor, params, query, incoming }) => {
    const bytes = await readFile(incoming.request);
    const validFrom = query.validFrom === undefined ? null : new Date(query.validFrom);
    const { fileName, columns } = query;
    const file = { deckId: params.deckId, bytes, validFrom, fileName, columns };
    const changes = await orAsk({ deps, actor }, () => transact(deps, (tx) => importRows({ tx, deps, actor }, file)));
    deps.costsInUse.saw(true);
    return changes;
  }),
  route(contract.undoRateImport, ({ deps, actor, params, body, transact: once }) =>
    orAsk({ deps, actor }, () =>
      once((tx) => undoImport({ tx, deps, actor }, { deckId: params.deckId, importId: body.importId })),
    ),
  ),
  route(contract.listRateRows, ({ deps, params, query }) =>
    listRows({ db: deps.db, now: deps.clock.now() }, { deckId: params.deckId, ...query }),
  ),
  route(contract.exportRateDeck, ({ deps, params }) =>
    exportDeck({ db: deps.db, now: deps.clock.now() }, params.deckId),
  ),
  route(contract.setBelowCost, ({ deps, actor, params, body, transact: once }) =>
    orAsk({ deps, actor }, () => once((tx) => setBelowCost({ tx, deps, actor }, { deckId: params.deckId, ...body }))),
  ),
  route(contract.offerRateDeck, ({ actor, params, body, transact: once }) =>
    once((tx) => offerDeck({ tx, actor }, { deckId: params.deckId, ...body })),
  ),
  route(contract.setRouteOrder, ({ deps, actor, params, body, transact: once }) =>
    orAsk({ deps, actor }, () =>
      once((tx) => setRouteOrder({ tx, deps, actor }, { service: params.service, ...body })),
    ),
  ),
  route(contract.useRateDeck, ({ deps, actor, params, body, transact: once }) =>
    orAsk({ deps, actor }, () => once((tx) => useDeck({ tx, deps, actor }, { service: params.service, ...body }))),
  ),
  route(contract.cancelRateSwitch, ({ actor, params, transact: once }) =>
    once((tx) => cancelSwitch({ tx, actor }, params.service)),
  ),
];
