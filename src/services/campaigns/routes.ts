import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { createCampaign, listCampaigns, setCampaignStatus } from './campaigns.ts';
import * as contract from './contract.ts';
import { readReport } from './report.ts';
import { followLink } from './short-links.ts';

const { changeRoute, publicRoute, route } = routesFor<Deps>();

export const campaignRoutes = [
  route(contract.listCampaigns, ({ deps, params, query }) => listCampaigns(deps, { userId: params.id, ...query })),
  route(contract.getCampaign, ({ deps, params }) => readReport(deps, params.id, params.campaignId)),
  changeRoute(contract.createCampaign, (by, { params, body }) => createCampaign(by, { userId: params.id, ...body })),
  route(contract.setCampaignStatus, ({ deps, actor, params: { id: userId, campaignId }, body }) =>
    setCampaignStatus({ deps, actor }, { userId, campaignId, ...body }),
  ),
  publicRoute(contract.followLink, async ({ deps, params, incoming }) => {
    const location = await followLink(deps, params.code, incoming.request);
    const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
    return new Response(null, { status: 302, headers });
  }),
];
