import { importsOf, type Source } from './sources.ts';

/** A room of the house: which files belong to it, and what they may import beside files of the same room. */
interface Room {
  name: string;
  holds: RegExp;
  may: readonly string[];
}

/** Who calls and what they may: what every verb builds on. */
const CALLERS = [
  ...['guards', 'credentials', 'present-user', 'audit'].map((name) => `src/callers/${name}.ts`),
];

const CONTRACTS = ['kit', 'contract'];
const GROUND = [...CONTRACTS, 'pure rule', 'db', 'events', 'totals', 'config', 'deps', ...CALLERS];
/** A verb may say how its answer is laid out, and keep an answer with its change. */
const VERB = [
  ...GROUND,
  'ledger',
  'carriers',
  'uploads',
  'mail',
  'src/edge/http/answer.ts',
  'src/edge/http/idempotency.ts',
];
/** The domains, each by its folder below `src`. */
const DOMAINS = [
  'callers',
  'callers/sign-in',
  'money/payments',
  'money/evidence',
  'money/statements',
  'services/messaging',
  'services/messaging/templates',
  'services/voice',
  'services/numbers',
  'services/trunks',
  'resale/packages',
  'resale/customers',
  'resale/brands',
  'accounts/profile',
  'accounts/webhooks',
  'accounts/limits',
];
const SERVER = [...VERB, ...DOMAINS, 'admin', 'http'];

/** Pure rules of the server that contracts and the browser apply as well, so that both sides count alike. */
const PURE_RULES = [
  'src/money/pricing/parts.ts',
  'src/money/pricing/sms-rates.ts',
  'src/money/pricing/voice-rates.ts',
  'src/money/payments/coin-amount.ts',
  'src/money/payments/hashes.ts',
  'src/resale/brands/palette.ts',
  'src/services/messaging/personal-text.ts',
  'src/services/messaging/phone-number.ts',
  'src/services/messaging/sender-id.ts',
];
const BROWSER = ['ui', 'lib', 'state', ...CONTRACTS, 'pure rule'];

/** What a domain may import beside what every domain may. */
const BEYOND: Record<string, readonly string[]> = {
  'accounts/profile': ['callers'],
  // The routes of the callers serve the profile too.
  callers: ['accounts/profile'],
  // Customers are accounts that somebody else makes and suspends.
  'resale/customers': ['callers'],
  'money/evidence': ['chain', 'src/callers/throttle.ts'],
  // Signing in is for an account.
  'callers/sign-in': ['callers'],
};

