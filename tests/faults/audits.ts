import type { Fault } from './fault.ts';

/** What is done leaves no trace: each takes one call of `audit` away. */

const silent = (name: string, file: string, action: string, ...tests: string[]): Fault => ({
  name,
  file,
  find: `await audit(tx, {\n    actorId: actor.id,\n    action: '${action}',`,
  put: `await (async (..._: unknown[]) => {})(tx, {\n    actorId: actor.id,\n    action: '${action}',`,
  tests: [...tests, 'api/endpoints/traces'],
});

export const AUDITS: readonly Fault[] = [
  {
    name: 'a verified payment',
    file: 'src/money/payments/review/verify.ts',
    find: "audit(tx, {\n      actorId: actor?.id ?? null,\n      action: actor ? 'payment.verified'",
    put: "(async (..._: unknown[]) => {})(tx, {\n      actorId: actor?.id ?? null,\n      action: actor ? 'payment.verified'",
    tests: ['api/payments/verify', 'api/endpoints/traces'],
  },
  {
    name: 'a rejected payment',
    file: 'src/money/payments/review/reject.ts',
    find: 'await audit(tx, {\n    actorId: by,',
    put: 'await (async (..._: unknown[]) => {})(tx, {\n    actorId: by,',
    tests: ['api/payments/reject', 'api/endpoints/traces'],
  },
  silent(
    'a first approval',
    'src/money/payments/review/approve.ts',
    'payment.approved',
    'api/payments/approval',
  ),
  silent(
    'an approval taken back',
    'src/money/payments/review/withdraw-approval.ts',
    'payment.approval_withdrawn',
    'api/payments/approval',
  ),
  {
    name: 'an order paid',
    file: 'src/money/payments/orders/pay.ts',
    find: "audit(tx, {\n    actorId: actor?.id ?? null,\n    action: 'order.paid'",
    put: "(async (..._: unknown[]) => {})(tx, {\n    actorId: actor?.id ?? null,\n    action: 'order.paid'",
    tests: ['api/payments/orders'],
  },
  silent(
    'an order cancelled',
    'src/money/payments/orders/cancel.ts',
    'order.cancelled',
    'api/payments/orders',
  ),
  silent('a balance adjusted', 'src/admin/adjust-balance.ts', 'balance.adjusted', 'api/admin/adjustments'),
  silent(
    'credit passed to a customer',
    'src/resale/customers/transfer.ts',
    'credit.transferred',
    'api/customers/transfers',
    'api/customers/customers',
  ),
  silent('a price list', 'src/resale/customers/prices.ts', 'price_list.changed', 'api/customers/prices'),
  silent('a brand', 'src/resale/brands/set-brand.ts', 'brand.changed', 'api/brands/brands'),
  silent('spend limits', 'src/accounts/limits/set-limits.ts', 'limits.changed', 'api/limits/limits'),
  silent('limits lifted', 'src/accounts/limits/lift-limit.ts', 'limit.lifted', 'api/limits/limits'),
  silent('an account suspended', 'src/callers/suspend.ts', 'account.suspended', 'api/admin/suspend'),
  silent('an account activated', 'src/callers/suspend.ts', 'account.activated', 'api/admin/suspend'),
  silent('a key made', 'src/callers/keys/create-api-key.ts', 'api_key.created', 'api/accounts/api-keys'),
  silent('a key revoked', 'src/callers/keys/revoke-api-key.ts', 'api_key.revoked', 'api/accounts/api-keys'),
  silent(
    'SIP credentials',
    'src/services/trunks/rotate-credentials.ts',
    'sip_credentials.rotated',
    'api/trunks/sip',
  ),
  silent(
    'an unknown message settled',
    'src/services/messaging/history/settle-unknown.ts',
    'message.settled',
    'api/messaging/unknown',
  ),
  silent('a webhook removed', 'src/accounts/webhooks/delete.ts', 'webhook.deleted', 'api/webhooks/manage'),
  silent('a carrier switched', 'src/carriers/switch.ts', 'provider.switched', 'api/carriers/carriers'),
];
