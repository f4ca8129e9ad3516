import { accountPrice, chosenDeck, importedDeck, rateSwitch } from '../deck-things.ts';
import { z } from 'zod';
import { soundUrl } from '../../../../src/edge/uploads/sound-link.ts';
import { newHash, purchaseOf } from '../../payments/payments.ts';
import { SAMPLES, uploadSound } from '../../uploads/uploads.ts';
import type { Row, Rows } from '../row.ts';
import * as a from '../things.ts';
import { signatureFor } from '../signature-things.ts';
import { invoice } from '../invoice-things.ts';
import { difference, unclaimedTransfer } from '../transfer-things.ts';
import type { World } from '../world.ts';
import { call, readAs } from '../../../kit/index.ts';

const BILLING = { may: 'the owner', key: 'billing' } as const satisfies Row;
const CUSTOMERS = { may: 'the owner', key: 'customers' } as const satisfies Row;
const PERIOD = 'from=2026-11-01&to=2026-11-30';

async function sendDeckFile(world: World, path: string): Promise<Response> {
  const { app } = world;
  const { deckId = '' } = await importedDeck(world, world.admin);
  const init = { method: 'POST', body: 'prefix,name,rate\n44,United Kingdom,0.04\n' };
  const headers = { cookie: world.admin.cookie, 'content-type': 'text/csv' };
  return call(app, path.replace(':deckId', deckId), init, headers);
}

let changes = 0;

