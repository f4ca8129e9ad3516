import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, uuid } from '../../platform/kit/schemas.ts';
import { email, linkToken, personRole, signedIn } from '../contract.ts';

const { endpoint } = endpointsFor('Accounts');

/** Somebody who may act in an account, or is invited to. */
export const person = z.object({
  id: uuid,
  email: z.string(),
  /** Null: they have not accepted yet. */
  fullName: z.string().nullable(),
  role: personRole,
  createdAt: isoTime,
  /** Until when they can accept; null once they have. */
  invitedUntil: isoTime.nullable(),
  /** To five minutes. */
  seenAt: isoTime.nullable(),
});
export type Person = z.infer<typeof person>;

export const listPeople = endpoint('listPeople', 'GET /api/users/:id/people', {
  summary: 'Who may act in an account beside its owner, and who is invited to',
  response: z.array(person),
});

export const invitePerson = endpoint('invitePerson', 'POST /api/users/:id/people', {
  access: 'owner-session',
  summary: 'Invite somebody by mail to act in the account, in a role; again, the former link works no longer',
  body: z.object({ email, role: personRole }),
  status: 201,
  response: person,
  errors: ['not_allowed_now'],
});

export const changePerson = endpoint('changePerson', 'PUT /api/users/:id/people/:personId', {
  access: 'owner-session',
  summary: 'Give a person another role; it counts from their next request',
  body: z.object({ role: personRole }),
  response: person,
});

export const removePerson = endpoint('removePerson', 'DELETE /api/users/:id/people/:personId', {
  access: 'owner-session',
  summary: 'Remove a person, whose sessions in the account end at once, or withdraw an invitation; API keys stay',
});

export const checkInvitation = endpoint('checkInvitation', 'POST /api/auth/invitation/check', {
  access: 'public',
  summary: 'Whose account an invitation is to; the link goes on working',
  body: z.object({ token: linkToken }),
  response: z.object({
    /** The address that the invitation went to. */
    email: z.string(),
    /** The owner's address. */
    owner: z.string(),
    role: personRole,
    /** There is an account with that address: they sign in to accept. */
    hasAccount: z.boolean(),
  }),
  errors: ['invalid_link', 'bad_origin'],
});

export const acceptInvitation = endpoint('acceptInvitation', 'POST /api/auth/invitation', {
  access: 'session',
  summary: 'Accept an invitation that went to the own address, and act in that account from now on',
  body: z.object({ token: linkToken }),
  response: signedIn,
  errors: ['invalid_link', 'not_allowed_now'],
});

export const listAccounts = endpoint('listAccounts', 'GET /api/auth/accounts', {
  access: 'session',
  summary: 'The accounts of others in which the caller may act',
  response: z.array(z.object({ personId: uuid, name: z.string(), role: personRole })),
});

export const enterAccount = endpoint('enterAccount', 'PUT /api/auth/account', {
  access: 'session',
  summary: 'Act in somebody else’s account from now on, or in the own one again',
  body: z.object({ personId: uuid.nullable() }),
  response: signedIn,
  errors: ['not_found', 'account_suspended'],
});
