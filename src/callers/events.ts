import { z } from 'zod';
import { eventKind } from '../platform/events/kind.ts';
import { isoTime, uuid } from '../platform/kit/schemas.ts';
import { userStatus } from './contract.ts';

const at = isoTime;

export const userStatusEvent = eventKind('user-status', z.object({ at, userId: uuid, status: userStatus }), [
  'owner',
  'admins',
  'support',
]);

/** A request that needs a second administrator was made, agreed to or withdrawn. */
export const approvalRequestsEvent = eventKind('approval-requests', z.object({ at, requestId: uuid }), ['admins']);

/**
 * The ways in which an account signs in have changed, or its confirmed address. Screens read again what is
 * named.
 */
export const securityChangedEvent = eventKind(
  'security-changed',
  z.object({
    at,
    userId: uuid,
    what: z.enum(['sessions', 'api-keys', 'second-factor', 'email']),
  }),
  ['owner'],
);

/**
 * Something has changed that a reseller sees of a customer: the account, its balance, or its costs and
 * margins.
 */
export const customersChangedEvent = eventKind('customers-changed', z.object({ at, userId: uuid, customerId: uuid }), [
  'owner',
]);
