import { routesFor } from './route.ts';
import type { Deps } from './deps.ts';
import { confirmEmail } from './registration/confirm-email.ts';
import * as contract from './contract.ts';
import * as keyContract from './keys/contract.ts';
import { createApiKey, rotateApiKey, rotateNamedApiKey } from './keys/new-api-key.ts';
import { logout } from './sessions/logout.ts';
import { readUser } from './present-user.ts';
import { register } from './registration/register.ts';
import { requestPasswordReset } from './passwords/request-password-reset.ts';
import { changePassword, checkResetLink, resetPassword } from './passwords/reset-password.ts';
import { listApiKeys, revokeApiKey } from './keys/api-keys.ts';
import { originOf } from './sessions/sessions.ts';
import * as closingContract from './closing/contract.ts';
import { undoClosing } from './closing/undo-closing.ts';
import { undoEmail } from './registration/undo-email.ts';
import { openDemonstration, viewAccount } from './viewing.ts';
import { sendConfirmation } from './registration/send-confirmation.ts';

const { changeRoute, publicRoute, route } = routesFor<Deps>();

export const accountRoutes = [
  publicRoute(contract.register, async ({ deps, body, incoming }) => {
    const { user, session } = await register(deps, {
      input: body,
      origin: originOf(incoming),
      host: incoming.request.headers.get('host'),
      languages: incoming.request.headers.get('accept-language'),
    });
    incoming.cookie.write(session.token, session.expiresAt);
    incoming.device.write(session.device.token);
    return { user };
  }),
  route(contract.logout, async ({ actor, incoming, transact }) => {
    const answer = await transact((tx) => logout({ tx, actor }));
    incoming.cookie.clear();
    return answer;
  }),
  publicRoute(contract.openDemonstration, ({ deps, incoming }) => openDemonstration(deps, incoming.address)),
  route(contract.viewAccount, ({ deps, actor, params }) => viewAccount({ deps, actor }, params.id)),
  route(contract.getSession, async ({ deps, actor }) => ({
    user: await readUser(deps.db, actor.id),
    person: actor.person ? { email: actor.person.email, role: actor.person.role } : null,
  })),
  publicRoute(contract.confirmEmail, ({ deps, body, incoming }) =>
    confirmEmail(deps, { ...body, sessionToken: incoming.cookie.read() }),
  ),
  publicRoute(contract.undoEmail, ({ deps, body }) => undoEmail(deps, body)),
  publicRoute(closingContract.undoClosing, ({ deps, body }) => undoClosing(deps, body)),
  route(contract.sendConfirmation, ({ deps, params }) => sendConfirmation(deps, params.id)),
  publicRoute(contract.requestPasswordReset, ({ deps, body, incoming }) =>
    requestPasswordReset(deps, { email: body.email, address: incoming.address, device: incoming.device.read() }),
  ),
  publicRoute(contract.checkResetLink, ({ deps, body }) => checkResetLink(deps, body)),
  publicRoute(contract.resetPassword, ({ deps, body }) => resetPassword(deps, body)),
  route(contract.changePassword, ({ deps, actor, params, body }) =>
    changePassword({ deps, actor }, { userId: params.id, input: body }),
  ),
  changeRoute(contract.rotateApiKey, (by, { params }) => rotateApiKey(by, params.id)),
  route(keyContract.listApiKeys, ({ deps, params }) => listApiKeys(deps, params.id)),
  changeRoute(keyContract.createApiKey, (by, { params, body }) => createApiKey(by, { userId: params.id, body })),
  changeRoute(keyContract.rotateNamedApiKey, (by, { params }) =>
    rotateNamedApiKey(by, { userId: params.id, keyId: params.keyId }),
  ),
  changeRoute(keyContract.revokeApiKey, (by, { params }) =>
    revokeApiKey(by, { userId: params.id, keyId: params.keyId }),
  ),
];
