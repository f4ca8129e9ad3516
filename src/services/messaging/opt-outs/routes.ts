import { routesFor } from '../../../callers/route.ts';
import type { Deps } from '../../deps.ts';
import { addByHand, removeOptOut } from './by-hand.ts';
import * as contract from './contract.ts';
import { importFile, readFile } from './import-file.ts';
import { exportFile, listOptOuts } from './list.ts';
import { readOwnTexts, setOwnTexts } from './own-texts.ts';

const { changeRoute, route } = routesFor<Deps>();

export const optOutRoutes = [
  route(contract.listOptOuts, ({ deps, params, query }) => listOptOuts(deps, { userId: params.id, ...query })),
  changeRoute(contract.addOptOut, (by, { params, body }) => addByHand(by, { userId: params.id, ...body })),
  route(contract.importOptOuts, async ({ deps, actor, params, body, transact }) => {
    const read = await readFile(body.file, body.country ?? null);
    return transact((tx) => importFile({ tx, deps, actor }, { userId: params.id, read }));
  }),
  route(contract.exportOptOuts, async ({ deps, params }) => exportFile(deps, params.id)),
  changeRoute(contract.removeOptOut, (by, { params: { id: userId, optOutId } }) =>
    removeOptOut(by, { userId, optOutId }),
  ),
  route(contract.getOptOutTexts, async ({ deps, params }) => {
    const { own, usual } = await readOwnTexts(deps.db, params.id);
    return { own, usual };
  }),
  changeRoute(contract.setOptOutTexts, (by, { params, body }) => setOwnTexts(by, { userId: params.id, ...body })),
];
