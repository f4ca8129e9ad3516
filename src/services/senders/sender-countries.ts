import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import { callingCode } from '../../platform/kit/calling-code.ts';
import { countryOf } from '../../money/allowances/destination-risk.ts';

/**
 * Countries (ISO 3166-1 alpha-2) whose networks take no names as senders, or put another sender in their place.
 * Sources, looked up on 2026-11-22:
 * - AWS End User Messaging, "Supported countries" of North America, South America, Asia and Oceania, column "SMS Sender
 *   IDs" = No: all but those that follow
 * - Telnyx, "Alphanumeric Sender ID": CA, PR, US
 * - CM.com, "Sending International SMS - Country-Specific Rules": BE
 * - ClickSend, "Malaysia +60": MY
 */
const NEVER: ReadonlySet<string> = new Set(
  'AR BE BR BS CA CL CN CO CR DO EC GU KY MY NZ PE PR PY SV US UY VE'.split(' '),
);

/**
 * Countries that take only names that were registered there before, or that a carrier has to be asked about: an
 * administrator says of a name that it is. Sources, looked up on 2026-11-22:
 * - AWS End User Messaging, "Registration forms": AE AT AU BY EG ES FI ID IE IN JO KE KW KZ LK PH QA RU SA SG TH TR VN ZM
 * - the same, "Supported countries" of Asia and Africa, column "SMS Sender IDs" = Registration required: BD CM KH
 * - SureSMS, "SMS rules for Mexico": MX
 * - eSMS Africa, "Sender IDs", per-country rules: GH NG TZ UG ZA
 * - D7 Networks, "SMS Regulations in Oman": OM (but for one network)
 * - RingRing, "An Overview of regulations of Sender in countries", mandatory: CU IQ
 * - Amazon SNS Developer Guide, "Supported Regions and countries", no mark under "Supports sender IDs": GT HN HU JP KR
 *   NI PA TW
 * - ClickSend, "Czech Republic +420", "Pakistan +92", "Romania +40" (the last also OpenMarket, "Romania"): CZ PK RO
 * - Sent, "SMS best practices: Nepal", both networks: NP
 *
 * Countries that the sources disagree about or that none of them names are not listed: names go there as to everywhere
 * else. Of Croatia, Sent says that names need no registration, and 4notify that all three networks register them.
 */
const REGISTERED: ReadonlySet<string> = new Set(
  (
    'AE AT AU BD BY CM CU CZ EG ES FI GH GT HN HU ID IE IN IQ JO JP KE KH KR KW KZ LK MX NG NI NP OM PA PH PK QA RO ' +
    'RU SA SG TH TR TW TZ UG VN ZA ZM'
  ).split(' '),
);

/** The calling codes of these countries: all other numbers are skipped by their first digits. */
const CODES: ReadonlySet<string> = new Set(
  [...NEVER, ...REGISTERED]
    .filter((country) => isSupportedCountry(country))
    .map((country) => `+${getCountryCallingCode(country)}`),
);

/** The country of a number that has a rule about names as senders, and the rule; null for all others. */
export function senderRuleOf(number: string): { country: string; rule: 'never' | 'registration' } | null {
  if (!CODES.has(callingCode(number))) return null;
  const country = countryOf(number);
  if (country === null) return null;
  if (NEVER.has(country)) return { country, rule: 'never' };
  return REGISTERED.has(country) ? { country, rule: 'registration' } : null;
}

/** All countries with a rule, for the page that lists them. */
export const SENDER_RULES = { never: [...NEVER], registration: [...REGISTERED] } as const;
