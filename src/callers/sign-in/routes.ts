import { originOf } from '../sessions/sessions.ts';
import { routesFor } from '../route.ts';
import type { Deps } from '../deps.ts';
import { addPasskey, offerPasskey } from './passkeys/add-passkey.ts';
import { confirmTotp } from './second-factor/confirm-totp.ts';
import * as contract from './contract.ts';
import { createRecoveryCodes } from './second-factor/create-recovery-codes.ts';
import { disableTotp } from './second-factor/disable-totp.ts';
import { endOtherSessions, endSession } from './end-session.ts';
import { listSessions } from './list-sessions.ts';
import { login } from './login.ts';
import { offerPasskeySignIn } from './passkeys/offer-passkey-sign-in.ts';
import { signInWithPasskey } from './passkeys/passkey-sign-in.ts';
import { relyingParty, requireRelyingParty, serviceName } from './passkeys/relying-party.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import { resetSecondFactor } from './second-factor/reset-second-factor.ts';
import { getSecondFactor } from './second-factor/second-factor.ts';
import * as sessionContract from './session-contract.ts';
import { stepUp } from './step-up.ts';
import { askForApproval } from '../approvals/ask.ts';
import { startTotp } from './second-factor/start-totp.ts';

const { changeRoute, publicRoute, route } = routesFor<Deps>();

export const signInRoutes = [
  publicRoute(contract.login, async ({ deps, body, incoming }) => {
    const party = await relyingParty(deps, incoming.request);
    const { session, ...shown } = await login(deps, { input: body, party, origin: originOf(incoming) });
    incoming.cookie.write(session.token, session.expiresAt);
    incoming.device.write(session.device.token);
    return shown;
  }),
  publicRoute(contract.offerPasskeySignIn, async ({ deps, incoming }) =>
    offerPasskeySignIn(deps, { party: await requireRelyingParty(deps, incoming.request), address: incoming.address }),
  ),
  publicRoute(contract.signInWithPasskey, async ({ deps, body, incoming }) => {
    const party = await requireRelyingParty(deps, incoming.request);
    const { session, ...shown } = await signInWithPasskey(deps, {
      assertion: body.response,
      party,
      origin: originOf(incoming),
    });
    incoming.cookie.write(session.token, session.expiresAt);
    incoming.device.write(session.device.token);
    return shown;
  }),
  route(contract.stepUp, async ({ deps, actor, body, incoming }) =>
    stepUp({ deps, actor }, { input: body, party: await relyingParty(deps, incoming.request) }),
  ),
  route(contract.getSecondFactor, ({ deps, actor }) => getSecondFactor({ deps, actor })),
  route(contract.startTotp, async ({ deps, actor, body, incoming }) =>
    startTotp({ deps, actor }, { password: body.password, issuer: await serviceName(deps, incoming.request) }),
  ),
  route(contract.confirmTotp, async ({ deps, actor, body }) => ({
    recoveryCodes: await confirmTotp({ deps, actor }, body.code),
  })),
  route(contract.disableTotp, ({ deps, actor, body }) => disableTotp({ deps, actor }, body)),
  route(contract.createRecoveryCodes, async ({ deps, actor, body }) => ({
    recoveryCodes: await createRecoveryCodes({ deps, actor }, body.password),
  })),
  route(contract.offerPasskey, ({ deps, actor, body, incoming }) =>
    offerPasskey({ deps, actor }, { password: body.password, request: incoming.request }),
  ),
  route(contract.addPasskey, async ({ deps, actor, body, incoming }) =>
    addPasskey({ deps, actor }, { body, party: await requireRelyingParty(deps, incoming.request) }),
  ),
  route(contract.removePasskey, ({ deps, actor, params, body }) =>
    removePasskey({ deps, actor }, { passkeyId: params.passkeyId, password: body.password }),
  ),
  route(sessionContract.listSessions, ({ deps, actor, params }) => listSessions({ deps, actor }, params.id)),
  changeRoute(sessionContract.endSession, (by, { params }) =>
    endSession(by, { userId: params.id, sessionId: params.sessionId }),
  ),
  changeRoute(sessionContract.endOtherSessions, (by, { params, query }) =>
    endOtherSessions(by, { userId: params.id, withKeys: query.keys === 'revoke' }),
  ),
  route(contract.resetSecondFactor, async ({ deps, actor, params, transact }) => {
    await askForApproval({ deps, actor }, { wanted: { kind: 'factor_reset', userId: params.id } });
    return transact((tx) => resetSecondFactor({ tx, actor }, params.id));
  }),
];
