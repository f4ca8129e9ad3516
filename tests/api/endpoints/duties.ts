import type { Duty } from '../../../src/platform/kit/duties.ts';
import type { Endpoint } from './requests.ts';
import { isForAdmins, type Row } from './row.ts';

/** The rights of each duty, written a second time: a change of only one of the two is a failing test. */

const ALARMS = ['listAlarms'];
const QUEUE = ['listPayments', 'listPendingPayments', 'countPendingPayments', 'getPaymentEvidence', 'listReversals'];
const TOTALS = ['getAdminStats', 'searchEverything'];
const OWN_MONEY = [
  ...['listTransactions', 'getTimeline', 'getSigning', 'getStatement', 'listStatementLines', 'exportStatementCsv'],
  ...['exportStatementPdf', 'listInvoices', 'exportInvoicePdf', 'exportInvoiceXml', 'getBillingDetails'],
];
const NOT_FOR_READERS = new Set(['exportUsers', 'getRecording', 'getReceivedPicture']);

const MAY: Record<Exclude<Duty, 'reader'>, readonly string[]> = {
  support: [
    ...[...ALARMS, ...QUEUE, ...TOTALS, 'listUsers', 'countUsers', 'listActivity', 'listLiveCalls'],
    ...['listSenderRequests', 'countSenderRequests', 'listAllNumberPapers', 'countNumberPapers', 'listAllNumberPorts'],
    ...[
      'listUnknownSms',
      'listUnknownGroups',
      'listHeldSms',
      'decideHeldSms',
      ...['getNotes', 'setNotes', 'sendAccountLink', 'refundCharge', 'viewAccount', 'getAccountPrices'],
    ],
  ],
  finance: [
    ...[
      ...ALARMS,
      ...QUEUE,
      ...TOTALS,
      ...OWN_MONEY,
      'getAccountPrices',
      'exportPayments',
      'verifyPayment',
      'takePayment',
      'rejectPayment',
    ],
    ...['checkPaymentEvidence', 'reversePayment', 'listWallets', 'listUnclaimed', 'attachTransfer', 'dismissTransfer'],
    ...['getMonthOfBooks', 'getTrialBalance', 'closeMonth', 'exportMonth', 'listAllInvoices', 'createCreditNote'],
    ...['getComparisons', 'acceptDifference'],
    ...['getBooks', 'listAddressKeys', 'getFigures', 'exportFigures', 'listLosses', 'listFigureUnits'],
    'exportFigureUnits',
  ],
  carriers: [
    ...[...ALARMS, 'switchProvider', 'listUnreadReports', 'listUnmatchedReports', 'listDestinationHealth'],
    ...['listCarrierAccounts', 'createCarrierAccount', 'changeCarrierAccount', 'deleteCarrierAccount'],
    ...['listRateDecks', 'setRouteOrder', 'setBelowCost', 'offerRateDeck', 'createRateDeck', 'deleteRateDeck'],
    ...['previewRateDeletion', 'previewRateImport', 'importRates', 'undoRateImport', 'exportRateDeck', 'useRateDeck'],
    ...['cancelRateSwitch', 'listSipEdges', 'listLiveCalls', 'listUnknownSms', 'listUnknownGroups'],
    ...['getQuality', 'exportQuality', 'listRateRows'],
    ...['getAccountPrices', 'setAccountPrice', 'previewAccountPrice', 'withdrawAccountPrice'],
  ],
};

/** Tells whether an administrator with this duty may use an endpoint for somebody else's account, or of the panel. */
export function mayByDuty(duty: Duty, { name, method }: Endpoint, row: Row): boolean {
  const isOwners = row.may.startsWith('the owner') && row.may !== 'the owner alone';
  if (duty === 'reader' && name === 'viewAccount') return true;
  if (duty === 'reader') return method === 'GET' && !NOT_FOR_READERS.has(name) && (isForAdmins(row) || isOwners);
  if (duty === 'support' && isOwners && method === 'GET') return !NOT_FOR_READERS.has(name);
  return MAY[duty].includes(name);
}
