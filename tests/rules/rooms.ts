import { importsOf, type Source } from './sources.ts';

/** A room of the house: which files belong to it, and what they may import beside files of the same room. */
interface Room {
  name: string;
  holds: RegExp;
  may: readonly string[];
}

/** What of the accounts every domain builds on: who is calling, how a user is shown, what is written down. */
const CALLERS = ['guards', 'credentials', 'present', 'audit'].map((name) => `src/accounts/${name}.ts`);

const CONTRACTS = ['kit', 'contract'];
const GROUND = [
  ...CONTRACTS,
  'pure rule',
  'db',
  'events',
  'config',
  'deps',
  'src/ledger/money.ts',
  ...CALLERS,
];
/** A verb may say how its answer is laid out, and keep an answer with its change. */
const VERB = [
  ...GROUND,
  'ledger',
  'providers',
  'uploads',
  'mail',
  'src/http/answer.ts',
  'src/http/idempotency.ts',
];
const DOMAINS = [
  'accounts',
  'sign-in',
  'payments',
  'messaging',
  'voice',
  'numbers',
  'packages',
  'reseller',
  'templates',
  'webhooks',
  'statements',
  'customers',
  'brands',
  'evidence',
  'limits',
];
const SERVER = [...VERB, ...DOMAINS, 'admin', 'http'];

/** Pure rules of the server that contracts and the browser apply as well, so that both sides count alike. */
const PURE_RULES = [
  'src/brands/palette.ts',
  'src/messaging/parts.ts',
  'src/messaging/personal-text.ts',
  'src/messaging/phone-number.ts',
  'src/messaging/sender-id.ts',
  'src/payments/coin-amount.ts',
  'src/payments/hashes.ts',
];
const BROWSER = ['ui', 'lib', 'state', ...CONTRACTS, 'pure rule'];

/** What a domain may import beside what every domain may. */
const BEYOND: Record<string, readonly string[]> = {
  // Customers are accounts that somebody else makes and suspends.
  customers: ['accounts'],
  evidence: ['chain', 'src/accounts/throttle.ts'],
  // Signing in is for an account.
  'sign-in': ['accounts'],
};

/** From the leaves upwards; a file belongs to the first room that holds it. */
const ROOMS: readonly Room[] = [
  { name: 'pure rule', holds: new RegExp(`^(${PURE_RULES.join('|')})$`), may: CONTRACTS },
  {
    name: 'contract',
    holds: /^src\/[\w-]+\/((\w+-)?contract|catalogue)\.ts$/,
    may: ['kit', 'pure rule'],
  },
  { name: 'kit', holds: /^src\/kit\//, may: [] },
  {
    name: 'tools',
    holds:
      /^(db\/seed(\.ts$|\/)|src\/ledger\/check-command\.ts|tests\/|drizzle\.config\.ts|web\/(build|dev)\.ts)/,
    may: ['*'],
  },
  { name: 'db', holds: /^db\//, may: [...CONTRACTS, 'src/ledger/money.ts'] },
  { name: 'config', holds: /^src\/(config|(providers|mail|chain)\/settings)\.ts$/, may: CONTRACTS },
  {
    name: 'deps',
    holds: /^src\/deps\.ts$/,
    may: [...CONTRACTS, 'db', 'config', 'events', 'providers', 'uploads'],
  },
  ...['events', ...DOMAINS, 'providers', 'uploads', 'admin'].map((domain) => ({
    name: `routes of ${domain}`,
    holds: new RegExp(`^src/${domain}/routes\\.ts$`),
    may: [...VERB, 'http', domain, ...(domain === 'admin' ? DOMAINS : (BEYOND[domain] ?? []))],
  })),
  { name: 'events', holds: /^src\/events\//, may: [...CONTRACTS, 'db'] },
  {
    name: 'ledger',
    holds: /^src\/ledger\//,
    may: [
      ...CONTRACTS,
      'db',
      'events',
      ...['audit', 'credentials', 'guards'].map((name) => `src/accounts/${name}.ts`),
    ],
  },
  { name: 'providers', holds: /^src\/providers\//, may: GROUND },
  { name: 'uploads', holds: /^src\/uploads\//, may: GROUND },
  { name: 'chain', holds: /^src\/chain\//, may: CONTRACTS },
  { name: 'mail', holds: /^src\/mail\//, may: GROUND },
  ...DOMAINS.map((name) => ({
    name,
    holds: new RegExp(`^src/${name}/`),
    may: [...VERB, ...(BEYOND[name] ?? [])],
  })),
  { name: 'admin', holds: /^src\/admin\//, may: [...VERB, ...DOMAINS] },
  { name: 'http', holds: /^src\/http\//, may: [...GROUND, 'src/accounts/sessions.ts', 'package.json'] },
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
  { name: /^elysia$/, only: /^src\/(app\.ts|http\/)/ },
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
