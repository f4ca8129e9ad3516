import { eq, sql as template } from 'drizzle-orm';
import { people, users } from '../../../db/schema/index.ts';
import { transact } from '../../platform/events/transact.ts';
import type { SignedIn } from '../contract.ts';
import type { Deps } from '../deps.ts';
import { type Incoming, routesFor } from '../route.ts';
import * as contract from './contract.ts';
import { enterAccount, type Entered } from './enter.ts';
import { accept, changeRole, checkLink, invite, removePerson } from './invite.ts';
import { readPeople } from './people.ts';

const { changeRoute, publicRoute, route } = routesFor<Deps>();

export const peopleRoutes = [
  route(contract.listPeople, ({ deps, params }) => readPeople(deps.db, params.id)),
  changeRoute(contract.invitePerson, (by, { params, body }) => invite(by, { userId: params.id, body })),
  changeRoute(contract.changePerson, (by, { params, body }) =>
    changeRole(by, { userId: params.id, personId: params.personId, ...body }),
  ),
  changeRoute(contract.removePerson, (by, { params }) =>
    removePerson(by, { userId: params.id, personId: params.personId }),
  ),
  publicRoute(contract.checkInvitation, ({ deps, body }) => checkLink(deps, body)),
  route(contract.acceptInvitation, ({ deps, actor, body, incoming }) =>
    entering(
      incoming,
      transact(deps, (tx) => accept({ tx, deps, actor }, body)),
    ),
  ),
  route(contract.listAccounts, ({ deps, actor }) =>
    deps.db
      .select({ personId: people.id, name: template<string>`coalesce(company, full_name)`, role: people.role })
      .from(people)
      .innerJoin(users, eq(users.id, people.accountId))
      .where(eq(people.userId, actor.id)),
  ),
  route(contract.enterAccount, ({ deps, actor: { id: userId, credentialId: sessionId }, body, incoming }) =>
    entering(
      incoming,
      transact(deps, (tx) => enterAccount(tx, { userId, sessionId, ...body })),
    ),
  ),
];

/** Gives the browser the token of its session in another account. */
async function entering({ cookie }: Incoming, change: Promise<Entered>): Promise<SignedIn> {
  const { session, shown } = await change;
  if (session) cookie.write(session.token, session.expiresAt);
  return shown;
}
