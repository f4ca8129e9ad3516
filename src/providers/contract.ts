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

/** Where carriers report to. The body is the carrier's own, and so is its signature. */
export const carrierCallback = endpoint({
  name: 'carrierCallback',
  method: 'POST',
  path: '/api/callbacks/:provider',
  access: 'public',
  tag,
  summary: "A carrier's delivery report, with the carrier's own signature",
  params: z.object({ provider: z.string().max(60) }),
  status: 204,
  errors: ['not_found', 'bad_signature', 'malformed_request', 'payload_too_large'],
});
