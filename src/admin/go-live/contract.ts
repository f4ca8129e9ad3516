import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';

const { endpoint } = endpointsFor('Administration');

/** The needs of real business, in the order in which an operator sets them up. */
export const READINESS_ITEMS = [
  ...['address', 'database', 'mail', 'support', 'administrators', 'approvals', 'wallets', 'sharedAddresses', 'chains'],
  ...['rates', 'carriers', 'edge', 'books'],
] as const;

export const readinessItem = z.object({
  id: z.enum(READINESS_ITEMS),
  /** `missing`: no real business without it. `attention`: it works, and an operator should know what it lacks. */
  state: z.enum(['ready', 'attention', 'missing']),
  /** Its coins, chains, carriers, or an address. */
  names: z.array(z.string()),
  /** The settings in the environment that change it. */
  settings: z.array(z.string()),
});
export type ReadinessItem = z.infer<typeof readinessItem>;

export const checkReadiness = endpoint('checkReadiness', 'GET /api/admin/go-live', {
  summary: 'What real business still needs: each thing, its state, and the settings that change it',
  response: z.array(readinessItem),
});

/** The things outside that can be tried. */
export const TRYABLE = ['mail', 'wallets', 'chains', 'rates', 'carriers'] as const;
export type TryableItem = (typeof TRYABLE)[number];

const tried = z.object({
  /** A coin and its endpoint, an exchange, a carrier, an address. */
  name: z.string(),
  works: z.boolean(),
  /** The answer. */
  said: z.string(),
});
export type TriedItem = z.infer<typeof tried>;

export const tryReadiness = endpoint('tryReadiness', 'POST /api/admin/go-live/:item/try', {
  summary: 'Try what a line of the list is about: send a letter, ask wallets, chains, exchanges and carriers',
  params: z.object({ item: z.enum(TRYABLE) }),
  response: z.array(tried),
});
