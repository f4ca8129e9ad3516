import { z } from 'zod';
import { endpoint } from '../../platform/kit/endpoint.ts';

/** The needs of real business, in the order in which an operator sets them up. */
export const READINESS_ITEMS = [
  'address',
  'database',
  'mail',
  'support',
  'administrators',
  'approvals',
  'wallets',
  'sharedAddresses',
  'chains',
  'rates',
  'carriers',
  'edge',
  'books',
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

export const checkReadiness = endpoint('GET /api/admin/go-live', {
  name: 'checkReadiness',
  access: 'admin',
  tag: 'Administration',
  summary: 'What real business still needs: each thing, its state, and the settings that change it',
  response: z.array(readinessItem),
});
