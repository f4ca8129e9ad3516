import { z } from 'zod';
import { eventKind } from '../platform/events/kind.ts';
import { uuid } from '../platform/kit/schemas.ts';
import { userStatus } from './contract.ts';

export const userStatusEvent = eventKind('user-status', ['owner', 'admins', 'support'], {
  userId: uuid,
  status: userStatus,
});

/** A request that needs a second administrator was made, agreed to or withdrawn. */
export const approvalRequestsEvent = eventKind('approval-requests', ['admins'], { requestId: uuid });

/** The ways in which an account signs in have changed, or its confirmed address. Screens read again what is named. */
export const securityChangedEvent = eventKind('security-changed', ['owner'], {
  userId: uuid,
  what: z.enum(['sessions', 'api-keys', 'second-factor', 'email', 'people']),
});

/** Something has changed that a reseller sees of a customer: the account, its balance, or its costs and margins. */
export const customersChangedEvent = eventKind('customers-changed', ['owner'], { userId: uuid, customerId: uuid });
