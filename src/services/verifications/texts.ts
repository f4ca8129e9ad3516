import type { Language } from '../../platform/kit/languages.ts';
import { MASK } from '../senders/code-text.ts';

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
