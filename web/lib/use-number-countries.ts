import { NUMBER_COUNTRIES, type NumberCountry } from '../../src/services/numbers/catalogue.ts';
import { listCountries } from '../../src/services/numbers/contract.ts';
import { useRead } from './reads.ts';

/** The countries with numbers for sale and their current standard prices; built-in prices until those are read. */
export const useNumberCountries = (): readonly NumberCountry[] => useRead(listCountries, {}).data ?? NUMBER_COUNTRIES;
