import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { CHAINS } from '../../../db/enums.ts';

const { endpoint } = endpointsFor('Administration');

/** A key from which each payment gets an address of its own. */
const addressKey = z.object({
  /** The setting that holds it; the key itself is never shown. */
  setting: z.string(),
  chain: z.enum(CHAINS),
  /** How it is written, such as `zpub`. */
  form: z.string(),
  /** The addresses of its indexes 0, 1 and 2: they must be those of the operator's wallet. */
  first: z.array(z.string()),
  /** How many addresses were given to customers. */
  given: z.number().int(),
  /** How many of them in a row nobody has paid, at most. */
  unusedInARow: z.number().int(),
  /** From that many on a wallet may no longer see later payments. */
  gapLimit: z.number().int(),
});
export type AddressKey = z.infer<typeof addressKey>;

export const listAddressKeys = endpoint('listAddressKeys', 'GET /api/admin/address-keys', {
  duties: ['finance'],
  summary: 'The keys from which payments get addresses of their own',
  response: z.array(addressKey),
});
