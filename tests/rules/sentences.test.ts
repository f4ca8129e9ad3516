import { Glob } from 'bun';
import english from '../../web/locales/en/app.json';
import publicEnglish from '../../web/locales/en/public.json';
import { readSources, type Source } from './sources.ts';
import { at, calledName, child, children, nameOf, syntaxOf, textsIn } from './syntax.ts';

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

const NAMED: Readonly<Record<string, string | { other: string }>> = {
  ...{ ...english.sentences, ...english.wordings, ...publicEnglish.faults },
};

const placeholdersOf = (code: string): string =>
  [...JSON.stringify(NAMED[code] ?? '').matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name ?? '')
    .filter(unique)
    .toSorted()
    .join();

const unique = <Item>(item: Item, at: number, all: readonly Item[]): boolean => all.indexOf(item) === at;

/** Calls that give a sentence or a wording other values than its text has places for. */
const misfits = (source: Source): string[] => {
  const syntax = syntaxOf(source);
  return syntax.nodes.flatMap((node) => {
    if (!['sentence', 'wording', 'wordingFor', 'fault', 'faultText'].includes(calledName(node) ?? '')) return [];
    const [code, values] = children(node, 'arguments');
    const properties = values ? children(values, 'properties') : [];
    if (values && (values.type !== 'ObjectExpression' || properties.some(({ type }) => type !== 'Property'))) return [];
    const given = properties
      .map((property) => nameOf(child(property, 'key')) ?? '')
      .toSorted()
      .join();
    return textsIn(code, new Map()).flatMap((each) => (placeholdersOf(each) === given ? [] : [at(syntax, node.start)]));
  });
};

test('a sentence has a value for each of its places, and no other', () => {
  expect(
    readSources()
      .filter(({ path }) => path.startsWith('src/'))
      .flatMap(misfits),
  ).toEqual([]);
  const broken = [
    "sentence('customersFull')",
    "sentence('packageNeeded', { count: 1 })",
    "wording('sms', { count: 1 })",
  ];
  expect(misfits({ path: 'src/x.ts', text: broken.join(';\n') })).toHaveLength(3);
});

test('a name is of one sentence only', () => {
  const names = [english.sentences, publicEnglish.faults, english.wordings].flatMap(Object.keys);
  expect(new Set(names).size).toBe(names.length);
});

test('each name is used', () => {
  const code = readSources()
    .filter(({ path }) => /^(src|db|web)\//.test(path))
    .map(({ text }) => text)
    .join('');
  // An erased account's transfers get the name of the same without a person (db/data-map.ts).
  const names = Object.keys(NAMED);
  expect(
    names
      .map((name) => name.replace(/^(credit\w+)Closed$/, '$1'))
      .filter((name) => !code.includes(`'${name}'`) && !code.includes(`'faults.${name}'`)),
  ).toEqual([]);
});
