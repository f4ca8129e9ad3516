import { routesFor } from '../../../callers/route.ts';
import type { Deps } from '../../deps.ts';
import { createSmsTemplate, deleteSmsTemplate, listSmsTemplates } from './contract.ts';
import { deleteTemplate, listTemplates, saveTemplate } from './templates.ts';

const { changeRoute, route } = routesFor<Deps>();

export const templateRoutes = [
  route(listSmsTemplates, ({ deps, params }) => listTemplates(deps, params.id)),
  changeRoute(createSmsTemplate, (by, { params, body }) => saveTemplate(by, { userId: params.id, ...body })),
  changeRoute(deleteSmsTemplate, (by, { params: { id: userId, templateId } }) =>
    deleteTemplate(by, { userId, templateId }),
  ),
];
