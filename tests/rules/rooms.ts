import { importsOf, type Source } from './sources.ts';

/**
 * The wings of the server, from the ground up. A wing imports from itself and from the wings before it in
 * this list, never from a later one: what a lower wing needs (a setting, an enum, a contract, a type) stands
 * in the lower wing. `edge` stands above `callers` because it asks who is calling before it answers;
 * `accounts` stands above `services` because webhooks tell of every service.
 */
export const WINGS = [
  'platform',
  'callers',
  'edge',
  'money',
  'carriers',
  'services',
  'resale',
  'accounts',
  'admin',
] as const;
export type Wing = (typeof WINGS)[number];

/**
 * The parts inside a wing, from the ground up. Parts on one line do not know each other; a part knows those
 * on the lines before it. What stands in no listed folder belongs to the first line.
 */
const PARTS: Partial<Record<Wing, readonly (readonly string[])[]>> = {
  platform: [['kit'], ['events'], ['totals', 'mail', 'settings']],
  callers: [['registration', 'sessions', 'keys', 'passwords'], ['sign-in']],
  edge: [['http'], ['uploads', 'events']],
  money: [
    ['ledger', 'pricing', 'margins', 'allowances', 'proof', 'figures'],
    ['chain', 'trial'],
    ['rates', 'screening', 'signatures'],
    ['payments', 'statements', 'evidence', 'decks'],
    ['wallets', 'automatic'],
  ],
  services: [
    ['senders', 'contacts'],
    ['messaging', 'messaging/templates', 'voice', 'numbers', 'trunks'],
    ['inbox', 'sip', 'smpp', 'number-proofs', 'verifications', 'campaigns'],
  ],
  resale: [['packages', 'customers', 'brands', 'rates']],
  accounts: [['profile', 'limits', 'webhooks', 'closing', 'export'], ['security']],
};
/** The first line of these wings is one part: its folders may know each other. */
const ONE_PART_BELOW: ReadonlySet<Wing> = new Set(['callers', 'money']);

const isKit = (path: string) =>
  path.startsWith('src/platform/kit/') || path === 'src/platform/events/kind.ts' || path === 'db/enums.ts';
/** Code that crosses the wire or decides without a database: the browser imports this and nothing else of `src`. */
const isShared = (path: string) =>
  isKit(path) || /^src\/(shared\/|([\w-]+\/)+((\w+-)?contract|catalogue|events)\.ts$)/.test(path);
const isSettings = (path: string) => /^src\/([\w-]+\/)*(config|settings)\.ts$/.test(path);
const isRoutes = (path: string) => /^src\/.*\/routes\.ts$/.test(path);
/** Files that tie the wings together. Nothing imports them, but tools and the parts of the program among themselves. */
const isProgram = (path: string) => /^src\/[\w-]+\.ts$/.test(path);
/** The demonstration, commands, tests and builds stand above everything, and import all of it. */
const isTool = (path: string) =>
  /^(src\/demonstration\/|(db|src)\/([\w-]+\/)*[\w-]+-command\.ts$|tests\/|drizzle\.config\.ts|web\/(build|build-scripts|dev|draw-landing)\.tsx?)/.test(
    path,
  );

export const wingOf = (path: string): Wing | undefined => WINGS.find((wing) => path.startsWith(`src/${wing}/`));

/** The folder of a file below its wing, as far as `PARTS` names it, and the line that it stands on. */
function partOf(path: string, wing: Wing): { name: string; line: number } {
  const lines = PARTS[wing] ?? [];
  const inside = lines.flatMap((names, line) =>
    names.filter((name) => path.startsWith(`src/${wing}/${name}/`)).map((name) => ({ name, line })),
  );
  // The deeper folder counts: templates stand inside messaging.
  return inside.toSorted((a, b) => b.name.length - a.name.length)[0] ?? { name: '', line: 0 };
}

