import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { exportContacts, listContacts, readContactLists } from './contacts.ts';
import * as contract from './contract.ts';
import { renameContactList } from './lists.ts';
import { removeContact } from './remove.ts';
import { createContact, importContacts, updateContact } from './save.ts';

const { changeRoute, route } = routesFor<Deps>();

export const contactRoutes = [
  route(contract.listContacts, ({ deps, params, query }) => listContacts(deps, { userId: params.id, ...query })),
  route(contract.exportContacts, ({ deps, params, query }) => exportContacts(deps, { userId: params.id, ...query })),
  route(contract.listContactLists, ({ deps, params }) => readContactLists(deps, params.id)),
  changeRoute(contract.renameContactList, (by, { params, body }) =>
    renameContactList(by, { userId: params.id, ...body }),
  ),
  changeRoute(contract.createContact, (by, { params, body }) => createContact(by, { userId: params.id, ...body })),
  changeRoute(contract.importContacts, (by, { params, body }) => importContacts(by, { userId: params.id, ...body })),
  changeRoute(contract.updateContact, (by, { params: { id: userId, contactId }, body }) =>
    updateContact(by, { userId, contactId, ...body }),
  ),
  changeRoute(contract.removeContact, (by, { params: { id: userId, contactId } }) =>
    removeContact(by, { userId, contactId }),
  ),
];
