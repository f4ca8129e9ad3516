import { listAlarms } from '../../../src/admin/alarms/contract.ts';
import { listUsers } from '../../../src/admin/contract.ts';
import { getFigures } from '../../../src/admin/figures/contract.ts';
import { listSettings } from '../../../src/admin/settings/contract.ts';
import { getMonthOfBooks } from '../../../src/money/accounts/contract.ts';
import { listRateDecks } from '../../../src/money/decks/contract.ts';
import { listPendingPayments } from '../../../src/money/payments/admin-contract.ts';
import { listHeldSms } from '../../../src/services/messaging/admin-contract.ts';
import { listAllPapers } from '../../../src/services/numbers/papers/contract.ts';
import { listSenderRequests } from '../../../src/services/senders/contract.ts';
import { listLiveCalls } from '../../../src/services/voice/live/contract.ts';
import type { ADMIN_TABS } from '../../lib/admin-tabs.ts';
import type { Guarded } from '../../lib/use-may.ts';

/** The first read of each tab of the control panel: a person who may not read it has no such tab. */
export const TAB_ENDPOINTS: Record<(typeof ADMIN_TABS)[number], Guarded> = {
  overview: listAlarms,
  users: listUsers,
  payments: listPendingPayments,
  calls: listLiveCalls,
  prices: listRateDecks,
  figures: getFigures,
  books: getMonthOfBooks,
  senders: listSenderRequests,
  papers: listAllPapers,
  desk: listHeldSms,
  settings: listSettings,
};
