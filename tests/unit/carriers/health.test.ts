import { healthFrom } from '../../../src/carriers/adapters/http-carrier.ts';

test.each([
  [200, true],
  [429, true],
  [401, false],
  [404, false],
  [500, false],
  [503, false],
])('a carrier that answers %d to a small question is well: %p', (status, healthy) => {
  expect(healthFrom({ kind: 'answered', status, body: {} }).healthy).toBe(healthy);
});
