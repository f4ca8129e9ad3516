import { isSenderId } from '../../shared/sender-id.ts';
import {
  INVOICES_OVER,
  type PricedSubject,
  RATED_SERVICES,
  type RatedService,
  type SettingName,
} from '../../../db/enums.ts';
import { AMOUNTS } from './catalogue.ts';
import { ELECTRONIC_ADDRESS } from './contract.ts';
import type { Deps } from '../../services/deps.ts';
import type { CarrierLimits } from '../../carriers/port.ts';
import { EVERY_SENDER, NO_SHARE, readPlans } from '../../carriers/routing/traffic-rules.ts';
import { readVatNumber, vatExample } from '../../shared/vat-number.ts';
import { COINS } from '../../money/payments/catalogue.ts';
import { EVERY_DESTINATION, LONGEST_DESTINATION } from '../../money/pricing/carrier-destinations.ts';
import { RECEIVED_PRICE_GBP } from '../../money/pricing/received-price.ts';
import { MMS_RATES_GBP, SMS_RATES_GBP } from '../../shared/sms-rates.ts';
import { RESELLER_VOICE_RATE_GBP } from '../../shared/voice-rates.ts';
import { NUMBER_COUNTRIES } from '../../services/numbers/catalogue.ts';
import { requireCountry } from '../../services/numbers/require-country.ts';
import { sentence } from '../../platform/kit/errors.ts';
import { fault, type Sentence } from '../../platform/kit/faults.ts';
import { formatMoney, parseMoney } from '../../platform/kit/money.ts';
import { bannerValue, MAX_BANNER } from '../../platform/kit/banner.ts';

/** The customers' part of the product that a setting changes; null: they see nothing of it. */
type Offer = 'prices' | 'payments' | 'banner' | null;

/** Where the first values come from. */
export type SettingsHost = Pick<Deps, 'config' | 'carriers'>;

/** The facts about a setting. */
export interface KnownSetting {
  /** The environment's variable; null: the program's own value is the first one. */
  variable: string | null;
  /** The value without a change in the panel. */
  standard: (host: SettingsHost, about: string) => string | null;
  /** The coin, carrier or country of each value; one empty text if there is only one value. */
  abouts: (host: SettingsHost) => readonly string[];
  /** The written form of a value; a sentence if it is none. */
  read: (text: string, host: SettingsHost) => string | Sentence;
  offer: Offer;
  /** For a standard price: what it is of. A higher price is announced a day before. */
  priceOf: Exclude<PricedSubject, 'trunk'> | 'received' | 'mms' | null;
  /** One administrator may change it, even if other changes need two. */
  alone: boolean;
}

type Reader = KnownSetting['read'];

const MOST_DESTINATIONS = 300;

/** Calling codes, or longer beginnings of numbers, in order and each once; `all`. */
const destinations: Reader = (text) => {
  if (text === EVERY_DESTINATION) return text;
  const given = text.split(/[\s,;]+/).map((each) => each.replace(/^\+/, ''));
  const isPrefix = new RegExp(`^[1-9]\\d{0,${LONGEST_DESTINATION - 1}}$`);
  const fits = given.length <= MOST_DESTINATIONS && given.every((each) => isPrefix.test(each));
  return fits
    ? [...new Set(given)].toSorted().join(',')
    : fault('destinationsForm', { example: '44, 1416', count: LONGEST_DESTINATION, most: MOST_DESTINATIONS });
};

const MOST_SENDERS = 300;

/** Names and numbers, as messages may come from, each once. */
const senders: Reader = (text) => {
  if (text.toLowerCase() === EVERY_SENDER) return EVERY_SENDER;
  const given = text.split(/[,;\n]+/).map((each) => each.trim());
  return given.length <= MOST_SENDERS && given.every(isSenderId)
    ? [...new Set(given)].toSorted().join(',')
    : fault('sendersForm', { example: 'Topline, 36111', most: MOST_SENDERS });
};

const MOST_PLANS = 300;

