import { routesFor } from '../../../callers/route.ts';
import { papersUrl } from '../../../carriers/callback-url.ts';
import { jsonResponse } from '../../../edge/http/answer.ts';
import { readBody } from '../../../edge/http/read-request.ts';
import type { Deps } from '../../deps.ts';
import * as contract from './contract.ts';
import { decidePapers } from './decide-papers.ts';
import { checkPapers, handInPapers } from './hand-in.ts';
import { countPapers, listAll, listPapers, openPapers } from './list-papers.ts';
import { papersOfHold } from './papers-of-hold.ts';
import { receivePapersNews } from './receive-news.ts';

const { bareRoute, changeRoute, route } = routesFor<Deps>();

/** Not through `publicRoute`: a carrier's body is not our JSON, and its signature covers every byte. */
const callbackRoute = bareRoute(contract.papersCallback, async (deps, { request, params }) => {
  const provider = params.provider ?? '';
  const url = papersUrl({ deps }, provider) + new URL(request.url).search;
  const body = await readBody(request, contract.papersCallback);
  await receivePapersNews(deps, { provider, callback: { url, headers: request.headers, body } });
  return jsonResponse(204, '');
});

export const papersRoutes = [
  route(contract.getHoldPapers, ({ deps, actor, params }) => papersOfHold({ deps, actor }, params.number)),
  route(contract.listNumberPapers, ({ deps, params }) => listPapers(deps, params.id)),
  route(contract.handInPapers, async ({ deps, actor, params, body, transact }) => {
    const checked = await checkPapers(deps, { userId: params.id, ...body });
    return transact((tx) => handInPapers({ tx, deps, actor }, checked));
  }),
  route(contract.countAllPapers, ({ deps }) => countPapers(deps)),
  route(contract.listAllPapers, ({ deps, query }) => listAll(deps, query)),
  changeRoute(contract.openPapers, (by, { params }) => openPapers(by, params.papersId)),
  changeRoute(contract.decidePapers, (by, { params, body }) =>
    decidePapers(by, { papersId: params.papersId, decision: body }),
  ),
  callbackRoute,
];
