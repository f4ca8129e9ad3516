import { eachFile, type Rule } from './rule.ts';
import type { Source } from './sources.ts';
import { at, type Node, syntaxOf } from './syntax.ts';

/** A word that names may not contain, because docs/glossary.md has another one for the same thing. */
interface Synonym {
  word: string;
  instead: string;
  /** Names that are still allowed to contain it, each with the reason. */
  exceptions: Readonly<Record<string, string>>;
}

const WIRE = 'the wire, or a file of rows, has this name';
const ENDPOINT = "the endpoint's name in the API description";
const SENTENCE = "a sentence's code, which clients read";
const BOTH = 'trunks and reseller packages together, in figures, spend and the books';
const FOREIGN = 'a name of other software';

/** Existing names with these words are listed; a new name with one of them is a fault. */
const SYNONYMS: readonly Synonym[] = [
  {
    word: 'package',
    instead: 'trunk, or reseller package',
    exceptions: {
      resellerPackage: WIRE,
      voicePackageId: WIRE,
      packageId: WIRE,
      packageMinutes: WIRE,
      packageName: WIRE,
      packageType: WIRE,
      createVoicePackage: ENDPOINT,
      listVoicePackages: ENDPOINT,
      upgradeVoicePackage: ENDPOINT,
      adminNoPackage: SENTENCE,
      customerNoPackage: SENTENCE,
      packageMissing: SENTENCE,
      packageNeeded: SENTENCE,
      packagePaid: SENTENCE,
      packageSip: SENTENCE,
      packageUpgrade: SENTENCE,
      packages: BOTH,
      hasPackagesRow: BOTH,
      hasRowOfPackages: BOTH,
      isOfPackages: BOTH,
      withoutPackagesRow: BOTH,
      PACKAGES: BOTH,
      PACKAGES_KEY: BOTH,
      PACKAGE_SERVICES: BOTH,
      SmppPackage: FOREIGN,
      platformPackage: FOREIGN,
    },
  },
  {
    word: 'provider',
    instead: 'carrier',
    exceptions: {
      provider: WIRE,
      providers: WIRE,
      Providers: WIRE,
      activeProvider: WIRE,
      providerActive: SENTENCE,
      providerDown: SENTENCE,
      providerSwitchEvent: "the event's name on the stream",
      getProviderHealth: ENDPOINT,
      getProviders: ENDPOINT,
      switchProvider: ENDPOINT,
      Provider: FOREIGN,
      QueryClientProvider: FOREIGN,
      RouterProvider: FOREIGN,
    },
  },
  { word: 'vendor', instead: 'carrier', exceptions: {} },
  { word: 'merchant', instead: 'reseller, or account', exceptions: {} },
  { word: 'tenant', instead: 'account', exceptions: {} },
  { word: 'invoice', instead: 'statement', exceptions: {} },
  { word: 'escrow', instead: 'set aside', exceptions: {} },
  { word: 'chargeback', instead: 'reversal', exceptions: {} },
  { word: 'cron', instead: 'chore', exceptions: { parsedCronItems: FOREIGN } },
];

const COLUMN = /^[a-z]+(_[a-z]+)+$/;

/** The words of a name, in the singular: `packageIds` has `package` and `id`. Those of a column do not count. */
const wordsOf = (name: string): string[] =>
  (COLUMN.test(name) ? [] : (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [])).map((word) =>
    word.toLowerCase().replace(/s$/, ''),
  );

const NODES_WITH_NAMES = new Set(['Identifier', 'JSXIdentifier', 'PrivateIdentifier']);

/** The name that a node is; undefined for any other node. */
const nameIn = ({ type, name }: Node): string | undefined =>
  NODES_WITH_NAMES.has(type) && typeof name === 'string' ? name : undefined;

const judged = new Map<string, boolean>();

function isSynonym(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const words = wordsOf(name);
  const found = SYNONYMS.some(
    ({ word, exceptions }) => words.includes(word) && !Object.hasOwn(exceptions, name),
  );
  judged.set(name, found);
  return found;
}

/** Names follow the glossary. */
export const GLOSSARY_RULE: Rule = eachFile(
  'a thing has the name that the glossary gives it',
  {
    about: /^(src|web|db|tests)\//,
    // The bench's other server uses the field names of the API.
    except:
      /^(db\/migrations|tests\/bench\/peer|tests\/check\/tools|tests\/rules\/house-glossary|web\/features\/resale)/,
    broken: [
      'src/services/trunks/broken.ts',
      'export const packageFor = () => null;',
      'export const read = (row: { packagePrice: string }) => row.packagePrice;',
      'const voicePackages = new Set<string>();',
      'const { providerId } = row;',
      'interface VendorAnswer { code: string }',
    ],
  },
  (syntax) =>
    syntax.nodes.filter((node) => isSynonym(nameIn(node) ?? '')).map(({ start }) => at(syntax, start)),
);

/** Exceptions that no file needs. */
export function needlessExceptions(sources: readonly Source[]): string[] {
  const others = sources.filter(({ path }) => path !== 'tests/rules/house-glossary.ts');
  const names = new Set(others.flatMap((source) => syntaxOf(source).nodes.map(nameIn)));
  return SYNONYMS.flatMap(({ word, exceptions }) =>
    Object.keys(exceptions).filter((name) => !names.has(name) || !wordsOf(name).includes(word)),
  );
}

/** Words that the rule recommends and that the glossary does not contain. */
export const unknownWords = (glossary: string): string[] =>
  SYNONYMS.flatMap(({ instead }) => instead.split(', or ')).filter(
    (word) => !new RegExp(`^\\| ${word} +\\||\\*\\*${word}\\*\\*`, 'm').test(glossary),
  );
