import { appForFile, call, makeAdmin } from '../../kit/index.ts';
import { NAMED } from './requests.ts';

/** An administrator may read every account; for an id that no account has, the contract says what is answered. */

const app = await appForFile();
const admin = await makeAdmin(app);
const READS = NAMED.filter(([, { method, path }]) => method === 'GET' && path.startsWith('/api/users/:id'));

test.each(READS)('%s keeps its contract for an id that no account has', async (_, { path }) => {
  const named = path.replace(':id', crypto.randomUUID()).replaceAll(/:\w+/g, () => crypto.randomUUID());
  // The kit checks each answer against its endpoint.
  const { status } = await call(app, named, {}, { authorization: `Bearer ${admin.key}` });
  expect([200, 403, 404, 422]).toContain(status);
});
