import { ADAPTERS } from '../../src/carriers/registry.ts';
import { eachFile, type Rule } from './rule.ts';
import { at } from './syntax.ts';

/** The carriers, as names contain them; the simulated ones have a separate folder. */
const NAMES = ADAPTERS.filter(({ simulated }) => !simulated).map(({ name }) => name);

/** A name as a text of the program, also inside a statement. */
const NAMED = new RegExp(`['"\`](?:${NAMES.join('|')})['"\`]`, 'g');

/**
 * A carrier is one file or folder below `adapters` and one line in the registry: nothing else asks which carrier it is.
 * Exceptions are how people write the carriers, and the list of sender names that customers may not use: it is about
 * other companies' names.
 */
const namedOnce = eachFile(
  'only its own file names a carrier',
  {
    about: /^src\//,
    except: /^src\/(carriers\/adapters\/|shared\/carrier-names\.ts$|resale\/brands\/well-known-names\.ts$)/,
    broken: [
      'src/services/messaging/delivery/broken.ts',
      "export const isAsked = (name: string) => name === 'plivo';",
      "export const asked = `select 1 where carrier in ('twilio', 'telnyx')`;",
      'export const first = { "africas-talking": 1 };',
    ],
  },
  (syntax) => [...syntax.source.text.matchAll(NAMED)].map(({ index }) => at(syntax, index)),
);

/** A carrier uses only its own files: nobody has to read another carrier's files to understand it. */
const apart = eachFile(
  'no carrier reads the files of another',
  {
    about: /^src\/carriers\/adapters\//,
    broken: [
      'src/carriers/adapters/plivo/broken.ts',
      "import { twilioApi } from '../twilio/api.ts';\nexport const api = twilioApi;",
    ],
  },
  (syntax) => {
    const own = /^src\/carriers\/adapters\/([\w-]+)\//.exec(syntax.source.path)?.[1];
    const others = NAMES.filter((name) => name !== own).join('|');
    const found = syntax.source.text.matchAll(new RegExp(`from '\\.{1,2}/(?:${others})(?:/|\\.ts)`, 'g'));
    return [...found].map(({ index }) => at(syntax, index));
  },
);

/** Whose file it is: a carrier's folder, or its only file; null for the parts that carriers share. */
const carrierOf = (path: string): string | null => {
  const owner = /^src\/carriers\/adapters\/([\w-]+)(?:\/|\.ts$)/.exec(path)?.[1] ?? '';
  return NAMES.includes(owner) ? owner : null;
};

/** Code that makes requests to a carrier, or reads the settings that hold its credential. */
const ONE_EACH = [
  // The one of `carrier-client.ts`, or a client of the carrier's own on top of the shared request.
  /\bnew CarrierClient\b|\bimport \{[^}]*\bask\b[^}]*\}/g,
  /\bcarrierSettings\(/g,
];

/**
 * A carrier has one client and one credential, which messages, calls, numbers and papers share. So a limit, a timeout or
 * a change of the credential holds for all of them.
 */
const oneClient: Rule = {
  name: 'a carrier has one client and one credential for all its services',
  broken: [
    {
      path: 'src/carriers/adapters/plivo/broken.ts',
      text: 'export const voiceApi = new CarrierClient({ baseUrl, headers, write: asJson, timeouts });\n',
    },
    {
      path: 'src/carriers/adapters/vonage/broken.ts',
      text: "import { type Answer, ask } from '../http-carrier.ts';\nexport const call = (): Promise<Answer> => ask('x', 1);\n",
    },
    {
      path: 'src/carriers/adapters/telnyx/broken.ts',
      text: 'export const voiceSettings = carrierSettings(environment, read);\n',
    },
    {
      path: 'src/carriers/adapters/twilio/broken.ts',
      text: "export const ring = () => fetch('https://carrier.example/calls', { method: 'POST' });\n",
    },
  ],
  faults: (sources) => {
    const ofCarriers = sources.filter(({ path }) => carrierOf(path) !== null);
    const twice = [...Map.groupBy(ofCarriers, ({ path }) => carrierOf(path))].flatMap(([carrier, files]) =>
      ONE_EACH.flatMap((pattern) => {
        const found = files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(() => path));
        return found.slice(1).map((path) => `${path}: ${carrier} has one in ${found[0]}`);
      }),
    );
    const past = ofCarriers.filter(({ text }) => /(?<![.\w])fetch\(/.test(text)).map(({ path }) => path);
    return [...twice, ...past];
  },
};

export const CARRIER_RULES: readonly Rule[] = [namedOnce, apart, oneClient];
