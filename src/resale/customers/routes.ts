import { exportDeck } from '../../money/decks/export-deck.ts';
import { audit } from '../../callers/audit.ts';
import { requireUser } from '../../callers/require-user.ts';
import { sendAccountLink } from '../../callers/registration/send-account-link.ts';
import { requireSeeing, viewAccount } from '../../callers/viewing.ts';
import { transact } from '../../platform/events/transact.ts';
import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../../services/deps.ts';
import { activateCustomer, createCustomer, limitCustomer, suspendCustomer } from './change-customer.ts';
import * as contract from './contract.ts';
import { getMargins } from './get-margins.ts';
import { getRates } from './get-rates.ts';
import { exportCustomers, listCustomers } from './list-customers.ts';
import { requireSeen } from './offered-decks.ts';
import { requireCustomer, requireReseller } from './own-customer.ts';
import { readPrices, setPrices } from './prices.ts';
import { readCustomer } from './read-customers.ts';
import { transfer } from './transfer.ts';

const { changeRoute, route } = routesFor<Deps>();

export const customerRoutes = [
  route(contract.listCustomers, ({ deps, params, query }) => listCustomers(deps, { resellerId: params.id, query })),
  route(contract.createCustomer, ({ deps, actor, params, body }) =>
    createCustomer({ deps, actor }, { resellerId: params.id, body }),
  ),
  route(contract.getCustomer, ({ deps, params }) =>
    readCustomer(deps.db, { resellerId: params.id, customerId: params.customerId }, deps.clock.now()),
  ),
  route(contract.suspendCustomer, ({ deps, actor, params, transact }) =>
    suspendCustomer({ deps, actor, transact }, { resellerId: params.id, customerId: params.customerId }),
  ),
  changeRoute(contract.activateCustomer, (by, { params }) =>
    activateCustomer(by, { resellerId: params.id, customerId: params.customerId }),
  ),
  changeRoute(contract.limitCustomer, (by, { params: { id: resellerId, customerId }, body }) =>
    limitCustomer(by, { resellerId, customerId, ...body }),
  ),
  route(contract.exportCustomers, async ({ deps, actor, params, query }) => {
    await requireUser(deps, params.id);
    await transact(deps, (tx) => audit(tx, actor, 'customers.exported', { userId: params.id, detail: query }));
    return exportCustomers(deps, { resellerId: params.id, query });
  }),
  route(contract.sendCustomerLink, async ({ deps, actor, params, body }) => {
    await requireCustomer(deps.db, params.id, params.customerId);
    return sendAccountLink({ deps, actor }, { userId: params.customerId, ...body });
  }),
  route(contract.viewCustomer, async ({ deps, actor, params }) => {
    await requireCustomer(deps.db, params.id, params.customerId);
    await requireSeeing(deps, params.id);
    return viewAccount({ deps, actor }, params.customerId);
  }),
  route(contract.getPriceList, ({ deps, params }) =>
    readPrices({ ...deps, now: deps.clock.now() }, { resellerId: params.id, customerId: null }),
  ),
  changeRoute(contract.setPriceList, async (by, { params, body }) => {
    const { email: subject } = await requireReseller(by.tx, params.id);
    return setPrices(by, { of: { subject, resellerId: params.id, customerId: null }, body });
  }),
  route(contract.exportOfferedDeck, async ({ deps, params }) => {
    const now = deps.clock.now();
    await requireSeen({ db: deps.db, now }, { resellerId: params.id, deckId: params.deckId });
    return exportDeck({ db: deps.db, now }, params.deckId);
  }),
  route(contract.getCustomerPrices, async ({ deps, params }) => {
    await requireCustomer(deps.db, params.id, params.customerId);
    const of = { resellerId: params.id, customerId: params.customerId };
    return readPrices({ ...deps, now: deps.clock.now() }, of);
  }),
  changeRoute(contract.setCustomerPrices, async (by, { params, body }) => {
    await requireReseller(by.tx, params.id);
    const { id: customerId, email: subject } = await requireCustomer(by.tx.db, params.id, params.customerId);
    return setPrices(by, { of: { subject, resellerId: params.id, customerId }, body });
  }),
  changeRoute(contract.transferCredit, (by, { params, body }) =>
    transfer(by, { resellerId: params.id, customerId: params.customerId, body }),
  ),
  route(contract.getMargins, ({ deps, params }) => getMargins(deps, params.id)),
  route(contract.getRates, ({ deps, params }) => getRates(deps, params.id)),
];
