import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, paragraph } from '../../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('Administration');

/** The most characters of a value: several addresses of a chain's endpoints. */
const MAX_VALUE = 2000;

export const keptSetting = z.object({
  /** Mail, wallets, chains, rates, screening, or a carrier. */
  group: z.string(),
  name: z.string(),
  /** The environment's value wins. Null: neither has one, and the program's own holds. */
  source: z.enum(['environment', 'panel']).nullable(),
  /** Null: none, or hidden. */
  value: z.string().nullable(),
  /** It has a password or a key, so that its value is never shown. */
  isHidden: z.boolean(),
  /** The last change in the panel. */
  changed: z.object({ at: isoTime, by: z.string() }).nullable(),
});
export type KeptSettingState = z.infer<typeof keptSetting>;

export const listKeptSettings = endpoint('listKeptSettings', 'GET /api/admin/kept-settings', {
  summary: 'Mail, wallets, chains, rates, screening and carriers: what the environment says, and what the panel',
  response: z.array(keptSetting),
});

export const changeKeptSettings = endpoint('changeKeptSettings', 'PUT /api/admin/kept-settings', {
  access: 'admin-session',
  duties: [],
  summary: 'Set mail, wallets, chains, rates, screening or carriers; each server uses them within seconds',
  /** An empty text takes a setting away. Those of the environment cannot be changed. */
  body: z.object({ settings: z.record(z.string().max(60), paragraph(MAX_VALUE)) }),
  errors: ['validation_failed', 'not_allowed_now', 'approval_needed'],
});
