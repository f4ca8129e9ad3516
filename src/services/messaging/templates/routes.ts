import { routesFor } from '../../../callers/route.ts';
import type { Deps } from '../../deps.ts';
import { createSmsTemplate, deleteSmsTemplate, listSmsTemplates } from './contract.ts';
import { deleteTemplate, listTemplates, saveTemplate } from './templates.ts';

const { route } = routesFor<Deps>();

export const templateRoutes = [
  route(listSmsTemplates, ({ deps, params }) => listTemplates(deps, params.id)),
  route(createSmsTemplate, ({ actor, params, body, transact }) =>
    transact((tx) => saveTemplate({ tx, actor }, { userId: params.id, ...body })),
  ),
  route(deleteSmsTemplate, ({ actor, params: { id: userId, templateId }, transact }) =>
    transact((tx) => deleteTemplate({ tx, actor }, { userId, templateId })),
  ),
];
