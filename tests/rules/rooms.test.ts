import { forbiddenImports, rings, WINGS } from './rooms.ts';
import { readSources } from './sources.ts';
import { importsBetweenWings } from './wings.ts';

test('every import leads downwards, and product domains keep to themselves', () => {
  expect(forbiddenImports(readSources())).toEqual([]);
});

test('no import climbs from one wing to a later one', () => {
  const matrix = importsBetweenWings(readSources());
  const arrows = [...matrix].flatMap(([from, row]) => [...row.keys()].map((to) => [from, to] as const));
  expect(arrows.length).toBeGreaterThan(20);
  expect(arrows.filter(([from, to]) => WINGS.indexOf(to) > WINGS.indexOf(from))).toEqual([]);
});

test('no file of money or of the demonstration imports itself through others', () => {
  expect(rings(readSources().filter(({ path }) => /^src\/(money|demonstration)\//.test(path)))).toEqual([]);
  const files = { 'src/a.ts': './b.ts', 'src/b.ts': './c.ts', 'src/c.ts': './b.ts' };
  const sources = Object.entries(files).map(([path, to]) => ({ path, text: `import type { X } from '${to}';` }));
  expect(rings(sources)).toEqual(['src/b.ts', 'src/c.ts']);
});

/** Each of these would make the first test fail. */
test.each([
  ['a domain reaches into another', 'src/services/messaging/list.ts', '../voice/place-call.ts'],
  ['a type of another domain', 'src/services/voice/list.ts', '../messaging/status.ts'],
  ['one reseller’s domain in another', 'src/resale/brands/set-brand.ts', '../customers/prices.ts'],
  ['the ledger knows a domain', 'src/money/ledger/post.ts', '../payments/verify.ts'],
  ['the chains know the payments', 'src/money/chain/look-up.ts', '../payments/verify.ts'],
  ['events know the ledger', 'src/platform/events/bus.ts', '../../money/ledger/post.ts'],
  ['the schema knows a verb', 'db/schema/accounts.ts', '../../src/callers/registration/register.ts'],
  ['the schema knows a contract', 'db/schema/voice.ts', '../../src/services/voice/contract.ts'],
  ['a leaf knows the database', 'src/platform/kit/ids.ts', '../../../db/client.ts'],
  ['a contract knows a verb', 'src/money/payments/contract.ts', './submit.ts'],
  ['settings know a verb', 'src/money/config.ts', './payments/submit.ts'],
  ['a carrier knows a service', 'src/carriers/adapters/other.ts', '../../services/messaging/parts.ts'],
  ['the edge knows a service’s contract', 'src/edge/http/openapi.ts', '../../services/voice/contract.ts'],
  ['callers know an account’s profile', 'src/callers/routes.ts', '../accounts/profile/get-user.ts'],
  ['callers are served by themselves', 'src/callers/routes.ts', '../edge/http/serve-route.ts'],
  ['a customer’s price knows what is resold', 'src/money/pricing/tariff.ts', '../../resale/customers/prices.ts'],
  ['what is resold knows what spans', 'src/resale/customers/transfer.ts', '../../admin/create-user.ts'],
  ['a wing knows the program’s settings', 'src/money/payments/submit.ts', '../../config.ts'],
  ['a wing knows all dependencies', 'src/money/payments/submit.ts', '../../deps.ts'],
  ['a verb handles HTTP', 'src/money/payments/submit.ts', '../../edge/http/answer.ts'],
  ['a verb calls a route', 'src/money/payments/submit.ts', './routes.ts'],
  ['somebody imports the program', 'src/callers/sign-in/login.ts', '../../app.ts'],
  ['Elysia away from the edge', 'src/callers/sign-in/login.ts', 'elysia'],
  ['React on the server', 'src/callers/sign-in/login.ts', 'react'],
  ['a component takes the router itself', 'web/ui/button.tsx', '@tanstack/react-router'],
  ['a control takes Headless UI itself', 'web/ui/dialog.tsx', '@headlessui/react'],
  ['the server knows the browser', 'src/money/payments/submit.ts', '../../../web/lib/call.ts'],
  ['one feature knows another', 'web/features/payments/page.tsx', '../admin/page.tsx'],
  ['a control knows a feature', 'web/ui/button.tsx', '../features/billing/page.tsx'],
  ['the browser knows a verb', 'web/features/payments/page.tsx', '../../../src/money/payments/submit.ts'],
  ['a rule shared with the browser knows the database', 'src/shared/hashes.ts', '../../db/client.ts'],
  ['a shared rule knows a contract', 'src/shared/hashes.ts', '../money/payments/contract.ts'],
  ['the browser knows the database', 'web/lib/call.ts', '../../db/client.ts'],
  ['a file outside every wing', 'src/helpers/misc.ts', '../platform/kit/ids.ts'],
])('red: %s', (_what, path, target) => {
  const source = { path, text: `import type { Anything } from '${target}';\n` };
  expect(forbiddenImports([source])).toHaveLength(1);
});

test.each(WINGS.slice(1).map((higher, index) => [WINGS[index], higher] as const))(
  'red: %s knows %s, which stands above it',
  (lower, higher) => {
    const source = { path: `src/${lower}/any/verb.ts`, text: `import '../../${higher}/any/verb.ts';\n` };
    expect(forbiddenImports([source])).toHaveLength(1);
    const back = { path: `src/${higher}/any/verb.ts`, text: `import '../../${lower}/any/verb.ts';\n` };
    expect(forbiddenImports([back])).toEqual([]);
  },
);

test('an import is found in whatever form it is written', () => {
  const path = 'src/services/messaging/list.ts';
  const ways = [
    `import { submit } from '../voice/place-call.ts';`,
    `import {\n  submit,\n  type Other,\n} from '../voice/place-call.ts';`,
    `export * from '../voice/place-call.ts';`,
    `import '../voice/place-call.ts';`,
    `const { submit } = await import('../voice/place-call.ts');`,
  ];
  for (const text of ways) expect(forbiddenImports([{ path, text }])).toHaveLength(1);
});
