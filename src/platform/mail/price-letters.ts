import type { ListedPrice } from './contract.ts';
import type { Letters } from './letters.ts';
import type { Translator } from './translator.ts';

const PATH = '/dashboard?section=rates';

/** Prices that will be dearer, or not there. */
export const PRICE_LETTERS = {
  /** Prices of an account rise, each with its price before and after. */
  prices_rising: ({ prices, holdsFrom }, sender, translator) => {
    const { say, time, country: nameOf } = translator;
    const texts = translator.texts.prices_rising;
    return {
      subject: say(texts.subject, { sender }),
      paragraphs: [say(texts.text, { time: time(holdsFrom) })],
      facts: prices.map(({ subject, country, before, after }) => [
        country ? `${texts[subject]} · ${nameOf(country)}` : texts[subject],
        say(texts.price, { after: priceOf(after, translator), before: priceOf(before, translator) }),
      ]),
      action: { label: texts.action, path: PATH },
    };
  },
  /** Prices by destination rise, some of them. */
  destinations_rising: ({ service, holdsFrom }, sender, { say, time, texts }) => ({
    subject: say(texts.prices_rising.subject, { sender }),
    paragraphs: [say(texts.destinations_rising[service], { time: time(holdsFrom) })],
    action: { label: texts.prices_rising.action, path: PATH },
  }),
  /** Destinations that somebody used lately are not sold any more; what is not named is counted. */
  destinations_dropped: ({ service, destinations, more, holdsFrom }, _, { say, time, texts }) => ({
    subject: texts.destinations_dropped.subject,
    paragraphs: [say(texts.destinations_dropped[service], { time: time(holdsFrom) })],
    facts: [
      [texts.destinations_dropped.destinations, [...destinations, ...(more > 0 ? [`… +${more}`] : [])].join(', ')],
    ],
    action: { label: texts.prices_rising.action, path: PATH },
  }),
} satisfies Partial<Letters>;

function priceOf({ price, percent }: ListedPrice, { say, pounds, percent: share, texts }: Translator): string {
  if (price !== null) return pounds(price);
  const { standard, percent: shareOf } = texts.prices_rising;
  return percent === null || percent === 100 ? standard : say(shareOf, { percent: share(percent) });
}
