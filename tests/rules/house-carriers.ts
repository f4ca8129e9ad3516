import { ADAPTERS } from '../../src/carriers/registry.ts';
import { eachFile, type Rule } from './rule.ts';
import { at } from './syntax.ts';

/** The carriers, as names contain them; the simulated ones have a separate folder. */
const NAMES = ADAPTERS.filter(({ simulated }) => !simulated).map(({ name }) => name);

/** A name as a text of the program, also inside a statement. */
const NAMED = new RegExp(`['"\`](?:${NAMES.join('|')})['"\`]`, 'g');

/**
 * A carrier is one file or folder below `adapters` and one line in the registry: nothing else asks which carrier it is.
 * The list of sender names that customers may not use is an exception: it is about other companies' names.
 */
const namedOnce = eachFile(
  'only its own file names a carrier',
  {
    about: /^src\//,
    except: /^src\/(carriers\/adapters\/|resale\/brands\/well-known-names\.ts$)/,
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

export const CARRIER_RULES: readonly Rule[] = [namedOnce, apart];
