import { invalidField } from '../../platform/kit/errors.ts';
import { findCountry, type NumberCountry } from './catalogue.ts';

/** The country that a request names. @throws validation_failed for one that is not sold */
export function requireCountry(nameOrCode: string): NumberCountry {
  const country = findCountry(nameOrCode);
  if (!country) throw invalidField('country', 'No numbers are sold in this country');
  return country;
}
