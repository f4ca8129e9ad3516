import { invalidField, sentence } from '../../../platform/kit/errors.ts';
import { type Mapping, mapping as mappingSchema } from '../changes-contract.ts';

/** The stored meanings of a list's headings. */
export const mappingOf = (stored: object): Mapping => mappingSchema.catch({}).parse(stored);

/** @param text JSON: the meaning of headings @throws validation_failed */
export function readMapping(text: string): Mapping {
  try {
    return mappingSchema.parse(JSON.parse(text));
  } catch {
    throw invalidField('columns', sentence('listMapping'));
  }
}
