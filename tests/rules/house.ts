import { ERROR_CATALOGUE } from '../../src/platform/kit/errors.ts';
import { EVENTS } from '../../src/events.ts';
import { CARRIER_RULES } from './house-carriers.ts';
import { CODE_RULES } from './house-code.ts';
import { TABLE_RULES } from './house-tables.ts';
import { VERB_RULES } from './house-verbs.ts';
import { WEB_RULES } from './house-web.ts';
import { WORD_RULES } from './house-words.ts';
import type { Rule } from './rule.ts';
import { codeOf, type Source } from './sources.ts';

/** Names in the contract for future features; remove a name from this list when it is used. */
export const RESERVED = { errors: [], events: [] } as const;

const catalogues: Rule[] = [
  usedOnce(
    'every error code is raised somewhere, or reserved',
    Object.keys(ERROR_CATALOGUE),
    RESERVED.errors,
    (name) => new RegExp(`\\b(Problem|problem\\w*|conflict)\\(\\s*'${name}'|\\breason: '${name}'`),
    [{ path: 'src/services/voice/raise.ts', text: "throw new Problem('unheard_of', 'x');\n" }],
    /\bProblem\(\s*'(\w+)'/g,
  ),
  usedOnce(
    'every event is published somewhere, or reserved',
    Object.keys(EVENTS).map(kindOf),
    RESERVED.events,
    (name) => new RegExp(`\\b(publish|eventInsert)\\(\\s*${name}\\b`),
    [{ path: 'src/services/voice/publish.ts', text: 'tx.publish(unheardOfEvent, owner, data);\n' }],
    /\bpublish\(\s*(\w+Event)\b/g,
  ),
];

/** The constant of a kind of event: `payment-verified` is declared as `paymentVerifiedEvent`. */
function kindOf(name: string): string {
  return `${name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;
}

/** Every name is used, except the reserved ones: so the catalogue and the list of exceptions stay correct. */
function usedOnce(
  name: string,
  names: readonly string[],
  reserved: readonly string[],
  use: (name: string) => RegExp,
  broken: readonly Source[],
  anyUse?: RegExp,
): Rule {
  return {
    name,
    broken,
    faults: (sources) => {
      const code = sources
        .filter(({ path }) => path.startsWith('src/'))
        .map(codeOf)
        .join('\n');
      const unknown = (anyUse ? [...code.matchAll(anyUse)] : [])
        .map(([, used = '']) => used)
        .filter((used) => !names.includes(used));
      const faults = names.flatMap((each) => {
        const isUsed = use(each).test(code);
        if (reserved.includes(each)) return isUsed ? [`${each} is used: take it off the reserved list`] : [];
        return isUsed ? [] : [`${each} is never used`];
      });
      return [...faults, ...unknown.map((each) => `${each} is in no catalogue`)];
    },
  };
}

/** The rules for every file; `house-*.ts` have those for code, tables, verbs and the browser. */
export const RULES: readonly Rule[] = [
  ...CARRIER_RULES,
  ...CODE_RULES,
  ...TABLE_RULES,
  ...VERB_RULES,
  ...WEB_RULES,
  ...WORD_RULES,
  ...catalogues,
];