/** Where the browser's files may look, beside themselves and what the server shares. */
const BROWSER: readonly { holds: RegExp; may: RegExp }[] = [
  { holds: /^web\/locales\//, may: /^web\/locales\// },
  { holds: /^web\/lib\//, may: /^web\/(lib|ui|state|locales)\// },
  { holds: /^web\/(state|ui)\//, may: /^web\/(lib|ui|state)\// },
  { holds: /^web\/features\//, may: /^web\/(lib|ui|state)\// },
  { holds: /^web\/(app\/|main\.tsx$)/, may: /^web\/(lib|ui|state|app|features)\// },
];

/** Packages that only some files may use. */
const PACKAGES: readonly { name: RegExp; only: RegExp }[] = [
  { name: /^elysia$/, only: /^src\/(app\.ts|edge\/http\/)/ },
  { name: /^(drizzle-orm|postgres)(\/|$)/, only: /^(src|db|tests)\// },
  { name: /^(react|react-dom|@tanstack\/react-\w+|zustand)(\/|$)/, only: /^(web|tests)\// },
  { name: /^(bun:test|@playwright\/test)$/, only: /^tests\// },
  // Their contexts must not be loaded twice when a component is saved: `web/lib/router.ts` says why.
  { name: /^@tanstack\/react-router$/, only: /^web\/lib\/router\.ts$/ },
  { name: /^@headlessui\/react$/, only: /^web\/ui\/headless\.ts$/ },
];

/** Every import in a forbidden direction. */
export const forbiddenImports = (sources: readonly Source[]): string[] =>
  sources.flatMap((source) =>
    importsOf(source)
      .filter((target) => !isAllowed(source.path, target))
      .map((target) => `${source.path} must not import ${target}`),
  );

/** The files that import themselves through others. */
export function rings(sources: readonly Source[]): string[] {
  const imports = new Map(sources.map((source) => [source.path, importsOf(source)]));
  const reaches = (path: string) => {
    const seen = new Set<string>();
    const open = [path];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const target of imports.get(next) ?? []) {
        if (!seen.has(target)) open.push(target);
        seen.add(target);
      }
    }
    return seen;
  };
  return [...imports.keys()].filter((path) => reaches(path).has(path));
}

function isAllowed(path: string, target: string): boolean {
  if (!/^(src|web|db|tests)\/|^package\.json$/.test(target)) {
    return PACKAGES.every(({ name, only }) => !name.test(target) || only.test(path));
  }
  if (isTool(path)) return true;
  if (isTool(target)) return false;
  if (path.startsWith('web/')) return isAllowedInBrowser(path, target);
  // Translators have one folder for each language.
  if (/^web\/locales\/\w+\/letters\.json$/.test(target)) return path === 'src/platform/mail/translator.ts';
  // The server's English sentences are those that the browser shows.
  if (/^web\/locales\/en\/(app|public)\.json$/.test(target)) {
    return /^src\/platform\/kit\/(errors|faults|wordings)\.ts$/.test(path);
  }
  if (target.startsWith('web/')) return false;
  if (path.startsWith('db/')) return target.startsWith('db/') || isKit(target);
  if (target === 'package.json') return path.startsWith('src/edge/http/');
  return isAllowedInServer(path, target);
}

function isAllowedInServer(path: string, target: string): boolean {
  if (isProgram(path)) return target !== 'src/main.ts';
  if (path.startsWith('src/shared/')) return isKit(target) || /^src\/(shared\/|.*\/catalogue\.ts$)/.test(target);
  const from = wingOf(path);
  if (!from || isProgram(target) || isRoutes(target)) return false;
  if (isKit(path)) return isKit(target);
  if (target.startsWith('db/')) return isShared(target) || (!isShared(path) && !isSettings(path));
  if (target.startsWith('src/shared/')) return true;
  const to = wingOf(target);
  if (!to) return false;
  // Shared files import shared files only. A domain may import another domain's.
  if (isShared(path) && !isShared(target)) return false;
  if (isSettings(path) && !isShared(target) && !isSettings(target)) return false;
  if (WINGS.indexOf(to) > WINGS.indexOf(from)) return false;
  if (to === 'edge' && from !== 'edge' && handlesHttp(target) && !isRoutes(path)) return false;
  return to !== from || keepsToItsPart(path, target, from);
}

/** A verb does not handle HTTP: it keeps an answer with its change, and no more. */
const handlesHttp = (target: string) =>
  target.startsWith('src/edge/http/') && target !== 'src/edge/http/idempotency.ts';

/** The files that tie a wing together, its `config.ts` and `deps.ts`, may look at all of it. */
function keepsToItsPart(path: string, target: string, wing: Wing): boolean {
  if (isShared(target) || /\/(config|deps)\.ts$/.test(path)) return true;
  const [from, to] = [partOf(path, wing), partOf(target, wing)];
  if (from.name === to.name || to.name === '') return true;
  if (to.line === 0 && from.line === 0 && ONE_PART_BELOW.has(wing)) return true;
  return to.line < from.line;
}

function isAllowedInBrowser(path: string, target: string): boolean {
  if (target.startsWith('src/') || target === 'db/enums.ts') {
    return isShared(target) || target === 'src/events.ts';
  }
  const room = BROWSER.find(({ holds }) => holds.test(path));
  if (!room) return false;
  if (path.startsWith('web/features/') && target.startsWith('web/features/')) {
    return featureOf(path) === featureOf(target);
  }
  return room.may.test(target);
}

const featureOf = (path: string): string | undefined => path.split('/')[2];
