import type { IncomingSms } from '../../carriers/incoming-sms.ts';
import type { Taking } from '../../carriers/take-once.ts';

/** A message that a carrier has delivered, checked and not yet stored. */
export interface Delivery {
  provider: string;
  /** Null: only the message's id makes it count once. */
  taking: Taking | null;
  messages: readonly IncomingSms[];
}

/** A message that came in, with the owner of its number. */
export interface Received {
  provider: string;
  message: IncomingSms;
}
