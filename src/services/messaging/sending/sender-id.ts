/**
 * What carriers accept as a sender: a name of up to 11 characters with at least one letter (a name of digits would
 * look like a number), or a phone number or short code of 3 to 15 digits.
 */
const NAME = /^(?=.*[A-Za-z])[A-Za-z0-9 .&_-]{1,11}$/;
const NUMBER = /^\+?\d{3,15}$/;

export const isSenderId = (text: string): boolean => NAME.test(text) || NUMBER.test(text);
