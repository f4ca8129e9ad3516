import { z } from 'zod';
import { confirmAddress, deliverMails, mailTo, tokenIn } from '../../../kit/mails.ts';
import type { Rows } from '../row.ts';
import * as a from '../things.ts';
import { apiKey, delivery, passkey, session, webhook, webhookBody } from '../things.ts';
import { call, codeAt, cookieOf, enableTotp, nextCode, readAs, signIn, signUp } from '../../../kit/index.ts';

const password = (_world: unknown, owner: { password: string }) => ({ password: owner.password });
const newEmail = () => `new-${Bun.randomUUIDv7()}@example.com`;

export const ACCOUNT_ROWS: Rows = {
  register: {
    may: 'anybody',
    json: () => ({ email: newEmail(), password: 'correct horse', fullName: 'Ada Lovelace' }),
    leaves: 'account.registered',
  },
  logout: {
    may: 'the signed in',
    key: 'account',
    leaves: 'session.ended',
    call: async ({ app }, owner, path) => call(app, path, { method: 'POST' }, { cookie: await signIn(app, owner) }),
  },
  getSession: { may: 'the signed in', key: 'account' },
  getUser: { may: 'the owner', key: 'account' },
  updateUser: { may: 'the owner', key: 'account', json: { fullName: 'Ada King' }, leaves: 'account.profile_changed' },
  confirmEmail: {
    may: 'anybody',
    leaves: 'email.confirmed',
    call: async ({ app }, _owner, path) => {
      const person = await signUp(app);
      await deliverMails(app);
      return call(app, path, { json: { token: tokenIn(await mailTo(app, person.email, /confirm/i)) } });
    },
  },
  undoEmail: {
    may: 'anybody',
    leaves: 'email.change_undone',
    call: async ({ app }, _owner, path) => {
      const person = await signUp(app);
      await confirmAddress(app, person);
      const json = { email: `moved-${person.email}` };
      await person.withCookie(`/api/users/${person.id}`, { method: 'PUT', json });
      await deliverMails(app);
      return call(app, path, { json: { token: tokenIn(await mailTo(app, person.email, /about to change/)) } });
    },
  },
  getClosing: { may: 'a browser' },
  exportAccount: { may: 'a browser', leaves: 'account.exported' },
  closeAccount: {
    may: 'a browser',
    json: (_world, { email }) => ({ email, givesUp: '5000.00' }),
    leaves: 'account.closed',
  },
  undoClosing: {
    may: 'anybody',
    leaves: 'account.closing_undone',
    call: async ({ app }, _owner, path) => {
      const person = await signUp(app);
      await person.withCookie('/api/auth/closing', { json: { email: person.email, givesUp: '0.00' } });
      await deliverMails(app);
      return call(app, path, { json: { token: tokenIn(await mailTo(app, person.email, /was closed$/)) } });
    },
  },
  sendConfirmation: {
    may: 'the owner',
    key: 'account',
    leaves: { nothing: 'one more mail like the one before; the outbox of mail keeps it' },
  },
  requestPasswordReset: {
    may: 'anybody',
    json: (_world, owner) => ({ email: owner.email }),
    leaves: { nothing: 'password.reset_requested is written when the request is answered, after this' },
  },
  checkResetLink: {
    may: 'anybody',
    leaves: { nothing: 'it reads' },
    call: async ({ app }, _owner, path) => {
      const { email } = await signUp(app);
      await call(app, '/api/auth/password-reset', { json: { email } });
      await deliverMails(app);
      return call(app, path, { json: { token: tokenIn(await mailTo(app, email, /^Choose a new password/)) } });
    },
  },
  resetPassword: {
    may: 'anybody',
    leaves: 'password.reset',
    call: async ({ app }, _owner, path) => {
      const { email } = await signUp(app);
      await call(app, '/api/auth/password-reset', { json: { email } });
      await deliverMails(app);
      const token = tokenIn(await mailTo(app, email, /^Choose a new password/));
      return call(app, path, { json: { token, password: 'another horse' } });
    },
  },
  setLowBalanceLevel: { may: 'the owner', key: 'account', json: { level: '20.00' }, leaves: 'account.profile_changed' },
  changePassword: {
    may: "the owner's browser",
    json: (_world, owner) => ({ currentPassword: owner.password, newPassword: 'another horse' }),
    leaves: 'password.changed',
  },
  rotateApiKey: { may: "the owner's browser", leaves: 'api_key.rotated' },
  listApiKeys: { may: "the owner's browser" },
  createApiKey: { may: "the owner's browser", json: { name: 'Till', scopes: ['read'] }, leaves: 'api_key.created' },
  listSmppAccounts: { may: "the owner's browser" },
  createSmppAccount: {
    may: "the owner's browser",
    json: {
      addresses: ['192.0.2.0/24'],
      binds: 2,
      openRequests: 10,
      perSecond: 30,
      receives: true,
      cheaperSpelling: false,
    },
    leaves: 'api_key.created',
  },
  rotateNamedApiKey: { may: "the owner's browser", of: apiKey, leaves: 'api_key.rotated' },
  revokeApiKey: { may: "the owner's browser", of: apiKey, leaves: 'api_key.revoked' },
  getStats: { may: 'the owner', key: 'account' },
  getOverview: { may: 'the owner', key: 'account' },
  login: {
    may: 'anybody',
    json: (_world, { email, password: secret }) => ({ email, password: secret }),
    leaves: 'session.started',
  },
  offerPasskeySignIn: { may: 'anybody', leaves: { nothing: 'a challenge that ends by itself: nothing of anybody’s' } },
  signInWithPasskey: {
    may: 'anybody',
    leaves: 'session.started',
    call: async ({ app }, owner, path) => {
      const { authenticator } = await a.addPasskey(owner);
      const offered = await call(app, '/api/auth/passkeys/sign-in/options', { method: 'POST' });
      const { challenge } = await readAs(offered, z.object({ challenge: z.string() }));
      return call(app, path, { json: { response: authenticator.get(challenge) } });
    },
  },
  stepUp: { may: 'a browser', json: password, leaves: 'session.stepped_up' },
  getSecondFactor: { may: 'a browser' },
  startTotp: {
    may: 'a browser',
    json: password,
    leaves: { nothing: 'it does not count before it is confirmed, and totp.enabled is written then' },
  },
  confirmTotp: {
    may: 'a browser',
    leaves: 'totp.enabled',
    call: async ({ app }, owner, path) => {
      const json = { password: owner.password };
      const started = await owner.withCookie('/api/auth/second-factor/totp', { json });
      const { secret } = await readAs(started, z.object({ secret: z.string() }));
      return owner.withCookie(path, { json: { code: codeAt(secret, app.clock.now()) } });
    },
  },
  disableTotp: {
    may: 'a browser',
    leaves: 'totp.disabled',
    call: async ({ app }, owner, path) => {
      const { secret } = await enableTotp(app, owner);
      const json = { password: owner.password, code: nextCode(app.clock, secret) };
      return owner.withCookie(path, { json });
    },
  },
  createRecoveryCodes: {
    may: 'a browser',
    leaves: 'recovery_codes.created',
    call: async ({ app }, owner, path) => {
      await enableTotp(app, owner);
      return owner.withCookie(path, { json: { password: owner.password } });
    },
  },
  offerPasskey: {
    may: 'a browser',
    json: password,
    leaves: { nothing: 'a challenge that ends by itself; passkey.added is written when it is met' },
  },
  addPasskey: {
    may: 'a browser',
    json: async (_world, owner) => ({ name: 'Laptop', response: await a.attestation(owner) }),
    leaves: 'passkey.added',
  },
  removePasskey: { may: 'a browser', of: passkey, json: password, leaves: 'passkey.removed' },
  listSessions: { may: "the owner's browser" },
  endSession: { may: "the owner's browser", of: session, leaves: 'sessions.revoked' },
  endOtherSessions: {
    may: "the owner's browser",
    leaves: 'sessions.revoked',
    call: async ({ app }, owner, path) => {
      const elsewhere = await call(app, '/api/auth/login', { json: { email: owner.email, password: owner.password } });
      return call(app, path, { method: 'DELETE' }, { cookie: cookieOf(elsewhere) });
    },
  },
  getLimits: { may: 'the owner', key: 'account' },
  setLimits: {
    may: "the owner's browser",
    json: { dailyLimit: '100.00', countryLimit: null, countries: {} },
    leaves: 'limits.changed',
  },
  resumeCode: {
    may: "the owner's browser",
    json: { code: '+371' },
    leaves: 'destination.resumed',
    of: async ({ app }, owner) => {
      await app.deps.sql`update users set stopped_codes = '{+371}' where id = ${owner.id}`;
      return {};
    },
  },
  streamEvents: { may: 'the signed in', key: 'read' },
  listWebhooks: { may: 'the owner', key: 'webhooks' },
  createWebhook: { may: 'the owner', key: 'webhooks', json: webhookBody, leaves: 'webhook.created' },
  updateWebhook: {
    may: 'the owner',
    key: 'webhooks',
    of: webhook,
    json: { ...webhookBody, name: 'Till' },
    leaves: 'webhook.changed',
  },
  deleteWebhook: { may: 'the owner', key: 'webhooks', of: webhook, leaves: 'webhook.deleted' },
  rotateWebhookSecret: { may: 'the owner', key: 'webhooks', of: webhook, leaves: 'webhook.secret_rotated' },
  testWebhook: {
    may: 'the owner',
    key: 'webhooks',
    of: webhook,
    leaves: { nothing: 'the webhook’s own log keeps each delivery' },
  },
  listWebhookDeliveries: { may: 'the owner', key: 'webhooks', of: webhook },
  replayWebhookDelivery: {
    may: 'the owner',
    key: 'webhooks',
    of: delivery,
    leaves: { nothing: 'the webhook’s own log keeps each attempt' },
  },
};
