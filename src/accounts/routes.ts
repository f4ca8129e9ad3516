import { publicRoute, route, routeInStatement } from '../http/route.ts';
import { changePassword } from './change-password.ts';
import { confirmEmail } from './confirm-email.ts';
import * as contract from './contract.ts';
import * as keyContract from './key-contract.ts';
import { createApiKey } from './create-api-key.ts';
import { getStats } from './get-stats.ts';
import { getUser } from './get-user.ts';
import { logout } from './logout.ts';
import { readUser } from './present.ts';
import { register } from './register.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rotateApiKey, rotateNamedApiKey } from './rotate-api-key.ts';
import { originOf } from './sessions.ts';
import { sendConfirmation } from './send-confirmation.ts';
import { countLevelChange, setLowBalanceLevel } from './set-low-balance-level.ts';
import { countAddressChange, updateProfile } from './update-profile.ts';

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
  route(contract.logout, async ({ actor, incoming, transact }) => {
    const answer = await transact((tx) => logout(tx, actor));
    incoming.cookie.clear();
    return answer;
  }),
  route(contract.getSession, async ({ deps, actor }) => ({ user: await readUser(deps.db, actor.id) })),
  routeInStatement(contract.getUser, ({ deps, credential, params }) => getUser(deps, credential, params.id)),
  route(contract.updateUser, async ({ deps, actor, params, body, transact }) => {
    await countAddressChange(deps, actor, params.id, body.email);
    return transact((tx) => updateProfile(tx, actor, params.id, body));
  }),
  publicRoute(contract.confirmEmail, ({ deps, body }) => confirmEmail(deps, body.token)),
  route(contract.sendConfirmation, async ({ deps, params }) => {
    await sendConfirmation(deps, params.id);
    return undefined;
  }),
  publicRoute(contract.requestPasswordReset, async ({ deps, body, incoming }) => {
    await requestPasswordReset(deps, body.email, incoming.address);
    return undefined;
  }),
  publicRoute(contract.resetPassword, async ({ deps, body }) => {
    await resetPassword(deps, body);
    return undefined;
  }),
  route(contract.setLowBalanceLevel, async ({ deps, actor, params, body, transact }) => {
    await countLevelChange(deps, params.id);
    return transact((tx) => setLowBalanceLevel(tx, actor, params.id, body.level));
  }),
  route(contract.changePassword, async ({ deps, actor, params, body }) => {
    await changePassword(deps, actor, params.id, body);
    return undefined;
  }),
  route(contract.rotateApiKey, ({ actor, params, transact }) =>
    transact((tx) => rotateApiKey(tx, actor, params.id)),
  ),
  route(keyContract.listApiKeys, ({ deps, params }) => listApiKeys(deps, params.id)),
  route(keyContract.createApiKey, ({ actor, params, body, transact }) =>
    transact((tx) => createApiKey(tx, actor, params.id, body)),
  ),
  route(keyContract.rotateNamedApiKey, ({ actor, params, transact }) =>
    transact((tx) => rotateNamedApiKey(tx, actor, params.id, params.keyId)),
  ),
  route(keyContract.revokeApiKey, ({ actor, params, transact }) =>
    transact((tx) => revokeApiKey(tx, actor, params.id, params.keyId)),
  ),
  routeInStatement(contract.getStats, ({ deps, credential, params }) =>
    getStats(deps, credential, params.id),
  ),
];
