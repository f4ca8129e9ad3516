import { expect, test } from 'bun:test';
import { forbiddenImports } from './rooms.ts';
import { readSources } from './sources.ts';

test('every import leads downwards, and product domains keep to themselves', () => {
  expect(forbiddenImports(readSources())).toEqual([]);
});

/** Each of these would turn the test above red. */
test.each([
  ['a domain reaches into another', 'src/services/messaging/send.ts', '../payments/submit.ts'],
  ['a type of another domain', 'src/services/voice/list.ts', '../messaging/status.ts'],
  ['the ledger knows a domain', 'src/money/ledger/post.ts', '../payments/verify.ts'],
  ['events know the ledger', 'src/platform/events/bus.ts', '../ledger/post.ts'],
  ['the schema knows a verb', 'db/schema/accounts.ts', '../../src/callers/registration/register.ts'],
  ['a leaf knows the database', 'src/platform/kit/ids.ts', '../../db/client.ts'],
  ['a contract knows a verb', 'src/money/payments/contract.ts', './submit.ts'],
  ['a carrier sends money back itself', 'src/carriers/adapters/other.ts', '../../ledger/post.ts'],
  ['a verb handles HTTP', 'src/money/payments/submit.ts', '../http/route.ts'],
  ['a verb calls a route', 'src/money/payments/submit.ts', './routes.ts'],
  ['somebody imports the program', 'src/callers/login.ts', '../app.ts'],
  ['Elysia away from the edge', 'src/callers/login.ts', 'elysia'],
  ['React on the server', 'src/callers/login.ts', 'react'],
  ['the server knows the browser', 'src/money/payments/submit.ts', '../../web/lib/call.ts'],
  ['one feature knows another', 'web/features/billing/page.tsx', '../admin/page.tsx'],
  ['a control knows a feature', 'web/ui/button.tsx', '../features/billing/page.tsx'],
  ['the browser knows a verb', 'web/features/billing/page.tsx', '../../../src/money/payments/submit.ts'],
  ['a rule shared with the browser knows the database', 'src/money/payments/hashes.ts', '../../db/client.ts'],
  ['the browser knows the database', 'web/lib/call.ts', '../../db/client.ts'],
  ['a file outside every room', 'src/helpers/misc.ts', '../kit/ids.ts'],
])('red: %s', (_what, path, target) => {
  const source = { path, text: `import type { Anything } from '${target}';\n` };
  expect(forbiddenImports([source])).toHaveLength(1);
});

test('an import written in any way is seen', () => {
  const path = 'src/services/messaging/send.ts';
  const ways = [
    `import { submit } from '../payments/submit.ts';`,
    `import {\n  submit,\n  type Other,\n} from '../payments/submit.ts';`,
    `export * from '../payments/submit.ts';`,
    `import '../payments/submit.ts';`,
    `const { submit } = await import('../payments/submit.ts');`,
  ];
  for (const text of ways) expect(forbiddenImports([{ path, text }])).toHaveLength(1);
});