/** Plans of known carriers, in the order of their numbers. */
const plans: Reader = (text, { carriers }) => {
  const given = [...(readPlans(text) ?? [])].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const isKnown = given.every(([, steps]) =>
    steps.every((step) => [...step.keys()].every((each) => carriers.names.includes(each))),
  );
  if (given.length === 0 || given.length > MOST_PLANS || !isKnown) {
    return fault('plansForm', { example: '44: twilio 70, telnyx 30; vonage', most: MOST_PLANS });
  }
  const written = (step: ReadonlyMap<string, number>) =>
    [...step].map(([name, share]) => (step.size === 1 ? name : `${name} ${share}`)).join(', ');
  return given.map(([prefix, steps]) => `${prefix}: ${steps.map(written).join('; ')}`).join('\n');
};

const MOST_WORDS = 300;

/** Words, phrases and links of messages, each once. */
const words: Reader = (text) => {
  const given = [...new Set(text.split(/[,;\n]+/).map((each) => each.trim().replace(/\s+/g, ' ').toLowerCase()))];
  const fits = given.every((each) => each.length >= 3 && each.length <= 80 && /^[^\p{C}]+$/u.test(each));
  return fits && given.length <= MOST_WORDS
    ? given.toSorted().join(',')
    : fault('wordsForm', { example: 'free bitcoin, bad.example', count: 3, most: MOST_WORDS });
};

const onOrOff: Reader = (text) => (['on', 'off'].includes(text) ? text : fault('onOrOff'));

const banner: Reader = (text) => {
  try {
    return JSON.stringify(bannerValue.parse(JSON.parse(text)));
  } catch {
    return fault('bannerForm', { limit: MAX_BANNER });
  }
};

const oneLine: Reader = (text) => {
  const tidy = text.trim();
  return tidy.length > 0 && tidy.length <= 200 && !/\p{Cc}/u.test(tidy) ? tidy : fault('tooLong', { limit: 200 });
};

const electronicAddress: Reader = (text) => (ELECTRONIC_ADDRESS.test(text) ? text : fault('notUnderstood'));

/** An address that nobody can have (RFC 2606): a customer's account is never shown to everybody. */
const nobodysAddress: Reader = (text) =>
  /^[^\s@]{1,64}@(example\.(com|net|org)|([\w-]+\.)+(example|test|invalid))$/i.test(text)
    ? text.toLowerCase()
    : fault('addressOfNobody', { example: 'demo@example.com' });

const country: Reader = (text) => (/^[A-Z]{2}$/.test(text) ? text : fault('countryLetters', { example: 'GB' }));

const vatNumber: Reader = (text) => readVatNumber(text) ?? sentence('vatForm', { example: vatExample(text, null) });

const invoicesOver: Reader = (text) => (INVOICES_OVER.some((each) => each === text) ? text : fault('notUnderstood'));

const ONE = () => [''];
const PLAIN = { variable: null, abouts: ONE, offer: null, priceOf: null, alone: false } as const;

/** A number or a limit that the environment may say first; null: no limit. */
const ofVariable = (
  variable: string,
  read: Reader,
  standard: (config: Deps['config']) => string | number | null,
): KnownSetting => ({ ...PLAIN, variable, read, standard: ({ config }) => String(standard(config) ?? 'off') });

/** A flat price of a part, a minute, a picture or a received message. */
const price = (
  priceOf: RatedService | 'mms' | 'received',
  variable: string | null,
  standard: (config: Deps['config']) => string,
): KnownSetting => ({
  ...PLAIN,
  variable,
  standard: ({ config }) => formatMoney(parseMoney(standard(config))),
  read: AMOUNTS[`${priceOf}_price`],
  offer: 'prices',
  priceOf,
});

/** One value for each carrier. */
const EACH_CARRIER = { ...PLAIN, abouts: ({ carriers }: SettingsHost) => carriers.names };

/** A limit of each carrier: without a change its own, by its contract. */
const carrierLimit = (limit: keyof CarrierLimits, read: Reader): KnownSetting => ({
  ...EACH_CARRIER,
  standard: ({ carriers }, about) => String(carriers.get(about).limits[limit]),
  read,
});

/** The service whose price list takes the place of a flat price; null: none does. */
export const listedIn = ({ priceOf }: KnownSetting): RatedService | null =>
  priceOf === 'number' || priceOf === 'received' ? null : priceOf === 'mms' ? 'sms' : priceOf;

