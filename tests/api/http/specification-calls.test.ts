import { TestClock, type ActorInit, appForFile, credit, makeAdmin, signUp, type TestActor } from '../../kit/index.ts';
import { newHash } from '../payments/payments.ts';
import { SAMPLES, send } from '../uploads/uploads.ts';

/** Each call of the specification's section 7, by cookie, with the payload and the fields of the answer that it names. */

/** The dates in these tests are written out, so they begin here wherever TEST_NOW lets the others begin. */
const BEGIN = '2026-11-16T10:00:00.000Z';
const app = await appForFile({ background: false, clock: new TestClock(BEGIN) });
const person = await signUp(app);
const admin = await makeAdmin(app);
await credit(app, person, '500.00');

type Answer = Record<string, unknown>;

/** Calls as somebody. @returns the answer, where it has one */
async function does(who: TestActor, method: string, path: string, json?: object): Promise<Answer> {
  const init: ActorInit = json === undefined ? { method } : { method, json };
  const response = await who.withCookie(path, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}

const has = (answer: unknown, ...fields: string[]) => {
  for (const field of fields) expect(answer).toHaveProperty(field);
};
const lists = (answer: unknown, length: number) => expect(answer).toHaveLength(length);

test('accounts: signing in, registering, profile, password and figures', async () => {
  const { email, password } = await signUp(app);
  has(await does(person, 'POST', '/api/auth/login', { email, password }), 'user.id', 'user.email');
  const newcomer = { email: 'new@example.com', password: 'correct horse', fullName: 'Al', company: 'Navy' };
  const registered = await does(person, 'POST', '/api/auth/register', newcomer);
  has(registered, 'user.id', 'user.credits');
  const profile = { fullName: 'Grace', email: person.email, company: 'Navy', phone: '+447911123456' };
  const caller = { defaultCallerId: 'Grace', callerIdType: 'name' };
  await does(person, 'PUT', `/api/users/${person.id}`, { ...profile, ...caller });
  expect(await does(person, 'GET', `/api/users/${person.id}`)).toMatchObject({ ...profile, ...caller });
  const stats = await does(person, 'GET', `/api/users/${person.id}/stats`);
  has(stats, 'smsSent', 'voiceMinutes', 'didNumbers', 'monthlySpend', 'credits');
  const other = await signUp(app);
  const change = { currentPassword: other.password, newPassword: 'another horse' };
  await does(other, 'PUT', `/api/users/${other.id}/password`, change);
  const again = { email: other.email, password: 'another horse' };
  has(await does(other, 'POST', '/api/auth/login', again), 'user.id');
});

test('money: receipts, payments and orders, and what an administrator decides', async () => {
  const upload = await does(person, 'PUT', '/api/objects/upload');
  has(upload, 'uploadURL', 'objectPath');
  const link = { uploadURL: String(upload.uploadURL), objectPath: String(upload.objectPath) };
  expect((await send(link, SAMPLES['image/png'])).status).toBe(200);
  const path = `/api/users/${person.id}/transactions`;
  const payment = () => ({
    type: 'credit_purchase',
    amount: '100.00',
    description: 'Credit purchase',
    status: 'pending',
    cryptocurrency: 'BTC',
    cryptoAmount: '0.00180000',
    walletAddress: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    transactionHash: newHash(),
    receiptImageUrl: upload.objectPath,
  });
  const [first, second] = [await does(person, 'POST', path, payment()), await does(person, 'POST', path, payment())];
  expect(first).toMatchObject({ status: 'pending', receiptImageUrl: upload.objectPath });
  const order = { type: 'reseller_package', amount: '250', description: 'Monthly', status: 'pending' };
  expect(await does(person, 'POST', path, { ...order, resellerPackage: 'monthly' })).toMatchObject({
    type: 'reseller_package',
    status: 'pending',
  });
  lists(await does(person, 'GET', path), 4);

  const pending = await does(admin, 'GET', '/api/admin/pending-payments');
  lists(pending, 2);
  for (const each of Object.values(pending)) {
    has(each, 'amount', 'cryptocurrency', 'cryptoAmount', 'walletAddress', 'transactionHash', 'receiptImageUrl');
    has(each, 'id', 'userId', 'type', 'description', 'status', 'createdAt');
  }
  const decision = { transactionId: first?.id, transactionHash: first?.transactionHash };
  await does(admin, 'POST', '/api/admin/verify-payment', decision);
  await does(admin, 'POST', '/api/admin/reject-payment', { transactionId: second?.id });
  const statuses = Object.values(await does(person, 'GET', path)).map((each) => Object(each).status);
  expect(statuses).toEqual(['pending', 'failed', 'verified', 'completed']);
});

test('services: messages, calls, packages and numbers', async () => {
  const at = (name: string) => `/api/users/${person.id}/${name}`;
  const message = { senderId: 'Topline', recipients: ['+447911123456'], message: 'Hello' };
  const sent = await does(person, 'POST', at('sms'), message);
  has(sent, 'messageDetails.recipients[0].messageId');
  lists(await does(person, 'GET', at('sms')), 1);

  const call = await does(person, 'POST', at('voice'), {
    callerId: '+447911123456',
    destination: '+447911123457',
    recorded: false,
    ivrEnabled: false,
    pbxFeatures: { callForwarding: false, voicemail: true, conferenceCall: false },
  });
  has(call, 'duration', 'callDetails.callId');
  lists(await does(person, 'GET', at('voice')), 1);

  const ordered = await does(person, 'POST', at('voice-packages'), {
    userId: person.id,
    packageType: 'basic',
    packageName: 'Basic',
    price: '150',
    features: ['IVR'],
    callMinutesIncluded: 2000,
    ivrEnabled: true,
    pbxFeaturesEnabled: false,
    conferenceCallsEnabled: false,
    voicemailEnabled: false,
    callForwardingEnabled: false,
    expiresAt: '2027-11-16T10:00:00.000Z',
    isActive: false,
  });
  expect(ordered).toMatchObject({ packageType: 'basic', isActive: false });
  lists(await does(person, 'GET', at('voice-packages')), 1);

  const [number] = Object.values(await does(person, 'GET', '/api/did-numbers/available?Austria'));
  const bought = await does(person, 'POST', at('did-numbers'), {
    number,
    country: 'Austria',
    countryCode: 'AT',
    monthlyPrice: '54.00',
    status: 'active',
    expiresAt: '2026-12-16T10:00:00.000Z',
  });
  expect(bought).toMatchObject({ number, countryCode: 'AT', monthlyPrice: '54.00', status: 'active' });
  lists(await does(person, 'GET', at('did-numbers')), 1);
});

test('administration: providers, accounts and figures', async () => {
  const status = await does(person, 'GET', '/api/telecom/providers');
  has(status, 'activeProvider', 'providers', 'health');
  expect(status.health).toEqual({ sandbox: true, 'sandbox-backup': true });
  const switched = await does(admin, 'POST', '/api/telecom/providers/sandbox-backup');
  expect(switched).toMatchObject({ activeProvider: 'sandbox-backup' });

  const users = Object.values(await does(admin, 'GET', '/api/admin/users'));
  expect(users).toContainEqual(expect.objectContaining({ id: person.id, status: 'active' }));
  const stats = await does(admin, 'GET', '/api/admin/stats');
  expect(stats).toMatchObject({ totalUsers: users.length, activeUsers: users.length });
  for (const figure of ['totalCredits', 'monthlyRevenue']) expect(stats[figure]).toBeNumber();

  for (const [act, state] of [
    ['suspend', 'suspended'],
    ['activate', 'active'],
  ] as const) {
    await does(admin, 'PUT', `/api/admin/users/${person.id}/${act}`, {});
    expect(await does(admin, 'GET', `/api/users/${person.id}`)).toMatchObject({ status: state });
  }
});
