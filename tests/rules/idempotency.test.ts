import { routes } from '../../src/app.ts';

/** POSTs that take no `Idempotency-Key`, and why a repeated request does no harm. */
const WITHOUT: Record<string, string> = {
  register: 'an address has one account',
  login: 'signs in twice',
  logout: 'ends what has ended',
  confirmEmail: 'a link works once',
  undoEmail: 'a link works once',
  undoClosing: 'a link works once',
  closeAccount: 'an account is closed once',
  sendConfirmation: 'one more mail like the one before, and few of them',
  requestPasswordReset: 'one more mail like the one before, and few of them',
  checkResetLink: 'changes nothing',
  resetPassword: 'a link works once',
  rotateApiKey: 'makes another key; only the newest works',
  invitePerson: 'an address is invited once',
  checkInvitation: 'changes nothing',
  openDemonstration: 'changes nothing',
  acceptInvitation: 'a link works once',
  createApiKey: 'an account has one key of a name',
  createSmppAccount: 'makes another system id; one whose password was lost is ended',
  rotateNamedApiKey: 'makes another key; only the newest works',
  offerPasskeySignIn: 'gives another challenge',
  signInWithPasskey: 'a challenge is met once',
  stepUp: 'holds for ten minutes, and ten more',
  startTotp: 'gives another secret',
  confirmTotp: 'a code is used once',
  disableTotp: 'a code is used once',
  createRecoveryCodes: 'replaces them',
  offerPasskey: 'gives another challenge',
  addPasskey: 'a challenge is met once',
  removePasskey: 'takes away what is gone',
  createUser: 'an address has one account',
  tryReadiness: 'asks again',
  viewAccount: 'changes nothing; each look is written down',
  viewCustomer: 'changes nothing; each look is written down',
  sendAccountLink: 'only the newest link works',
  sendCustomerLink: 'only the newest link works',
  closeForOwner: 'an account is closed once',
  createCustomer: 'an address has one account',
  liftLimit: 'sets a time',
  resumeCode: 'what goes on is not stopped',
  createCarrierAccount: 'an account has one name',
  createRateDeck: 'a list has one name',
  previewRateImport: 'changes nothing',
  previewAccountPrice: 'changes nothing',
  previewLetter: 'changes nothing',
  importRates: 'the same file again changes nothing',
  undoRateImport: 'names the file that it takes back',
  quoteSms: 'changes nothing',
  checkVerification: 'a code is right once',
  createContact: 'a number is one contact',
  importContacts: 'a number is one contact',
  erasePerson: 'nothing is left of them',
  addOptOut: 'a number is in the list once',
  importOptOuts: 'a number is in the list once',
  checkHost: 'looks once more',
  checkPaymentEvidence: 'looks once more',
  closeMonth: 'a month is closed once',
  holdNumber: 'a number is held once',
  rotateSipCredentials: 'makes another secret; only the newest works',
  openTelephone: 'stores nothing',
  authenticateSip: 'changes nothing',
  authorizeSipCall: 'a dialog is one call, by its Call-ID, tag and number',
  authorizeEchoCall: 'a dialog is one call, by its Call-ID',
  receiveSipCall: 'a dialog is one call, by its Call-ID, tag and number',
  instructMachine: 'a report is about one step of a call, which is left once',
  rotateWebhookSecret: 'the secrets before it sign along for a day',
  testWebhook: 'a test is sent as often as it is asked for',
  replayWebhookDelivery: 'one that is being tried is left alone',
  carrierCallback: 'a callback is taken once, by its signature',
  papersCallback: 'the carrier is only asked once more',
  openNumberPapers: 'reads; each look is written down',
  openNumberPort: 'reads; each look is written down',
  withdrawNumberPort: 'a request is withdrawn once',
  messageCallback: 'a callback is taken once, by its signature',
  tryNumber: 'a number is tried as often as somebody asks',
  incomingCallCallback: 'a call is stored once, by its carrier’s id of it',
  tryNumberAnswers: 'it only says what would be done',
  callNumber: 'a number is tried as often as somebody asks',
  blockCaller: 'whoever is blocked again is blocked',
  callCallback: 'a callback is taken once, by its signature',
  callInstructions: 'changes nothing',
  checkNumber: 'tells the carrier what it was told before',
};

/** Endpoints that move money or send messages, found by the ways in which they can fail. */
const SPENDS = new Set([
  'insufficient_credits',
  'spend_limit_reached',
  'already_processed',
  'duplicate_transaction_hash',
]);

const posts = routes.map(({ endpoint }) => endpoint).filter(({ method }) => method === 'POST');

test('a POST takes an Idempotency-Key, or needs none for a reason', () => {
  const without = posts.filter(({ idempotent }) => !idempotent).map(({ name }) => name);
  expect(without.filter((name) => !(name in WITHOUT))).toEqual([]);
  expect(Object.keys(WITHOUT).filter((name) => !without.includes(name))).toEqual([]);
});

test('an endpoint that moves money or sends always takes one', () => {
  const spending = routes
    .map(({ endpoint }) => endpoint)
    .filter(({ method, errors }) => method !== 'GET' && errors?.some((code) => SPENDS.has(code)));
  const faulty = spending.filter(({ idempotent }) => !idempotent).map(({ name }) => name);
  // A dialog is one call; a request is ported once; a delivery that is being tried is left alone; taking a payment in hand decides nothing.
  const harmless = ['authorizeSipCall', 'decideNumberPort', 'receiveSipCall', 'replayWebhookDelivery', 'takePayment'];
  expect(faulty.toSorted()).toEqual(harmless);
});