/** From the leaves upwards; a file belongs to the first room that holds it. */
const ROOMS: readonly Room[] = [
  { name: 'pure rule', holds: new RegExp(`^(${PURE_RULES.join('|')})$`), may: CONTRACTS },
  {
    name: 'contract',
    holds: /^src\/([\w-]+\/)+((\w+-)?contract|catalogue)\.ts$/,
    may: ['kit', 'pure rule'],
  },
  { name: 'kit', holds: /^src\/platform\/kit\//, may: [] },
  {
    name: 'tools',
    holds:
      /^(db\/seed(\.ts$|\/)|src\/money\/proof\/check-command\.ts|tests\/|drizzle\.config\.ts|web\/(build|dev)\.ts)/,
    may: ['*'],
  },
  { name: 'db', holds: /^db\//, may: CONTRACTS },
  {
    name: 'config',
    holds: /^src\/(config|(carriers|platform\/mail|money\/chain)\/settings)\.ts$/,
    may: CONTRACTS,
  },
  {
    name: 'deps',
    holds: /^src\/deps\.ts$/,
    may: [...CONTRACTS, 'db', 'config', 'events', 'carriers', 'uploads'],
  },
  ...(
    [
      ['events', 'platform/events'],
      ['carriers', 'carriers'],
      ['uploads', 'edge/uploads'],
      ['admin', 'admin'],
      ...DOMAINS.map((domain) => [domain, domain]),
    ] as [string, string][]
  ).map(([name, folder]) => ({
    name: `routes of ${name}`,
    holds: new RegExp(`^src/${folder}/routes\\.ts$`),
    may: [...VERB, 'http', name, ...(name === 'admin' ? DOMAINS : (BEYOND[name] ?? []))],
  })),
  { name: 'events', holds: /^src\/platform\/events\//, may: [...CONTRACTS, 'db'] },
  { name: 'totals', holds: /^src\/platform\/totals\//, may: [...CONTRACTS, 'db', 'events'] },
  {
    name: 'ledger',
    holds: /^src\/money\/(ledger|pricing|margins|allowances|proof)\//,
    may: [
      ...CONTRACTS,
      'pure rule',
      'db',
      'events',
      'totals',
      ...['audit', 'credentials', 'guards'].map((name) => `src/callers/${name}.ts`),
    ],
  },
  { name: 'carriers', holds: /^src\/carriers\//, may: GROUND },
  { name: 'uploads', holds: /^src\/edge\/uploads\//, may: GROUND },
  { name: 'chain', holds: /^src\/money\/chain\//, may: CONTRACTS },
  { name: 'mail', holds: /^src\/platform\/mail\//, may: GROUND },
  // The deeper folder first: templates stand inside messaging, signing in inside callers.
  ...DOMAINS.toSorted((a, b) => b.length - a.length).map((name) => ({
    name,
    holds: new RegExp(`^src/${name}/`),
    may: [...VERB, ...(BEYOND[name] ?? []).filter((room) => room !== 'accounts/profile')],
  })),
  { name: 'admin', holds: /^src\/admin\//, may: [...VERB, ...DOMAINS] },
  {
    name: 'http',
    holds: /^src\/edge\/http\//,
    may: [...GROUND, 'src/callers/sessions/sessions.ts', 'package.json'],
  },
  { name: 'background', holds: /^src\/background\.ts$/, may: SERVER },
  { name: 'app', holds: /^src\/app\.ts$/, may: [...SERVER, 'routes'] },
  { name: 'main', holds: /^src\/main\.ts$/, may: [...SERVER, 'background', 'app'] },
  { name: 'locales', holds: /^web\/locales\//, may: [] },
  { name: 'lib', holds: /^web\/lib\//, may: [...BROWSER, 'locales'] },
  { name: 'state', holds: /^web\/state\//, may: BROWSER },
  { name: 'ui', holds: /^web\/ui\//, may: BROWSER },
  { name: 'features', holds: /^web\/features\//, may: BROWSER },
  { name: 'browser application', holds: /^web\/(app\/|main\.tsx$)/, may: [...BROWSER, 'features'] },
];

/** Packages that only some rooms may use. */
const PACKAGES: readonly { name: RegExp; only: RegExp }[] = [
  { name: /^elysia$/, only: /^src\/(app\.ts|edge\/http\/)/ },
  { name: /^(drizzle-orm|postgres)(\/|$)/, only: /^(src|db|tests)\// },
  { name: /^(react|react-dom|@tanstack\/react-\w+|zustand)(\/|$)/, only: /^(web|tests)\// },
  { name: /^(bun:test|@playwright\/test)$/, only: /^tests\// },
];

/** Every import that leads against the direction of the house. */
export function forbiddenImports(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    importsOf(source)
      .filter((target) => !isAllowed(source.path, target))
      .map((target) => `${source.path} must not import ${target}`),
  );
}

function isAllowed(path: string, target: string): boolean {
  if (!/^(src|web|db|tests)\/|^package\.json$/.test(target)) {
    return PACKAGES.every(({ name, only }) => !name.test(target) || only.test(path));
  }
  const from = roomOf(path);
  const to = roomOf(target);
  if (!from) return false;
  if (from.may.includes('*') || from.may.includes(target)) return true;
  if (to === from) return from.name !== 'features' || featureOf(path) === featureOf(target);
  if (to?.name.startsWith('routes of ')) return from.may.includes('routes');
  return to !== undefined && from.may.includes(to.name);
}

const roomOf = (path: string): Room | undefined => ROOMS.find((room) => room.holds.test(path));
const featureOf = (path: string): string | undefined => path.split('/')[2];