/** All settings that can be changed while the program runs. */
export const KNOWN_SETTINGS: Record<SettingName, KnownSetting> = {
  sms_price: price('sms', null, () => SMS_RATES_GBP.standard),
  sms_price_reseller: price('sms', null, () => SMS_RATES_GBP.reseller),
  mms_price: price('mms', null, () => MMS_RATES_GBP.standard),
  mms_price_reseller: price('mms', null, () => MMS_RATES_GBP.reseller),
  voice_price: price('voice', 'VOICE_RATE_GBP', ({ voiceRateGbp }) => voiceRateGbp),
  voice_price_reseller: price('voice', null, () => RESELLER_VOICE_RATE_GBP),
  number_price: {
    ...PLAIN,
    standard: (_, about) => requireCountry(about).monthlyPrice,
    abouts: () => NUMBER_COUNTRIES.map(({ countryCode }) => countryCode),
    read: AMOUNTS.number_price,
    offer: 'prices',
    priceOf: 'number',
  },
  received_price: price('received', null, () => RECEIVED_PRICE_GBP),
  minimum_top_up: {
    ...ofVariable('MIN_TOPUP_GBP', AMOUNTS.minimum_top_up, ({ minTopUpGbp }) => formatMoney(parseMoney(minTopUpGbp))),
    offer: 'payments',
  },
  rate_spread: {
    ...ofVariable('RATE_SPREAD_PERCENT', AMOUNTS.rate_spread, ({ rateSettings }) => rateSettings.spreadPercent),
    offer: 'payments',
  },
  coin: {
    ...PLAIN,
    standard: () => 'on',
    abouts: ({ config: { wallets } }) => COINS.filter(({ id }) => wallets[id]).map(({ id }) => id),
    read: onOrOff,
    offer: 'payments',
    // One administrator may switch a coin off at once if its address or chain is in doubt.
    alone: true,
  },
  calls_at_once: ofVariable('CALLS_AT_ONCE', AMOUNTS.calls_at_once, (config) => config.newAccountCallsAtOnce),
  daily_limit: ofVariable('DAILY_LIMIT_GBP', AMOUNTS.daily_limit, (config) => config.newAccountLimits.daily),
  country_limit: ofVariable('COUNTRY_LIMIT_GBP', AMOUNTS.country_limit, (config) => config.newAccountLimits.country),
  pending_payments: ofVariable('PENDING_PAYMENTS', AMOUNTS.pending_payments, (config) => config.pendingPayments),
  carrier_per_second: carrierLimit('perSecond', AMOUNTS.carrier_per_second),
  carrier_at_once: carrierLimit('concurrency', AMOUNTS.carrier_at_once),
  carrier_share: { ...EACH_CARRIER, standard: () => NO_SHARE, read: AMOUNTS.carrier_share },
  carrier_destinations: { ...EACH_CARRIER, standard: () => EVERY_DESTINATION, read: destinations },
  carrier_senders: { ...EACH_CARRIER, standard: () => EVERY_SENDER, read: senders },
  route_plan: { ...PLAIN, abouts: () => RATED_SERVICES, standard: () => null, read: plans },
  company_name: { ...PLAIN, standard: () => null, read: oneLine },
  company_street: { ...PLAIN, standard: () => null, read: oneLine },
  company_city: { ...PLAIN, standard: () => null, read: oneLine },
  company_postcode: { ...PLAIN, standard: () => null, read: oneLine },
  company_country: { ...PLAIN, standard: () => null, read: country },
  company_number: { ...PLAIN, standard: () => null, read: oneLine },
  company_vat_number: { ...PLAIN, standard: () => null, read: vatNumber },
  company_electronic_address: { ...PLAIN, standard: () => null, read: electronicAddress },
  invoices_over: { ...PLAIN, standard: () => 'off', read: invoicesOver },
  demonstration_account: { ...PLAIN, standard: () => null, read: nobodysAddress },
  blocked_words: { ...PLAIN, standard: () => null, read: words, alone: true },
  held_words: { ...PLAIN, standard: () => null, read: words, alone: true },
  banner: { ...PLAIN, standard: () => null, read: banner, offer: 'banner', alone: true },
};
