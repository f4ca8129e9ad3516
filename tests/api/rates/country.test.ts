import { getCountryPrices } from '../../../src/resale/rates/contract.ts';
import { appForFile, makeDeck, readAnswer, sellBy } from '../../kit/index.ts';

const app = await appForFile({ background: false, env: { PUBLIC_URL: 'http://localhost' } });
const pricesIn = (country: string) => readAnswer(app.fetch(`/api/prices?country=${country}`), getCountryPrices);
/** A process answers from what it read for some minutes. */
const later = () => app.clock.advance(6 * 60_000);

test('a stranger sees the flat prices of a country, and the price of a number there', async () => {
  expect(await pricesIn('NG')).toEqual({
    sms: { least: '0.0300', most: '0.0300' },
    voice: { least: '0.1000', most: '0.1000' },
    number: '60.00',
  });
});

test('by a list, a country has the range of its destinations, apart from those that share its calling code', async () => {
  const rows = { '1': '0.05', '1242': '0.20', '234': '0.02', '234803': '0.04' };
  const deckId = await makeDeck(
    app,
    'sms',
    Object.entries(rows).map(([prefix, rate]) => ({ prefix, rate })),
  );
  await sellBy(app, 'sms', deckId);
  await later();
  expect((await pricesIn('NG')).sms).toEqual({ least: '0.0200', most: '0.0400' });
  expect((await pricesIn('US')).sms).toEqual({ least: '0.0500', most: '0.0500' });
  expect((await pricesIn('BS')).sms).toEqual({ least: '0.2000', most: '0.2000' });
  // The list does not tell Jamaica from the others.
  expect((await pricesIn('JM')).sms).toEqual({ least: '0.0500', most: '0.0500' });
  expect((await pricesIn('FR')).sms).toBeNull();
});

test('text that is no country is refused', async () => {
  expect((await app.fetch('/api/prices?country=XX')).status).toBe(404);
  expect((await app.fetch('/api/prices?country=gb%27')).status).toBe(422);
});
