import { type Incoming, publicRoute, route, routeInStatement } from '../http/route.ts';
import { changePassword } from './change-password.ts';
import * as contract from './contract.ts';
import { getStats } from './get-stats.ts';
import { getUser } from './get-user.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { readUser } from './present.ts';
import { register } from './register.ts';
import { rotateApiKey } from './rotate-api-key.ts';
import type { Origin } from './sessions.ts';
import { updateProfile } from './update-profile.ts';

const originOf = ({ address, request }: Incoming): Origin => ({
  address,
  userAgent: request.headers.get('user-agent'),
});

export const accountRoutes = [
  publicRoute(contract.register, async ({ deps, body, incoming }) => {
    const { user, session } = await register(
      deps,
      body,
      originOf(incoming),
      incoming.request.headers.get('host'),
    );
    incoming.cookie.write(session.token, session.expiresAt);
    return { user };
  }),
  publicRoute(contract.login, async ({ deps, body, incoming }) => {
    const { user, session } = await login(deps, body, originOf(incoming));
    incoming.cookie.write(session.token, session.expiresAt);
    return { user };
  }),
  route(contract.logout, async ({ actor, incoming, transact }) => {
    const answer = await transact((tx) => logout(tx, actor));
    incoming.cookie.clear();
    return answer;
  }),
  route(contract.getSession, async ({ deps, actor }) => ({ user: await readUser(deps.db, actor.id) })),
  routeInStatement(contract.getUser, ({ deps, credential, params }) => getUser(deps, credential, params.id)),
  route(contract.updateUser, ({ actor, params, body, transact }) =>
    transact((tx) => updateProfile(tx, actor, params.id, body)),
  ),
  route(contract.changePassword, async ({ deps, actor, params, body }) => {
    await changePassword(deps, actor, params.id, body);
    return undefined;
  }),
  route(contract.rotateApiKey, ({ actor, params, transact }) =>
    transact((tx) => rotateApiKey(tx, actor, params.id)),
  ),
  routeInStatement(contract.getStats, ({ deps, credential, params }) =>
    getStats(deps, credential, params.id),
  ),
];
