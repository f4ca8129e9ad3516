import { randomInt } from 'node:crypto';
import type { Language } from '../../platform/kit/languages.ts';

/** Six digits that nobody can foresee. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Stands for a code until its message is handed over: the code itself is in no history. */
export const MASK = '******';

/** The purpose for which the codes that prove a number are sealed. */
export const NUMBER_CODE = 'number codes';
/** The purpose for which the codes of verifications are sealed. */
export const VERIFICATION_CODE = 'verification-code';

/** The message that brings a code, in one part: 160 characters of the GSM alphabet, otherwise 70. */
export const CODE_TEXTS: Readonly<Record<Language, string>> = {
  en: `Your code is ${MASK}. Do not share it with anyone.`,
  es: `Su código es ${MASK}. No se lo diga a nadie.`,
  fr: `Votre code est ${MASK}. Ne le communiquez à personne.`,
  de: `Ihr Code ist ${MASK}. Geben Sie ihn niemandem weiter.`,
  it: `Il suo codice è ${MASK}. Non lo comunichi a nessuno.`,
  pt: `O seu código é ${MASK}. Não o diga a ninguém.`,
  ru: `Ваш код: ${MASK}. Никому его не сообщайте.`,
  zh: `您的验证码是 ${MASK}，请勿告诉他人。`,
  ja: `認証コードは ${MASK} です。誰にも教えないでください。`,
  ar: `رمزك هو ${MASK}. لا تخبر به أحدًا.`,
};

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
