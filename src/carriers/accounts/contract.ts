import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, paragraph } from '../../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('Providers');

/** The most accounts that administrators can make, and the most characters of one value: a private key has 3,300. */
export const MAX_CARRIER_ACCOUNTS = 50;
const MAX_VALUE = 8000;

/** The operator's part of the name: `lagos` makes `smpp-lagos`. */
export const accountName = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,18}[a-z0-9])?$/);

/** By the names that they have in the environment. */
const settings = z.record(z.string().max(60), paragraph(MAX_VALUE));

export const carrierAccount = z.object({
  /** By which the carrier is known everywhere: `smpp-lagos`. */
  name: z.string(),
  kind: z.string(),
  /** Which settings have a value; the values are never shown. */
  set: z.array(z.string()),
  /** Anything new goes there. */
  isOn: z.boolean(),
  /** False: its settings cannot be read any more, or this version refuses them. */
  isOpen: z.boolean(),
  createdAt: isoTime,
  changedAt: isoTime,
});
export type CarrierAccount = z.infer<typeof carrierAccount>;

export const listCarrierAccounts = endpoint('listCarrierAccounts', 'GET /api/admin/carrier-accounts', {
  duties: ['carriers'],
  summary: 'Accounts of carriers and gateways that administrators made, and what each kind needs',
  response: z.object({
    accounts: z.array(carrierAccount),
    kinds: z.array(z.object({ kind: z.string(), settings: z.array(z.string()) })),
  }),
});

export const createCarrierAccount = endpoint('createCarrierAccount', 'POST /api/admin/carrier-accounts', {
  duties: ['carriers'],
  summary: 'Send messages through another account of a carrier, or another SMPP gateway',
  body: z.object({
    kind: z.string().max(40),
    name: accountName,
    settings,
    /** False: nothing goes there until it is switched on. */
    isOn: z.boolean().default(true),
  }),
  status: 201,
  response: carrierAccount,
  errors: ['validation_failed', 'not_allowed_now'],
});

export const changeCarrierAccount = endpoint('changeCarrierAccount', 'PUT /api/admin/carrier-accounts/:name', {
  duties: ['carriers'],
  summary: 'Change the settings of such an account, or send nothing new through it',
  params: z.object({ name: z.string().max(60) }),
  body: z.object({
    /** Absent: unchanged. An empty text takes a setting away. */
    settings: settings.optional(),
    isOn: z.boolean().optional(),
  }),
  response: carrierAccount,
  errors: ['not_found', 'validation_failed'],
});

export const deleteCarrierAccount = endpoint('deleteCarrierAccount', 'DELETE /api/admin/carrier-accounts/:name', {
  duties: ['carriers'],
  summary: 'Delete such an account; reports of what it sent are taken for a week',
  params: z.object({ name: z.string().max(60) }),
  errors: ['not_found', 'not_allowed_now'],
});
