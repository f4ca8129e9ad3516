import examples from 'libphonenumber-js/examples.mobile.json';
import { getExampleNumber, isSupportedCountry } from 'libphonenumber-js/min';
import { t } from './i18n.ts';

/** A number of an account's country, as an example; of Britain where the account has none. */
export function exampleNumber(country: string | null) {
  const number = country !== null && isSupportedCountry(country) ? getExampleNumber(country, examples) : undefined;
  return { whole: number?.formatInternational() ?? '+44 7911 123456', local: number?.formatNational() };
}

/** Says how a number is typed: one of the account's own country needs no code. */
export function numberHint(country: string | null): string {
  const { whole: example, local } = exampleNumber(country);
  return local ? t('contacts.numberLike', { local, example }) : t('sms.senders.numberHint', { example });
}
