import { readFlatRates } from '../../money/pricing/read-flat-rates.ts';
import { trialToday } from '../../money/trial/give-trial.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../../services/deps.ts';
import * as contract from './contract.ts';
import { brandAtHost, brandOfCustomer, readSettings } from './find-brand.ts';
import { checkHost } from './host/check-host.ts';
import { getLogo } from './get-logo.ts';
import { setBrand } from './set-brand.ts';

const { changeRoute, publicRoute, route } = routesFor<Deps>();

export const brandRoutes = [
  publicRoute(contract.getBrand, async ({ deps, incoming }) => {
    const brand = await brandAtHost(deps.db, incoming.request.headers.get('host'));
    const { support: email, supportChat: chat, supportWhatsApp: whatsApp } = deps.config.mail;
    if (brand) return { brand, support: null, prices: null, trialCredit: null, pages: [] };
    const { sms, voice } = await readFlatRates(deps.db, deps.config, deps.clock.now());
    const pricesOf = (kind: 'standard' | 'reseller') => ({
      sms: formatMoney(sms[kind], 4),
      voice: formatMoney(voice[kind], 4),
    });
    const prices = { standard: pricesOf('standard'), reseller: pricesOf('reseller') };
    // The page promises only what whoever registers now is given.
    const trial = await trialToday(deps.db, deps.config, deps.clock.now());
    const trialCredit = trial === null ? null : formatMoney(trial);
    return { brand, support: { email, chat, whatsApp }, prices, trialCredit, pages: [...deps.config.pages.keys()] };
  }),
  publicRoute(contract.getPage, async ({ deps, params: { page }, query, incoming }) => {
    const texts = deps.config.pages.get(page);
    const text = texts?.get(query.language ?? '') ?? texts?.get('');
    // Our terms are not a reseller's.
    if (!text || (await brandAtHost(deps.db, incoming.request.headers.get('host')))) throw notFound('Page');
    return text;
  }),
  publicRoute(contract.getBrandHost, async ({ deps, query: { domain } }) => {
    if (!(await brandAtHost(deps.db, domain))) throw notFound('Brand');
    return { hostName: domain };
  }),
  publicRoute(contract.getBrandLogo, ({ deps, params }) => getLogo(deps, params)),
  route(contract.getPortal, async ({ deps, params }) => ({ brand: await brandOfCustomer(deps.db, params.id) })),
  route(contract.getBrandSettings, async ({ deps, params }) => ({ brand: await readSettings(deps.db, params.id) })),
  route(contract.checkHost, ({ deps, actor, params }) => checkHost({ deps, actor }, { userId: params.id })),
  changeRoute(contract.setBrand, (by, { params, body }) => setBrand(by, { userId: params.id, body })),
];
