import { expect, test } from 'bun:test';
import { forbiddenImports } from './rooms.ts';
import { readSources } from './sources.ts';

test('every import leads downwards, and product domains keep to themselves', () => {
  expect(forbiddenImports(readSources())).toEqual([]);
});

/** Each of these would turn the test above red. */
test.each([
  ['a domain reaches into another', 'src/messaging/send.ts', '../payments/submit.ts'],
  ['a type of another domain', 'src/voice/list.ts', '../messaging/status.ts'],
  ['the ledger knows a domain', 'src/ledger/post.ts', '../payments/verify.ts'],
  ['events know the ledger', 'src/events/bus.ts', '../ledger/post.ts'],
  ['the schema knows a verb', 'db/schema/accounts.ts', '../../src/accounts/register.ts'],
  ['a leaf knows the database', 'src/kit/ids.ts', '../../db/client.ts'],
  ['a contract knows a verb', 'src/payments/contract.ts', './submit.ts'],
  ['a carrier sends money back itself', 'src/providers/adapters/other.ts', '../../ledger/post.ts'],
  ['a verb handles HTTP', 'src/payments/submit.ts', '../http/route.ts'],
  ['a verb calls a route', 'src/payments/submit.ts', './routes.ts'],
  ['somebody imports the program', 'src/accounts/login.ts', '../app.ts'],
  ['Elysia away from the edge', 'src/accounts/login.ts', 'elysia'],
  ['React on the server', 'src/accounts/login.ts', 'react'],
  ['the server knows the browser', 'src/payments/submit.ts', '../../web/lib/call.ts'],
  ['one feature knows another', 'web/features/billing/page.tsx', '../admin/page.tsx'],
  ['a control knows a feature', 'web/ui/button.tsx', '../features/billing/page.tsx'],
  ['the browser knows a verb', 'web/features/billing/page.tsx', '../../../src/payments/submit.ts'],
  ['a rule shared with the browser knows the database', 'src/payments/hashes.ts', '../../db/client.ts'],
  ['the browser knows the database', 'web/lib/call.ts', '../../db/client.ts'],
  ['a file outside every room', 'src/helpers/misc.ts', '../kit/ids.ts'],
])('red: %s', (_what, path, target) => {
  const source = { path, text: `import type { Anything } from '${target}';\n` };
  expect(forbiddenImports([source])).toHaveLength(1);
});

test('an import written in any way is seen', () => {
  const path = 'src/messaging/send.ts';
  const ways = [
    `import { submit } from '../payments/submit.ts';`,
    `import {\n  submit,\n  type Other,\n} from '../payments/submit.ts';`,
    `export * from '../payments/submit.ts';`,
    `import '../payments/submit.ts';`,
    `const { submit } = await import('../payments/submit.ts');`,
  ];
  for (const text of ways) expect(forbiddenImports([{ path, text }])).toHaveLength(1);
});
