import { NUMBER_COUNTRIES, type NumberCountry } from '../../src/services/numbers/catalogue.ts';
import { listCountries } from '../../src/services/numbers/contract.ts';
import { useRead } from './use-read.ts';

/** The countries in which numbers are sold, with the standard prices of now; the first ones until those are read. */
export const useNumberCountries = (): readonly NumberCountry[] =>
  useRead(listCountries, {}).data ?? NUMBER_COUNTRIES;
