import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, network, uuid } from '../../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('SMS');

/** The most of each that one system id may have. */
export const SMPP_MOST = { binds: 20, openRequests: 500, perSecond: 1000, addresses: 20 } as const;

const count = (most: number) => z.number().int().min(1).max(most);

const settings = {
  /** It binds from these networks only; empty: from anywhere. */
  addresses: z.array(network).max(SMPP_MOST.addresses),
  /** The most binds at one time. */
  binds: count(SMPP_MOST.binds),
  /** The most unanswered requests of one bind, in each direction. */
  openRequests: count(SMPP_MOST.openRequests),
  /** The most messages in a second by one bind. */
  perSecond: count(SMPP_MOST.perSecond),
  /** It gets the messages that come in to the account's numbers. */
  receives: z.boolean(),
  /** Its texts are spelled so that they cost fewer parts, as a message of the API with `cheaperSpelling`. */
  cheaperSpelling: z.boolean(),
};

export const smppAccount = z.object({
  /** It is an API key's: that endpoint ends it. */
  id: uuid,
  systemId: z.string(),
  ...settings,
  createdAt: isoTime,
  /** The present binds. */
  bound: z.array(z.object({ address: z.string(), receives: z.boolean(), since: isoTime })),
  /** How many messages and reports wait for it. */
  waiting: z.number().int(),
});

export const listSmppAccounts = endpoint('listSmppAccounts', 'GET /api/users/:id/smpp-accounts', {
  access: 'owner-session',
  summary: 'How the account’s gateways bind by SMPP',
  response: z.object({
    /** Where to bind; a port is null where there is none, and both are null where this installation takes no binds. */
    host: z.string(),
    port: z.number().int().nullable(),
    tlsPort: z.number().int().nullable(),
    accounts: z.array(smppAccount),
  }),
});

export const createSmppAccount = endpoint('createSmppAccount', 'POST /api/users/:id/smpp-accounts', {
  access: 'owner-session',
  summary: 'Make a system id for SMPP; its password is shown this once',
  body: z.object(settings),
  status: 201,
  response: smppAccount.extend({ password: z.string() }),
  errors: ['not_allowed_now'],
});
