import type { RatedService } from '../../../db/enums.ts';
import { searchRates } from '../../../src/resale/rates/contract.ts';
import { appForFile, makeAdmin, makeDeck, readAnswer, sellBy, signUp } from '../../kit/index.ts';

const app = await appForFile({ background: false, env: { MESSAGES_CLOSED_TO: 'CU,FR' } });
const admin = await makeAdmin(app);
const rows = ['33', '49', '53', '881'].map((prefix) => ({ prefix, rate: '0.0200' }));
await sellBy(app, 'sms', await makeDeck(app, 'sms', rows));

test('each price says what of it is closed for the account, until it is opened', async () => {
  const person = await signUp(app);
  const closedNow = async () => {
    const { lines } = await readAnswer(person.as(`/api/users/${person.id}/destinations`), searchRates);
    return lines.flatMap(({ service, prefix, closed }) => (service === 'sms' ? [[prefix, closed]] : []));
  };
  const before = [
    ['33', 'FR'],
    ['49', null],
    ['53', 'CU'],
    ['881', 'satellite'],
  ];
  expect(await closedNow()).toEqual(before);
  const file = await (await person.as(`/api/users/${person.id}/destinations.csv`)).text();
  expect(file).toMatch(/^sms,33,.*,FR\r$/m);
  expect(file).toMatch(/^sms,49,.*,\r$/m);
  const opened = await admin.withCookie(`/api/admin/users/${person.id}/opened-destinations`, {
    put: { destinations: ['CU', 'satellite'], reason: 'Asked for by letter' },
  });
  expect(opened.status).toBe(200);
  expect(await closedNow()).toEqual(before.map(([prefix, closed]) => [prefix ?? null, closed === 'FR' ? 'FR' : null]));
});

test('a closed number shows the reason for messages and for calls, and an open one shows none', async () => {
  const person = await signUp(app);
  const closedFor = async (number: string) => {
    const found = person.as(`/api/users/${person.id}/destinations?search=${encodeURIComponent(number)}`);
    const { closed, sentences } = await readAnswer(found, searchRates);
    // A fault in English has a name as well, for readers of other languages.
    const named = (service: RatedService) => sentences[service] && Object.values(sentences[service].values);
    expect(named('sms')).toEqual(closed.sms === null ? null : [number, expect.stringMatching(/^(satellite|FR)$/)]);
    expect(named('voice')).toEqual(closed.voice === null ? null : [number, 'satellite']);
    return closed;
  };
  const satellite = expect.stringContaining('satellite');
  expect(await closedFor('+881612345678')).toEqual({ sms: satellite, voice: satellite });
  expect(await closedFor('+33612345678')).toEqual({ sms: expect.stringContaining('France'), voice: null });
  expect(await closedFor('+4915112345678')).toEqual({ sms: null, voice: null });
});

test('a country is found by its name in the reader’s language, beside other matches; a number in any form', async () => {
  const person = await signUp(app);
  const found = async (query: string) => {
    const { lines } = await readAnswer(person.as(`/api/users/${person.id}/destinations?${query}`), searchRates);
    return lines.flatMap(({ service, prefix }) => (service === 'sms' ? [prefix] : []));
  };
  expect(await found('search=Allemagne')).toEqual([]);
  expect(await found('search=Allemagne&codes=49')).toEqual(['49']);
  expect(await found('search=Allemagne&codes=49,53')).toEqual(['49', '53']);
  for (const typed of ['+49 (151) 123-45678', '0049151 12345678', '%2B4915112345678']) {
    expect(await found(`search=${typed.replace('+', '%2B')}`)).toEqual(['49']);
  }
  for (const codes of ['49%25', '0', '49,', 'a', Array.from({ length: 21 }, () => '1').join(',')]) {
    expect((await person.as(`/api/users/${person.id}/destinations?codes=${codes}`)).status).toBe(422);
  }
  const file = await (await person.as(`/api/users/${person.id}/destinations.csv`)).text();
  expect(file).toMatch(/^number,,United Kingdom,\d+\.\d{4},{7}\r$/m);
});
