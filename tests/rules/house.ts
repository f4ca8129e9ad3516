import { ERROR_CATALOGUE } from '../../src/platform/kit/errors.ts';
import { EVENTS } from '../../src/events.ts';
import { codeOf, findings, type Source } from './sources.ts';

/** A rule of the house: what breaks it, and a file that does, to show that the rule can see it. */
export interface Rule {
  name: string;
  faults(sources: readonly Source[]): string[];
  broken: Source;
}

const MAX_LINES = 300;

/** Forbids a pattern in the code (comments left out) of the files that a rule is about. */
function never(
  name: string,
  about: RegExp,
  pattern: RegExp,
  broken: Source,
  except: RegExp = /^tests\/rules\//,
): Rule {
  return {
    name,
    broken,
    faults: (sources) =>
      sources
        .filter(({ path }) => about.test(path) && !except.test(path))
        .flatMap((source) => findings(source, codeOf(source), pattern)),
  };
}

const SERVER = /^(src|db)\//;
const EVERYWHERE = /^/;

const shortFiles: Rule = {
  name: `a file has at most ${MAX_LINES} lines`,
  broken: { path: 'src/platform/kit/long.ts', text: 'const line = 1;\n'.repeat(MAX_LINES + 1) },
  faults: (sources) =>
    sources
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > MAX_LINES)
      .map(({ path, lines }) => `${path} has ${lines} lines`),
};

const nothingLeftOver: Rule = {
  name: 'nothing is left for later',
  broken: { path: 'src/platform/kit/later.ts', text: '// TODO: tidy up\n' },
  faults: (sources) =>
    sources
      .filter(({ path }) => !path.startsWith('tests/rules/'))
      .flatMap((source) =>
        findings(source, source.text, /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|expect-error|nocheck)/g),
      ),
};

const documentedFunctions: Rule = {
  name: 'an exported function of the server says what it is for',
  broken: {
    path: 'src/platform/kit/silent.ts',
    text: 'import {} from "x";\n\nexport function silent(): void {}\n',
  },
  faults: (sources) =>
    sources
      .filter(({ path }) => path.startsWith('src/'))
      .flatMap((source) =>
        findings(source, source.text, /(?<!\*\/\n)(?<=^|\n)export (async )?(function\*?|class) \w+/g),
      ),
};

/** Text with a space in it between tags, or in an attribute that people read or hear. */
const SENTENCE = new RegExp(
  [
    String.raw`(?<![=\s(?:&|])>\s*[A-Z]?[a-z’']+[,.]?\s+[A-Za-z][^<>{}=;()]*(?=<|\{)`,
    String.raw`\b(title|label|alt|placeholder|description|aria-label|aria-description)="[^"]*\w \w[^"]*"`,
  ].join('|'),
  'g',
);

const patterns: Rule[] = [
  never('types are not talked round', EVERYWHERE, /\bas unknown as\b|\bas any\b|: any\b(?!\w)/g, {
    path: 'src/platform/kit/cast.ts',
    text: 'export const cast = {} as unknown as string;\n',
  }),
  never('every test runs, always', /^tests\//, /\.(only|skip|todo|fixme|skipIf|if|todoIf)\(/g, {
    path: 'tests/unit/some.test.ts',
    text: "test.skip('later', () => {});\n",
  }),
  never('money is no floating point number', SERVER, /\bparseFloat\b|\.toFixed\(/g, {
    path: 'src/money/payments/amount.ts',
    text: 'const amount = parseFloat(text);\n',
  }),
  never(
    'only the ledger changes balances',
    /^(src|db)\//,
    /\.set\(\{[^}]*\bcredits\b|\bset\s+credits\b|\binto\s+ledger_entries\b|\.insert\((ledgerEntries|transactions)\)|\binto\s+transactions\b/gi,
    { path: 'src/money/payments/gift.ts', text: 'await tx.db.update(users).set({ credits: amount });\n' },
    /^src\/money\/(ledger|margins|allowances|pricing)\//,
  ),
  never(
    'only transact publishes events',
    SERVER,
    /\binto\s+events\b|\.insert\((events|eventTable)\)/gi,
    { path: 'src/money/payments/shout.ts', text: 'await sql`insert into events (name) values (1)`;\n' },
    /^src\/platform\/events\/transact\.ts$/,
  ),
  never(
    'no NOTIFY but the bus’s own',
    SERVER,
    /\.notify\(|\bpg_notify\b/g,
    {
      path: 'src/money/payments/wake.ts',
      text: "await sql.notify('channel', '');\n",
    },
    /^src\/platform\/events\/bus\.ts$/,
  ),
  never(
    'the browser calls the server from one place',
    /^web\/(?!build\.ts|dev\.ts)/,
    /(?<![\w.])fetch\(|\bXMLHttpRequest\b|\bsendBeacon\b/g,
    { path: 'web/features/payments/load.ts', text: "await fetch('/api/coins');\n" },
    // An upload shows its progress, which `fetch` cannot tell; the example is a text that is shown.
    /^web\/(lib\/(call|upload-file)|features\/api-docs\/typescript-example)\.ts$/,
  ),
  never(
    'one live connection',
    /^web\//,
    /new EventSource\(/g,
    {
      path: 'web/features/payments/stream.ts',
      text: "new EventSource('/api/events');\n",
    },
    /^web\/lib\/live\.ts$/,
  ),
  never('texts of the interface stand in the catalogue', /^web\/.*\.tsx$/, SENTENCE, {
    path: 'web/features/payments/greeting.tsx',
    text: 'const greeting = <p className="x">Welcome back to billing</p>;\n',
  }),
];

/** Named in the contract for what is still to be built; each leaves the list when it is used. */
export const RESERVED = {
  errors: [],
  events: [],
} as const;

const catalogues: Rule[] = [
  usedOnce(
    'every error code is raised somewhere, or reserved',
    Object.keys(ERROR_CATALOGUE),
    RESERVED.errors,
    (name) => new RegExp(`\\b(Problem|problem\\w*|conflict)\\(\\s*'${name}'|\\breason: '${name}'`),
    { path: 'src/services/voice/raise.ts', text: "throw new Problem('unheard_of', 'x');\n" },
    /\bProblem\(\s*'(\w+)'/g,
  ),
  usedOnce(
    'every event is published somewhere, or reserved',
    Object.keys(EVENTS).map(kindOf),
    RESERVED.events,
    (name) => new RegExp(`\\b(publish|eventInsert)\\(\\s*${name}\\b`),
    { path: 'src/services/voice/publish.ts', text: 'tx.publish(unheardOfEvent, owner, data);\n' },
    /\bpublish\(\s*(\w+Event)\b/g,
  ),
];

/** The constant of a kind of event: `payment-verified` is declared as `paymentVerifiedEvent`. */
function kindOf(name: string): string {
  return `${name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;
}

/** Every name is used, and none that is reserved: so both the catalogue and the list of exceptions stay true. */
function usedOnce(
  name: string,
  names: readonly string[],
  reserved: readonly string[],
  use: (name: string) => RegExp,
  broken: Source,
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

export const RULES: readonly Rule[] = [
  shortFiles,
  nothingLeftOver,
  documentedFunctions,
  ...patterns,
  ...catalogues,
];
