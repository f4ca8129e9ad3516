/**
 * Why a message was not delivered: one list for all carriers, with the words of `error`. They are English on
 * the wire, and stored with the recipient; the browser has a sentence for each in every language, with what a
 * customer can do. It has no dependencies, because the browser reads it.
 */
export const REASONS = {
  invalid_number: 'This number does not exist or cannot receive messages',
  fixed_line: 'This is a fixed line, which receives no messages',
  opted_out: 'The recipient has asked not to receive messages',
  blocked: "The recipient's network blocked the message",
  spam: 'A spam filter stopped the message',
  content_refused: 'The message was refused because of its content',
  too_long: 'The message is too long',
  sender_refused: 'This sender ID is not allowed for this destination',
  us_unregistered: 'Messages to the United States need a sender number that is registered there',
  toll_free_unverified: 'This toll-free number is not verified for messages yet',
  no_route: 'This destination cannot be reached at the moment',
  not_taken: 'The carrier did not take the message',
  busy: 'The carrier is busy',
  unreachable: 'The carrier could not be reached',
  carrier_fault: 'The carrier had a fault',
  handset_unreachable: 'The phone was switched off or out of reach',
  expired: 'The message could not be delivered in time',
  undelivered: 'The message could not be delivered',
  no_clear_answer: 'The carrier gave no clear answer',
} as const;

export type Reason = keyof typeof REASONS;

const isReason = (name: string): name is Reason => Object.hasOwn(REASONS, name);

/** All of them, in the order in which they are listed. */
export const REASON_NAMES: readonly Reason[] = Object.keys(REASONS).filter(isReason);

const BY_WORDS = new Map<string, Reason>(REASON_NAMES.map((reason) => [REASONS[reason], reason]));

/** The reason that an `error` names; undefined for texts from before this list. */
export const reasonOf = (words: string): Reason | undefined => BY_WORDS.get(words);
