import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { exportContacts, listContacts, readContactLists } from './contacts.ts';
import * as contract from './contract.ts';
import { renameContactList } from './lists.ts';
import { removeContact } from './remove.ts';
import { createContact, importContacts, updateContact } from './save.ts';

const { route } = routesFor<Deps>();

export const contactRoutes = [
  route(contract.listContacts, ({ deps, params, query }) => listContacts(deps, { userId: params.id, ...query })),
  route(contract.exportContacts, ({ deps, params, query }) => exportContacts(deps, { userId: params.id, ...query })),
  route(contract.listContactLists, ({ deps, params }) => readContactLists(deps, params.id)),
  route(contract.renameContactList, ({ actor, params, body, transact }) =>
    transact((tx) => renameContactList({ tx, actor }, { userId: params.id, ...body })),
  ),
  route(contract.createContact, ({ deps, actor, params, body, transact }) =>
    transact((tx) => createContact({ tx, actor, most: deps.config.contacts }, { userId: params.id, ...body })),
  ),
  route(contract.importContacts, ({ deps, actor, params, body, transact }) =>
    transact((tx) => importContacts({ tx, actor, most: deps.config.contacts }, { userId: params.id, ...body })),
  ),
  route(contract.updateContact, ({ actor, params: { id: userId, contactId }, body, transact }) =>
    transact((tx) => updateContact({ tx, actor }, { userId, contactId, ...body })),
  ),
  route(contract.removeContact, ({ actor, params: { id: userId, contactId }, transact }) =>
    transact((tx) => removeContact({ tx, actor }, { userId, contactId })),
  ),
];
