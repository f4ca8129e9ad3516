import { Glob } from 'bun';
import { expect, test } from 'bun:test';
import { FAULTS } from '../../src/platform/kit/faults.ts';
import { SENTENCES } from '../../src/platform/kit/sentences.ts';
import english from '../../web/locales/en/app.json';
import publicEnglish from '../../web/locales/en/public.json';

/**
 * The compiler checks that a refusal has a name: `Problem` and `invalidField` take plain text only where
 * programs alone read it. These tests check the rest: the interface has a text for each name, and the
 * messages of schemas have names as well.
 */

/** Words of schemas about requests that no screen makes: ids, enumerations, requests of a carrier's edge. */
const FOR_PROGRAMS = new Set<string>([
  'Unknown event',
  'Unknown scope',
  'Countries must be limits by calling code',
  'Countries must be named by their calling code, like +44',
  'Must be a time in ISO 8601, in UTC',
  'Destinations must be country codes like CU, or premium, satellite and the like',
  'Not an uploaded image',
  'Not an uploaded receipt',
  'Not an uploaded picture',
  'Not an uploaded recording',
  'Set a price or a percentage for messages, not both',
  'Set a price, a percentage or a list for messages, not several',
  'Set a price, a percentage or a list for calls, not several',
  'Set a price or a percentage for calls, not both',
  'Set a price or a percentage for numbers, not both',
  'Direction must be to_customer or from_customer',
  'Nothing to change',
  'Must not be empty',
  'Choose basic, professional or enterprise',
  'Choose MD5 or SHA-256',
  'Not a SIP method',
  'Not a digest',
  'Not a nonce count',
  'With qop there must be nc and cnonce',
  'Not a valid id',
  'This link is not one of ours',
  'Type must be credit_purchase, reseller_package or voice_package',
  'A new transaction is always pending',
  'File name is required',
]);

const IN_SCHEMAS = [
  /\.(?:min|max|regex|refine|length|email|check)\((?:[^()]|\([^()]*\))*?,\s*(['"`])((?:\\.|(?!\1).)+)\1\s*,?\s*\)/gs,
  /\berror:\s*(['"`])((?:\\.|(?!\1).)+)\1/gs,
];

/** Finds the contracts' own words that have no name. */
async function unnamed(): Promise<string[]> {
  const found: string[] = [];
  for await (const path of new Glob('src/**/{contract,*-contract,schemas}.ts').scan('.')) {
    const text = await Bun.file(path).text();
    for (const pattern of IN_SCHEMAS) for (const [, , words = ''] of text.matchAll(pattern)) found.push(words);
  }
  return found.filter((words) => /[A-Z].* /.test(words));
}

test("a schema's fault has a name, by which a screen shows it in its language", async () => {
  const found = await unnamed();
  expect(found.filter((words) => !FOR_PROGRAMS.has(words))).toEqual([]);
  expect(found.length, 'the rule looks at schemas').toBeGreaterThan(15);
});

test('the interface says each sentence of the server, in the same English words', () => {
  const said: Record<string, string | { other: string }> = { ...english.sentences, ...publicEnglish.faults };
  for (const [code, text] of Object.entries({ ...FAULTS, ...SENTENCES })) {
    // If a text has plural forms, the server uses the usual one.
    const shown = said[code];
    expect([code, typeof shown === 'object' ? shown.other : shown]).toEqual([code, text]);
  }
});

test('a name is of one sentence only', () => {
  const names = [...Object.keys(FAULTS), ...Object.keys(SENTENCES)];
  expect(names.length).toBe(new Set(names).size);
  const screens = [...Object.keys(english.sentences), ...Object.keys(publicEnglish.faults)];
  expect(screens.length).toBe(new Set(screens).size);
});

test('each name is used', async () => {
  let code = '';
  for await (const path of new Glob('src/**/*.ts').scan('.')) {
    if (!/kit\/(?:faults|sentences)\.ts$/.test(path)) code += await Bun.file(path).text();
  }
  const unused = Object.keys({ ...FAULTS, ...SENTENCES }).filter((name) => !code.includes(`'${name}'`));
  expect(unused).toEqual([]);
});
