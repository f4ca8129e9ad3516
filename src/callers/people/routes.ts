import { eq } from 'drizzle-orm';
import { people, users } from '../../../db/schema/index.ts';
import { transact } from '../../platform/events/transact.ts';
import type { Deps } from '../deps.ts';
import { routesFor } from '../route.ts';
import { originOf } from '../sessions/sessions.ts';
import { accept, checkLink } from './accept.ts';
import * as contract from './contract.ts';
import { enterAccount } from './enter.ts';
import { changeRole, invite, inviteAgain, removePerson } from './invite.ts';
import { readPeople } from './people.ts';

const { publicRoute, route } = routesFor<Deps>();

export const peopleRoutes = [
  route(contract.listPeople, ({ deps, params }) => readPeople(deps.db, params.id)),
  route(contract.invitePerson, ({ deps, actor, params, body, transact: once }) =>
    once((tx) => invite({ tx, deps, actor }, { userId: params.id, body })),
  ),
  route(contract.inviteAgain, ({ deps, actor, params, transact: once }) =>
    once((tx) => inviteAgain({ tx, deps, actor }, { userId: params.id, personId: params.personId })),
  ),
  route(contract.changePerson, ({ actor, params, body, transact: once }) =>
    once((tx) => changeRole({ tx, actor }, { userId: params.id, personId: params.personId, ...body })),
  ),
  route(contract.removePerson, ({ actor, params, transact: once }) =>
    once((tx) => removePerson({ tx, actor }, { userId: params.id, personId: params.personId })),
  ),
  publicRoute(contract.checkInvitation, ({ deps, body }) => checkLink(deps, body)),
  publicRoute(contract.acceptInvitation, async ({ deps, body, incoming }) => {
    const given = { input: body, origin: originOf(incoming), sessionToken: incoming.cookie.read() };
    const { session, device, shown } = await accept(deps, given);
    if (session) incoming.cookie.write(session.token, session.expiresAt);
    if (device) incoming.device.write(device.token);
    return shown;
  }),
  route(contract.listAccounts, async ({ deps, actor }) => {
    const rows = await deps.db
      .select({ personId: people.id, company: users.company, fullName: users.fullName, role: people.role })
      .from(people)
      .innerJoin(users, eq(users.id, people.accountId))
      .where(eq(people.userId, actor.id));
    return rows.map(({ company, fullName, ...row }) => ({ ...row, name: company ?? fullName }));
  }),
  route(contract.enterAccount, async ({ deps, actor, body, incoming }) => {
    const { session, shown } = await transact(deps, (tx) =>
      enterAccount(tx, { userId: actor.id, sessionId: actor.credentialId, personId: body.personId }),
    );
    if (session) incoming.cookie.write(session.token, session.expiresAt);
    return shown;
  }),
];