export const MONEY_ROWS: Rows = {
  listCoins: { may: 'the signed in', key: 'billing' },
  listTransactions: BILLING,
  createTransaction: { ...BILLING, json: () => purchaseOf(), leaves: 'payment.submitted' },
  createQuote: {
    ...BILLING,
    json: { amount: '100', cryptocurrency: 'BTC' },
    leaves: { nothing: 'it ends by itself, and the payment that is made with it is written down' },
  },
  listQuotes: BILLING,
  getQuote: { ...BILLING, of: a.quote },
  listOrders: BILLING,
  payOrder: { ...BILLING, of: a.unpaidOrder, leaves: 'order.paid' },
  cancelOrder: { ...BILLING, of: a.unpaidOrder, leaves: 'order.cancelled' },
  getTimeline: { ...BILLING, of: a.payment },
  getSigning: { ...BILLING, of: a.payment },
  signPayment: {
    ...BILLING,
    of: a.payment,
    json: (_world, owner, { transactionId = '' }) => signatureFor(owner, transactionId),
    leaves: 'payment.signed',
  },
  getPaymentEvidence: { may: 'administrators', of: a.payment },
  checkPaymentEvidence: {
    may: 'administrators',
    of: a.payment,
    json: {},
    leaves: { nothing: 'it looks once more, and the evidence itself says when and what was seen' },
  },
  listAddressKeys: { may: 'administrators' },
  listWallets: { may: 'administrators' },
  listUnclaimed: { may: 'administrators' },
  attachTransfer: {
    may: 'administrators',
    of: unclaimedTransfer,
    json: (_world, _owner, { quoteId = '' }) => ({ quoteId, reason: 'The exchange took its fee' }),
    leaves: 'payment.attached',
  },
  dismissTransfer: {
    may: 'administrators',
    of: unclaimedTransfer,
    json: { reason: 'Our own deposit' },
    leaves: 'transfer.dismissed',
  },
  getFigures: { may: 'administrators' },
  getQuality: { may: 'administrators' },
  exportQuality: { may: 'administrators', leaves: 'quality.exported' },
  exportFigures: { may: 'administrators', leaves: 'figures.exported' },
  listLosses: { may: 'administrators' },
  listFigureUnits: { may: 'administrators' },
  exportFigureUnits: { may: 'administrators', leaves: 'figures.exported' },
  searchRates: { ...CUSTOMERS, query: 'search=44' },
  exportRates: CUSTOMERS,
  listRateDecks: { may: 'administrators' },
  createRateDeck: {
    may: 'administrators',
    json: () => ({ name: `Deck ${Bun.randomUUIDv7()}`, kind: 'sell', service: 'sms' }),
    leaves: 'rates.deck_created',
  },
  deleteRateDeck: { may: 'administrators', of: importedDeck, leaves: 'rates.deck_deleted' },
  previewRateDeletion: { may: 'administrators', of: importedDeck },
  previewRateImport: {
    may: 'administrators',
    leaves: { nothing: 'nothing stays of it' },
    call: (world, _owner, path) => sendDeckFile(world, path),
  },
  importRates: {
    may: 'administrators',
    leaves: 'rates.imported',
    call: (world, _owner, path) => sendDeckFile(world, `${path}?fileName=rates.csv`),
  },
  undoRateImport: {
    may: 'administrators',
    of: importedDeck,
    json: (_world, _owner, { importId = '' }) => ({ importId }),
    leaves: 'rates.import_undone',
  },
  listRateRows: { may: 'administrators', of: importedDeck },
  exportRateDeck: { may: 'administrators', of: importedDeck },
  useRateDeck: {
    may: 'administrators',
    // Nobody else's messages in this test are to be priced by a deck.
    of: async () => ({ service: 'sms' }),
    json: { deckId: null },
    leaves: 'rates.used',
  },
  offerRateDeck: { may: 'administrators', of: importedDeck, json: { offered: true }, leaves: 'rates.offer_changed' },
  cancelRateSwitch: { may: 'administrators', of: rateSwitch, leaves: 'rates.switch_cancelled' },
  setRouteOrder: {
    may: 'administrators',
    of: async () => ({ service: 'voice' }),
    // The order stays as it is: another one takes two administrators.
    json: { by: 'fixed' },
    leaves: 'rates.routing_changed',
  },
  listAlarms: { may: 'administrators' },
  listSettings: { may: 'administrators' },
  changeSettings: {
    may: 'administrators',
    // Each call changes it, so that each leaves a row.
    json: () => ({ settings: [{ name: 'coin', about: 'SOL', value: ++changes % 2 ? 'off' : 'on' }] }),
    leaves: 'setting.changed',
  },
  writeLetter: {
    may: "an administrator's browser",
    json: { subject: 'News', text: 'Of the house' },
    answers: 409,
    leaves: 'approval.asked',
  },
  previewLetter: {
    may: "an administrator's browser",
    json: { subject: 'News', text: 'Of the house' },
    leaves: { nothing: 'it is undone' },
  },
  listKeptSettings: { may: 'administrators' },
  changeKeptSettings: {
    may: "an administrator's browser",
    json: { settings: { SUPPORT_CHAT: '@topline' } },
    answers: 409,
    leaves: 'approval.asked',
  },
  listSettingChanges: { may: 'administrators' },
  getStatus: { may: 'anybody' },
  getPage: { may: 'anybody', answers: 422 },
  getCountryPrices: { may: 'anybody', query: 'country=GB' },
  getBanner: { may: 'the signed in', key: 'account' },
  setBelowCost: {
    may: 'administrators',
    of: importedDeck,
    json: { belowCost: true },
    leaves: 'rates.below_cost_changed',
  },
  getBooks: { may: 'administrators' },
  getMonthOfBooks: { may: 'administrators', of: a.monthOfBooks },
  getTrialBalance: { may: 'administrators', of: a.monthOfBooks },
  closeMonth: {
    may: 'administrators',
    of: a.monthOfBooks,
    answers: 409,
    leaves: { nothing: 'the month is not over; `tests/api/books` closes others' },
  },
  listInvoices: BILLING,
  listAllInvoices: { may: 'administrators' },
  exportInvoicePdf: { ...BILLING, of: invoice },
  exportInvoiceXml: { ...BILLING, of: invoice },
  createCreditNote: {
    may: 'administrators',
    of: invoice,
    json: { amount: '0.10', reason: 'agreed' },
    leaves: 'invoice.corrected',
  },
  getBillingDetails: BILLING,
  setBillingDetails: { ...BILLING, json: { isBusiness: false, street: 'High Street 1' }, leaves: 'billing.changed' },
  exportMonth: { may: 'administrators', of: a.monthOfBooks, query: 'form=journal', leaves: 'books.exported' },
  getComparisons: { may: 'administrators' },
  acceptDifference: {
    may: 'administrators',
    of: difference,
    json: { reason: 'Sold at the exchange' },
    leaves: 'books.accepted',
  },
  listPendingPayments: { may: 'administrators' },
  countPendingPayments: { may: 'administrators' },
  verifyPayment: {
    may: 'administrators',
    moves: true,
    json: async (world, owner) => ({ ...(await a.payment(world, owner)), transactionHash: newHash() }),
    leaves: 'payment.verified',
  },
  takePayment: {
    may: 'administrators',
    of: a.payment,
    json: { taken: true },
    leaves: { nothing: 'it says who looks into a payment, and decides nothing' },
  },
  rejectPayment: { may: 'administrators', json: a.payment, leaves: 'payment.rejected' },
  listReversals: { may: 'administrators', of: a.verifiedPayment },
  reversePayment: {
    may: 'administrators',
    moves: true,
    of: a.verifiedPayment,
    json: { reason: 'It never came' },
    leaves: 'payment.reversed',
  },
  getResellerStatus: BILLING,
  getStatement: { ...BILLING, query: PERIOD },
  listStatementLines: { ...BILLING, query: PERIOD },
  exportStatementCsv: { ...BILLING, query: PERIOD },
  exportStatementPdf: { ...BILLING, query: PERIOD },
  getSpend: BILLING,
  requestUpload: {
    may: 'the signed in',
    // Also for the picture of a message.
    key: ['billing', 'messages'],
    leaves: { nothing: 'a link that is good for ten minutes; nothing is stored by it' },
  },
  putObject: {
    may: 'anybody',
    leaves: { nothing: 'whoever has the link; the file’s own row keeps whose it is and when it came' },
    call: async ({ app }, owner) => {
      const response = await owner.as('/api/objects/upload', { method: 'PUT' });
      const { uploadURL } = await readAs(response, z.object({ uploadURL: z.string() }));
      const { pathname, search } = new URL(uploadURL, app.url);
      return app.fetch(pathname + search, { method: 'PUT', body: new Uint8Array(SAMPLES['image/png']) });
    },
  },
  getObject: { may: 'the signed in', key: 'billing', of: a.receipt, strangers: 'forbidden' },

  getSound: {
    may: 'anybody',
    call: async (world, owner) => {
      const path = await uploadSound(owner);
      const { config, clock } = world.app.deps;
      const address = new URL(soundUrl({ config, now: clock.now() }, path.split('/').at(-1) ?? ''));
      return call(world.app, address.pathname + address.search);
    },
  },

  getBrand: { may: 'anybody' },
  getBrandHost: { may: 'anybody', query: 'domain=unknown.example', answers: 404 },
  getBrandLogo: {
    may: 'anybody',
    call: async (world, owner) => {
      const { logoId } = await a.logo(world, owner);
      return call(world.app, `/api/brands/${logoId}/logo`);
    },
  },
  getPortal: CUSTOMERS,
  getBrandSettings: CUSTOMERS,
  setBrand: { ...CUSTOMERS, json: { name: 'Acme Voice' }, leaves: 'brand.changed' },
  checkHost: {
    ...CUSTOMERS,
    of: a.portal,
    leaves: { nothing: 'what the DNS says is written down where it proves something' },
  },
  listCustomers: CUSTOMERS,
  createCustomer: {
    ...CUSTOMERS,
    json: () => ({ email: `c-${Bun.randomUUIDv7()}@example.com`, fullName: 'Grace Hopper' }),
    leaves: 'account.created',
  },
  getCustomer: { ...CUSTOMERS, of: a.customer },
  suspendCustomer: { ...CUSTOMERS, of: a.customer, leaves: 'account.suspended' },
  activateCustomer: { ...CUSTOMERS, of: a.suspendedCustomer, leaves: 'account.activated' },
  limitCustomer: { ...CUSTOMERS, of: a.customer, json: { dailyLimit: '5.00' }, leaves: 'limits.changed' },
  exportCustomers: { ...CUSTOMERS, leaves: 'customers.exported' },
  sendCustomerLink: {
    ...CUSTOMERS,
    of: a.customer,
    json: { kind: 'invitation' },
    leaves: 'password.reset_requested',
  },
  viewCustomer: {
    may: "the owner's browser",
    of: async (world, owner) => {
      await world.app.deps.sql`update users set sees_customers = true where id = ${owner.id}`;
      return a.customer(world, owner);
    },
    leaves: 'account.view_started',
  },
  getPriceList: CUSTOMERS,
  setPriceList: { ...CUSTOMERS, json: { sms: '0.05' }, leaves: 'price_list.changed' },
  exportOfferedDeck: { ...CUSTOMERS, of: chosenDeck },
  getCustomerPrices: { ...CUSTOMERS, of: a.customer },
  setCustomerPrices: { ...CUSTOMERS, of: a.customer, json: { sms: '0.06' }, leaves: 'price_list.changed' },
  transferCredit: {
    ...CUSTOMERS,
    of: a.customer,
    json: { amount: '5.00', direction: 'to_customer' },
    leaves: 'credit.transferred',
  },
  getMargins: CUSTOMERS,
  getRates: CUSTOMERS,

  listUsers: { may: 'administrators' },
  countUsers: { may: 'administrators' },
  searchEverything: { may: 'administrators', query: 'q=447911123456' },
  checkReadiness: { may: 'administrators' },
  tryReadiness: { may: 'administrators', of: async () => ({ item: 'mail' }), leaves: 'mail.tried' },
  listRetention: { may: 'administrators' },
  exportUsers: { may: 'administrators', leaves: 'users.exported' },
  createUser: {
    may: "an administrator's browser",
    json: () => ({ email: `u-${Bun.randomUUIDv7()}@example.com`, fullName: 'Alan Turing', role: 'user' }),
    leaves: 'account.created',
  },
  getAdminStats: { may: 'administrators' },
  listActivity: { may: 'administrators' },
  exportActivity: { may: 'administrators', leaves: 'activity.exported' },
  listPayments: { may: 'administrators' },
  exportPayments: { may: 'administrators', leaves: 'payments.exported' },
  suspendUser: { may: "an administrator's browser", leaves: 'account.suspended' },
  activateUser: {
    may: "an administrator's browser",
    leaves: 'account.activated',
    of: async ({ app }, owner) => {
      await app.deps.sql`update users set status = 'suspended' where id = ${owner.id}`;
      return {};
    },
  },
  getNotes: { may: 'administrators', of: a.note },
  getAccountPrices: { may: 'administrators', of: accountPrice },
  setAccountPrice: {
    may: "an administrator's browser",
    of: accountPrice,
    json: { percent: 90 },
    answers: 409,
    leaves: 'approval.asked',
  },
  previewAccountPrice: {
    may: "an administrator's browser",
    of: accountPrice,
    json: { percent: 90 },
    leaves: { nothing: 'it is undone' },
  },
  withdrawAccountPrice: {
    may: "an administrator's browser",
    of: accountPrice,
    leaves: 'account.price_withdrawn',
  },
  setNotes: { may: 'administrators', json: { note: 'Pays late', tags: ['late'] }, leaves: 'account.noted' },
  setSeesCustomers: {
    may: "an administrator's browser",
    of: async ({ app }, owner) => {
      await app.deps.sql`update users set role = 'reseller' where id = ${owner.id}`;
      return {};
    },
    json: { allowed: true },
    leaves: 'account.sees_customers',
  },
  sendAccountLink: {
    may: "an administrator's browser",
    json: { kind: 'reset_password' },
    leaves: 'password.reset_requested',
  },
  refundCharge: {
    may: 'administrators',
    moves: true,
    of: a.charge,
    json: { amount: '5.00', reason: 'It did not work' },
    leaves: 'balance.adjusted',
  },
  closeForOwner: { may: "an administrator's browser", json: { givesUp: '5000.00' }, leaves: 'account.closed' },
  viewAccount: {
    may: "an administrator's browser",
    leaves: 'account.view_started',
    of: async ({ app }, owner) => {
      await app.deps.sql`update users set role = 'user' where id = ${owner.id}`;
      return {};
    },
  },
  changeDuty: {
    may: "an administrator's browser",
    json: { duty: 'reader' },
    leaves: { nothing: 'it is their duty already: another one needs a second administrator' },
    of: async ({ app }, owner) => {
      await app.deps.sql`update users set role = 'admin', duty = 'reader' where id = ${owner.id}`;
      return {};
    },
  },
  adjustBalance: {
    may: 'administrators',
    moves: true,
    json: { amount: '5.00', reason: 'A gift' },
    leaves: 'balance.adjusted',
  },
  resetSecondFactor: {
    may: "an administrator's browser",
    // One word of two: who may and what it leaves is that of the request.
    answers: 409,
    leaves: 'approval.asked',
    of: async (_world, owner) => {
      await a.addPasskey(owner);
      return {};
    },
  },
  openDestinations: {
    may: 'administrators',
    json: { destinations: [], reason: 'Asked for by telephone' },
    leaves: 'destinations.opened',
  },
  setCallsAtOnce: { may: 'administrators', json: { callsAtOnce: 5 }, leaves: 'calls_at_once.changed' },
  listRequests: { may: 'administrators' },
  previewRequest: { may: "an administrator's browser", of: a.askedFor },
  agreeToRequest: { may: "an administrator's browser", of: a.askedFor, leaves: 'approval.given' },
  withdrawRequest: { may: "an administrator's browser", of: a.askedFor, leaves: 'approval.withdrawn' },
  liftLimit: { may: 'administrators', json: {}, answers: 409, leaves: 'approval.asked' },
};
