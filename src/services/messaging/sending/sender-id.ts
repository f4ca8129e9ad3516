/**
 * What a carrier takes as a sender: a name of up to 11 characters with a letter in it (a name of digits
 * only would pass for a number), or a phone number or short code of 3 to 15 digits.
 */
const NAME = /^(?=.*[A-Za-z])[A-Za-z0-9 .&_-]{1,11}$/;
const NUMBER = /^\+?\d{3,15}$/;

export const isSenderId = (text: string): boolean => NAME.test(text) || NUMBER.test(text);
