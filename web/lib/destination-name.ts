import { RISKS, type Risk } from '../../src/shared/risks.ts';
import { regionNames } from './country-name.ts';
import { currentLocale, t } from './i18n.ts';

const isRisk = (name: string): name is Risk => RISKS.some((risk) => risk === name);

/** The name of a range at risk (`satellite`) or of a country (`CU`). */
export function destinationName(destination: string): string {
  if (isRisk(destination)) return t(`limits.risk.${destination}`);
  return regionNames().of(destination) ?? destination;
}

/** A list of names, sorted by the rules of the reader's language. */
export const destinationNames = (destinations: readonly string[]): string =>
  new Intl.ListFormat(currentLocale(), { type: 'unit', style: 'short' }).format(
    destinations.map(destinationName).toSorted((one, other) => one.localeCompare(other, currentLocale())),
  );
