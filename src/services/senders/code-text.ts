/** Stands for a code until its message is handed over: the code itself is in no history. */
export const MASK = '******';

/** What the codes of verifications are sealed for. */
export const VERIFICATION_CODE = 'verification-code';

/** The text of a message that brings a code, as it is stored. */
export const CODE_TEXT = `Your code to confirm this number is ${MASK}. Tell it to nobody.`;

/** The same text with the code: as long as before, so that its price is the same. */
export const withCode = (text: string, code: string): string => text.replace(MASK, code);

/** What a call says that brings a code: the digits apart, and twice. */
export const spokenCode = (code: string): string => {
  const digits = code.split('').join(', ');
  return `Your code is: ${digits}. Once more: ${digits}. Goodbye.`;
};
