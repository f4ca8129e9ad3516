import { invalidField, sentence } from '../../platform/kit/errors.ts';
import { findCountry, type NumberCountry } from './catalogue.ts';

/** The country that a request names. @throws validation_failed for a country that is not sold */
export function requireCountry(nameOrCode: string): NumberCountry {
  const country = findCountry(nameOrCode);
  if (!country) throw invalidField('country', sentence('noNumbersThere'));
  return country;
}
