import type { ListedPrice, Mail } from './contract.ts';
import type { Letter } from './letters.ts';
import type { Translator } from './translator.ts';

type MailOf<Kind extends Mail['kind']> = Extract<Mail, { kind: Kind }>;

const PATH = '/dashboard?section=rates';

/** Prices of an account rise, each with its price before and after. */
export const pricesRising = (
  { prices, holdsFrom }: MailOf<'prices_rising'>,
  sender: string,
  translator: Translator,
): Letter => {
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
};

/** Prices by destination rise, some of them. */
export const destinationsRising = (
  { service, holdsFrom }: MailOf<'destinations_rising'>,
  sender: string,
  { say, time, texts }: Translator,
): Letter => ({
  subject: say(texts.prices_rising.subject, { sender }),
  paragraphs: [say(texts.destinations_rising[service], { time: time(holdsFrom) })],
  action: { label: texts.prices_rising.action, path: PATH },
});

/** Destinations that somebody used lately are not sold any more; what is not named is counted. */
export const destinationsDropped = (
  { service, destinations, more, holdsFrom }: MailOf<'destinations_dropped'>,
  _sender: string,
  { say, time, texts }: Translator,
): Letter => ({
  subject: texts.destinations_dropped.subject,
  paragraphs: [say(texts.destinations_dropped[service], { time: time(holdsFrom) })],
  facts: [[texts.destinations_dropped.destinations, [...destinations, ...(more > 0 ? [`… +${more}`] : [])].join(', ')]],
  action: { label: texts.prices_rising.action, path: PATH },
});

function priceOf({ price, percent }: ListedPrice, { say, pounds, percent: share, texts }: Translator): string {
  if (price !== null) return pounds(price);
  const { standard, percent: shareOf } = texts.prices_rising;
  return percent === null || percent === 100 ? standard : say(shareOf, { percent: share(percent) });
}
