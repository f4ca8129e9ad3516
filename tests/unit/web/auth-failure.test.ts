import { Problem } from '../../../src/platform/kit/errors.ts';
import { fault } from '../../../src/platform/kit/faults.ts';
import { reportFailure } from '../../../web/features/sign-in/auth-form.ts';
import { ApiError } from '../../../web/lib/call.ts';
import { loadHostBrand } from '../../../web/state/brand.ts';
import { useToasts } from '../../../web/ui/toast-store.ts';

const NOBODY = { email: null, chat: null, whatsApp: null };
const answered = globalThis.fetch;

/** The answer of `/api/brand` for the operator of the product. */
const supportedBy = async (support: object): Promise<void> => {
  const answer = { brand: null, support, from: null, trialCredit: null };
  Object.assign(globalThis, { fetch: () => Promise.resolve(Response.json(answer)) });
  await loadHostBrand();
};

const style = { removeProperty: () => '' };
Object.assign(globalThis, { document: { documentElement: { style }, querySelector: () => null } });
afterEach(async () => {
  await supportedBy(NOBODY);
  useToasts.setState({ current: null });
});
afterAll(() => {
  Object.assign(globalThis, { fetch: answered });
  Reflect.deleteProperty(globalThis, 'document');
});

const refusal = (code: 'account_suspended' | 'invalid_credentials') => {
  const problem = new Problem(code, fault('suspended')).toBody();
  return new ApiError(problem.status, problem.detail, { problem, requestId: null });
};
const said = () => useToasts.getState().current?.description;

test('a suspended customer is told at sign-in how to reach support', async () => {
  await supportedBy({ email: 'help@example.com', chat: '@help', whatsApp: '+447911123456' });
  reportFailure('login', refusal('account_suspended'));
  expect(said()).toBe(
    'Your account has been suspended. Please contact support. help@example.com · WhatsApp +447911123456 · @help',
  );
  await supportedBy(NOBODY);
  reportFailure('passkey', refusal('account_suspended'));
  expect(said()).toBe('Your account has been suspended. Please contact support.');
});

test('another refusal sends nobody to support', async () => {
  await supportedBy({ ...NOBODY, chat: '@help' });
  reportFailure('login', refusal('invalid_credentials'));
  expect(said()).not.toContain('@help');
});

test('a fault of ours is not blamed on what was entered', () => {
  const broken = new ApiError(503, 'Service Unavailable', { problem: undefined, requestId: 'abcd-17' });
  const ours = 'Something went wrong on our side, not on yours. (Request abcd-17)';
  reportFailure('login', broken);
  expect(said()).toBe(ours);
  reportFailure('register', broken);
  expect(said()).toBe(`Failed to create account. ${ours}`);
  reportFailure('login', new TypeError('Failed to fetch'));
  expect(said()).toBe('Invalid email or password');
});

test.each([
  ['40', '40 seconds'],
  ['871', '15 minutes'],
  ['86000', '24 hours'],
])('whoever tried too often is told to wait: %s seconds', (retryAfter, words) => {
  const problem = new Problem('rate_limited', fault('tooManyAttempts')).toBody();
  reportFailure('login', new ApiError(429, problem.detail, { problem, requestId: null, retryAfter }));
  expect(said()).toBe(`Too many attempts. Please try again later. Wait ${words}.`);
});
