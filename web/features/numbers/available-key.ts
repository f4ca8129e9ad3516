import type { listAvailable } from '../../../src/services/numbers/contract.ts';
import type { KeyOf } from '../../lib/typed-keys.ts';

/** The key of a country's free numbers. */
export const availableKey = (country: string): KeyOf<typeof listAvailable> => [
  'api',
  'did-numbers',
  'available',
  country,
];
