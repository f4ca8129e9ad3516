import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';

export const providerStatus = z.object({
  activeProvider: z.string(),
  providers: z.array(z.string()),
  health: z.record(z.string(), z.boolean()),
});
export type ProviderStatus = z.infer<typeof providerStatus>;

const tag = 'Providers';

export const getProviders = endpoint({
  name: 'getProviders',
  method: 'GET',
  path: '/api/telecom/providers',
  access: 'signed-in',
  tag,
  summary: 'The active carrier, all carriers, and their health',
  status: 200,
  response: providerStatus,
});

export const switchProvider = endpoint({
  name: 'switchProvider',
  method: 'POST',
  path: '/api/telecom/providers/:provider',
  access: 'admin',
  tag,
  summary: 'Make another healthy carrier the active one',
  params: z.object({ provider: z.string().max(60) }),
  status: 200,
  response: providerStatus,
  idempotent: true,
  errors: ['not_found', 'provider_unhealthy', 'provider_active'],
});
