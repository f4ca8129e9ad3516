import { routesFor } from '../../../callers/route.ts';
import type { Deps } from '../../deps.ts';
import * as contract from './contract.ts';
import { listReplies } from './list-replies.ts';
import { readAnswers } from './read-answers.ts';
import { setAnswers } from './set-answers.ts';
import { tryAnswers } from './try-answers.ts';

const { changeRoute, route } = routesFor<Deps>();

export const answerRoutes = [
  route(contract.getNumberAnswers, ({ deps, params: { id: userId, numberId } }) =>
    readAnswers(deps, { userId, numberId }),
  ),
  changeRoute(contract.setNumberAnswers, (by, { params: { id: userId, numberId }, body }) =>
    setAnswers(by, { userId, numberId, ...body }),
  ),
  route(contract.tryNumberAnswers, ({ deps, params: { id: userId, numberId }, body }) =>
    tryAnswers(deps, { userId, numberId, ...body }),
  ),
  route(contract.listAutoReplies, ({ deps, params, query }) => listReplies({ deps }, { userId: params.id, ...query })),
];
