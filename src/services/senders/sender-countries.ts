import { callingCode } from '../../platform/kit/calling-code.ts';
import { countryOf } from '../../money/allowances/destination-risk.ts';

/**
 * Countries (ISO 3166-1 alpha-2) whose networks take no names as senders, or take them only from abroad under
 * another sender. Sources: AWS End User Messaging, "Supported countries" of North America, South America and Asia,
 * column "SMS Sender IDs" = No; Telnyx, "Alphanumeric Sender ID" (United States, Canada, Puerto Rico). Looked up on
 * 2026-11-22. Only countries that these pages name are listed.
 */
const NEVER: ReadonlySet<string> = new Set(
  'AR BR BS CA CL CN CO CR DO EC KY PE PR PY SV US UY VE'.split(' '),
);

/**
 * Countries that take only names that were registered there before. Sources: AWS End User Messaging, "Sender ID
 * registration" (the countries that have a form) and "Supported countries", column "SMS Sender IDs" = Registration
 * required; Unifonic, "Sender ID registration requirements" (Kuwait). The United Arab Emirates, Turkey and Vietnam
 * by the carriers' general notes. Looked up on 2026-11-22.
 */
const REGISTERED: ReadonlySet<string> = new Set(
  'AE AU BD BY EG ES FI ID IE IN JO KE KH KW KZ LK PH QA RU SA SG TH TR VN'.split(' '),
);

/** Calling codes of the countries above: all other numbers are passed over by their first digits. */
const CODES: ReadonlySet<string> = new Set(
  (
    '+1 +7 +20 +34 +51 +54 +55 +56 +57 +58 +60 +61 +62 +63 +65 +66 +84 +86 +90 +91 +94 +254 +353 +358 +375 +503 ' +
    '+506 +593 +595 +598 +855 +880 +962 +965 +966 +971 +974'
  ).split(' '),
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
