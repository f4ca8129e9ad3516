import { accountHandlers } from './live-account.ts';
import type { LiveHandlers } from './live-events.ts';
import { moneyHandlers } from './live-money.ts';
import { serviceHandlers } from './live-services.ts';

/** The changes that each event makes on the screens of the user `ownId`. */
export const liveHandlers = (ownId: string): LiveHandlers => ({
  ...moneyHandlers(ownId),
  ...serviceHandlers(ownId),
  ...accountHandlers(ownId),
});
