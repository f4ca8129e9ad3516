import { faultText } from '../platform/kit/faults.ts';
import { line } from '../platform/kit/schemas.ts';

/** The most letters of a sender's name, and the most digits of a sender's number, as carriers have them. */
export const SENDER_ID_LIMITS = { letters: 11, digits: 15 } as const;

/**
 * Carriers accept as a sender: a name of up to 11 characters with at least one letter (a name of digits would
 * look like a number), or a phone number or short code of 3 to 15 digits.
 */
const NAME = new RegExp(`^(?=.*[A-Za-z])[A-Za-z0-9 .&_-]{1,${SENDER_ID_LIMITS.letters}}$`);
const NUMBER = new RegExp(String.raw`^\+?\d{3,${SENDER_ID_LIMITS.digits}}$`);

export const isSenderId = (text: string): boolean => NAME.test(text) || NUMBER.test(text);

/** A sender without a letter is a number or a short code. A name receives no answers. */
export const isName = (sender: string): boolean => /[A-Za-z]/.test(sender);

export const senderFault = (): string => faultText('senderId', SENDER_ID_LIMITS);

/** A sender ID as a request has it. */
export const senderId = line(16).min(1, faultText('fillAll')).refine(isSenderId, senderFault());
