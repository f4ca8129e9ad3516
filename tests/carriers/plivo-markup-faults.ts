import { FLAG, markupFaults, METHOD, NUMBER, URL_FORM, type Verb } from './markup-faults.ts';

const CALLBACK = { callbackUrl: URL_FORM, callbackMethod: METHOD };
const ACTION = { action: URL_FORM, method: METHOD, redirect: FLAG };

const VERBS: Readonly<Record<string, Verb>> = {
  Response: { within: [], attributes: {} },
  Speak: { within: ['Response', 'GetInput'], attributes: { voice: /^(MAN|WOMAN|Polly\.[A-Z][a-z]+)$/, loop: NUMBER } },
  Play: { within: ['Response', 'GetInput'], attributes: { loop: NUMBER } },
  Wait: { within: ['Response', 'GetInput'], attributes: { length: NUMBER } },
  Hangup: { within: ['Response'], attributes: { schedule: NUMBER, reason: /^(rejected|busy)$/ } },
  Redirect: { within: ['Response'], attributes: { method: METHOD } },
  GetInput: {
    within: ['Response'],
    attributes: { ...ACTION, inputType: /^(dtmf|speech|dtmf speech)$/, numDigits: NUMBER, executionTimeout: NUMBER },
  },
  Dial: {
    within: ['Response'],
    attributes: { ...ACTION, ...CALLBACK, callerId: /^\d{7,15}$/, timeout: NUMBER, timeLimit: NUMBER },
  },
  Number: { within: ['Dial'], attributes: {} },
  Conference: { within: ['Response'], attributes: { ...ACTION, ...CALLBACK, maxMembers: NUMBER } },
  Record: {
    within: ['Response'],
    attributes: {
      ...ACTION,
      ...CALLBACK,
      maxLength: NUMBER,
      playBeep: FLAG,
      recordSession: FLAG,
      timeout: NUMBER,
    },
  },
};

/**
 * Holds a document against Plivo's markup language: its elements, what each may stand in, and their attributes, as
 * the npm package plivo 4.79.0 has them (`dist/utils/plivoxml.js`).
 */
export const plivoMarkupFaults = (document: string): string[] => markupFaults(document, VERBS);
