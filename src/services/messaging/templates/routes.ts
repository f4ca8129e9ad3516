import { routesFor } from '../../../callers/route.ts';
import type { Deps } from '../../deps.ts';
import { createSmsTemplate, deleteSmsTemplate, listSmsTemplates } from './contract.ts';
import { deleteTemplate } from './delete.ts';
import { listTemplates } from './list.ts';
import { saveTemplate } from './save.ts';

const { route } = routesFor<Deps>();

export const templateRoutes = [
  route(listSmsTemplates, ({ deps, params }) => listTemplates(deps, params.id)),
  route(createSmsTemplate, ({ params, body, transact }) =>
    transact((tx) => saveTemplate(tx, params.id, body)),
  ),
  route(deleteSmsTemplate, ({ params, transact }) =>
    transact((tx) => deleteTemplate(tx, { userId: params.id, templateId: params.templateId })),
  ),
];
