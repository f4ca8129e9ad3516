import { z } from 'zod';
import { callQuote } from '../../src/services/voice/quote-contract.ts';
import { giveTrunk, newDestination, order, orderCall, startVoiceApp } from '../api/voice/calls.ts';
import { makeDeck, sellBy } from '../kit/decks.ts';
import { chance } from '../kit/seed.ts';
import { credit, forFile, makeReseller, readAs, setLimits, signUp, type TestActor } from '../kit/index.ts';

const app = await forFile(startVoiceApp());

async function quoteFor(person: TestActor, destination?: string, forwardTo?: string): Promise<number> {
  const query = new URLSearchParams({ ...(destination && { destination }), ...(forwardTo && { forwardTo }) });
  return callQuote.parse(await (await person.as(`/api/users/${person.id}/voice/quote?${query.toString()}`)).json())
    .maxMinutes;
}

test('a trunk’s minutes that cost us more than they are sold for count alike in quote and charge', async () => {
  await using own = await startVoiceApp();
  const deckId = await makeDeck(own, 'voice', [{ prefix: '44', rate: '0.0500' }], { belowCost: true });
  await sellBy(own, 'voice', deckId);
  await makeDeck(own, 'voice', [{ prefix: '44', rate: '0.2000' }], { carrier: 'sandbox' });
  const person = await signUp(own);
  await giveTrunk(own, person, 100, own.clock.now());
  await setLimits(person, { dailyLimit: '1.00' });
  const destination = newDestination();
  const minutes = await quoteFor(person, destination);
  expect(minutes).toBe(5);
  expect(await order(person, { destination })).toMatchObject({ maxMinutes: minutes });
});

const next = chance('quotes of calls');

/** A number of pence from 0 to `most`, as pounds. */
const pounds = (most: number) => (Math.floor(next() * most) / 100).toFixed(2);
const orNone = (text: string) => (next() < 0.3 ? null : text);

test('whatever an account has, a call may last as long as was quoted', async () => {
  for (let each = 0; each < 40; each++) {
    const person = await signUp(app);
    const funds = pounds(300);
    if (funds !== '0.00') await credit(app, person, funds);
    if (next() < 0.4) await giveTrunk(app, person, Math.floor(next() * 10), app.clock.now());
    if (next() < 0.3) await makeReseller(app, person);
    const given = { dailyLimit: orNone(pounds(200)), countryLimit: orNone(pounds(200)) };
    await setLimits(person, given);
    const destination = newDestination();
    const forwardTo = next() < 0.5 ? newDestination() : undefined;
    const minutes = await quoteFor(person, destination, forwardTo);
    const forwarding = forwardTo && { pbxFeatures: { callForwarding: true, forwardingNumber: forwardTo } };
    const response = await orderCall(person, { destination, ...forwarding });
    const { maxMinutes = 0 } = await readAs(response, z.object({ maxMinutes: z.number().optional() }));
    const told = { funds, ...given, forwardTo };
    expect({ ...told, minutes: maxMinutes }).toEqual({ ...told, minutes });
  }
});
