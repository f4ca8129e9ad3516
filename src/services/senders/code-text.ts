import type { Language } from '../../platform/kit/languages.ts';

/** Stands for a code until its message is handed over: the code itself is in no history. */
export const MASK = '******';

/** The purpose for which the codes that prove a number are sealed. */
export const NUMBER_CODE = 'number codes';
/** The purpose for which the codes of verifications are sealed. */
export const VERIFICATION_CODE = 'verification-code';

/** The text of a message that brings a code, as it is stored. */
export const CODE_TEXT = `Your code to confirm this number is ${MASK}. Tell it to nobody.`;

/** The same text with the code: as long as before, so that its price is the same. */
export const withCode = (text: string, code: string): string => text.replace(MASK, code);

/** The words of a call that brings a code; `MASK` stands for its digits. */
const SPOKEN: Readonly<Record<Language, string>> = {
  en: `Your code is: ${MASK}. Once more: ${MASK}. Goodbye.`,
  es: `Su código es: ${MASK}. Otra vez: ${MASK}. Adiós.`,
  fr: `Votre code est : ${MASK}. Je répète : ${MASK}. Au revoir.`,
  de: `Ihr Code lautet: ${MASK}. Noch einmal: ${MASK}. Auf Wiederhören.`,
  it: `Il suo codice è: ${MASK}. Ripeto: ${MASK}. Arrivederci.`,
  pt: `O seu código é: ${MASK}. Repito: ${MASK}. Adeus.`,
  ru: `Ваш код: ${MASK}. Повторяю: ${MASK}. До свидания.`,
  zh: `您的验证码是：${MASK}。再说一遍：${MASK}。再见。`,
  ja: `認証コードは、${MASK}、です。もう一度お伝えします。${MASK}、です。失礼いたします。`,
  ar: `رمزك هو: ${MASK}. أكرر: ${MASK}. مع السلامة.`,
};

/** It stands between two digits, so that a voice reads each for itself. */
const BETWEEN: Readonly<Partial<Record<Language, string>>> = { zh: '，', ja: '、', ar: '، ' };

/** The words of a call that brings a code: the digits apart, and twice. */
export const spokenCode = (code: string, language: Language): string =>
  SPOKEN[language].replaceAll(MASK, code.split('').join(BETWEEN[language] ?? ', '));
