import { STEP_UP_NAMES, whenAsked } from '../../../src/platform/kit/step-up.ts';
import { call, codeOf, makeAdmin, signUp, type TestActor } from '../../kit/index.ts';
import { bearer, cookie, type Endpoint, NAMED, pathOf } from './requests.ts';
import { isForAdmins } from './row.ts';
import { startWorld } from './world.ts';

/**
 * A session alone is not enough for these: sessions that are older than ten minutes ask, for every endpoint.
 * Requests are without a body, because the question comes before it is read.
 */
const world = await startWorld();
const [owner, other, admin] = [await signUp(world.app), await signUp(world.app), await makeAdmin(world.app)];
beforeEach(() => world.app.clock.advance(11 * 60_000));

const CHANGES = NAMED.filter(([, { method, access }]) => method !== 'GET' && access !== 'public' && access !== 'edge');

/** They change what only administrators may, and give nobody power or money. */
const HARMLESS: Record<string, string> = {
  withdrawRequest: 'what was asked for is not done',
  takePayment: 'it says who looks into a payment',
  rejectPayment: 'nobody gets anything, and the customer can hand it in again',
  dismissTransfer: 'nobody gets anything, and it can still be attached',
  checkPaymentEvidence: 'it asks a chain',
  openNumberPapers: 'it reads, and is written down',
  openNumberPort: 'it reads, and is written down',
  tryReadiness: 'it asks what is set up, and mails the caller',
  setNotes: 'it is told to administrators alone',
  sendAccountLink: 'it goes to the address that the account has',
  createRateDeck: 'nobody buys by an empty list',
  previewRateImport: 'it reads a file',
  previewAccountPrice: 'it tries out, and keeps nothing',
  previewLetter: 'it shows a letter, and sends nothing',
  decideHeldSms: 'it sends or refunds what its owner has paid',
  withdrawAccountPrice: 'the prices stay as they are',
  cancelRateSwitch: 'the prices stay as they are',
};

/** These ask in their verbs, after their requests were read: `tests/api/sign-in/step-up`. */
const IN_VERB = new Set([
  'startTotp',
  'disableTotp',
  'createRecoveryCodes',
  'offerPasskey',
  'removePasskey',
  'updateUser',
]);

async function fate(endpoint: Endpoint, account: TestActor, headers: Record<string, string>) {
  const { method } = endpoint;
  const response = await call(world.app, pathOf(endpoint, { id: account.id }), { method }, headers);
  return response.ok ? 'done' : await codeOf(response);
}

test('each name of the list is an endpoint’s', () => {
  const names = new Set(NAMED.map(([, { name }]) => name));
  expect(STEP_UP_NAMES.filter((name) => !names.has(name))).toEqual([]);
});

test('changes of administrators ask, except those that give nobody anything', () => {
  const open = CHANGES.filter(([, { access, name }]) => access.startsWith('admin') && !STEP_UP_NAMES.includes(name));
  expect(open.map(([, { name }]) => name).toSorted()).toEqual(Object.keys(HARMLESS).toSorted());
});

describe.each(CHANGES)('%s', (_place, endpoint, row) => {
  const asks = whenAsked(endpoint) === 'yes' && !IN_VERB.has(endpoint.name);

  test(asks ? 'asks' : 'does not ask', async () => {
    const caller = isForAdmins(row) ? admin : owner;
    const account = isForAdmins(row) ? other : owner;
    // Ending the session itself would end this test.
    if (endpoint.name === 'logout') return;
    const code = await fate(endpoint, account, cookie(caller));
    if (asks) expect(code).toBe('step_up_required');
    else expect(code).not.toBe('step_up_required');
    // A key was made with a step-up.
    expect(await fate(endpoint, account, bearer(caller))).not.toBe('step_up_required');
  });

  test('asks an administrator in somebody else’s account', async () => {
    if (!endpoint.access.startsWith('owner')) return;
    expect(await fate(endpoint, other, cookie(admin))).toBe('step_up_required');
  });
});

test('a session that has just shown who it is, is not asked', async () => {
  const fresh = await makeAdmin(world.app);
  for (const [, endpoint, row] of CHANGES) {
    if (!isForAdmins(row)) continue;
    expect(await fate(endpoint, other, cookie(fresh))).not.toBe('step_up_required');
  }
});
