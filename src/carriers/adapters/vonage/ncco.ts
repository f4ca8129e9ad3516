import type { Language } from '../../../platform/kit/languages.ts';
import { type CallAction, MENU_SECONDS, MESSAGE_SECONDS } from '../../call-flow.ts';
import { withoutPlus } from '../http-carrier.ts';
import type { FlowAddresses } from '../instructions-url.ts';

/*
 * Source of the SIP endpoint: developer.vonage.com/en/voice/voice-api/ncco-reference, looked up on 2026-11-23; `uri` is
 * an address like `sip:user@sip.example.com;transport=tls`, and the npm package @vonage/voice 1.21.0 has the same field.
 */

/** Whom a call reaches: a number, or the SIP address that is called in place of it. */
export const endpointOf = ({ number, sip }: { number: string; sip?: string | undefined }) =>
  sip === undefined ? { type: 'phone', number: withoutPlus(number) } : { type: 'sip', uri: sip };

/** The addresses to which an object leads. */
type NccoAddresses = Pick<FlowAddresses, 'digit' | 'unconnected' | 'recorded'>;

/**
 * The instructions for a call, as Vonage's call control object.
 * @param record from here on the whole call is recorded
 */
export const ncco = (
  actions: readonly CallAction[],
  addresses: NccoAddresses,
  { record, reference }: { record: boolean; reference: string },
): object[] => [
  ...(record ? [{ action: 'record', format: 'mp3', eventUrl: [addresses.recorded], eventMethod: 'POST' }] : []),
  ...actions.flatMap((action) => steps(action, addresses, reference)),
];

function steps(action: CallAction, addresses: NccoAddresses, reference: string): object[] {
  switch (action.kind) {
    case 'say':
      return [talk(action.text, action.language)];
    case 'play':
      return [stream(action.url)];
    case 'menu':
      return [
        { ...(action.sound ? stream(action.sound) : talk(action.text, action.language)), bargeIn: true },
        {
          action: 'input',
          type: ['dtmf'],
          dtmf: { maxDigits: 1, timeOut: MENU_SECONDS },
          eventUrl: [addresses.digit],
          eventMethod: 'POST',
        },
      ];
    case 'connect':
      return [
        {
          action: 'connect',
          from: withoutPlus(action.callerId),
          timeout: action.ringSeconds,
          limit: action.leg.timeLimit,
          endpoint: [endpointOf(action)],
          eventType: 'synchronous',
          eventUrl: [addresses.unconnected],
          eventMethod: 'POST',
        },
      ];
    case 'take-message':
      return [
        {
          action: 'record',
          format: 'mp3',
          beepStart: true,
          endOnSilence: 5,
          timeOut: MESSAGE_SECONDS,
          eventUrl: [addresses.recorded],
          eventMethod: 'POST',
        },
      ];
    case 'conference':
      return [{ action: 'conversation', name: action.room }];
    case 'hold':
      // A separate room keeps the line open.
      return [{ action: 'conversation', name: reference }];
    case 'hang-up':
    case 'reject':
      // The call ends with the object.
      return [];
  }
}

/** The guide to text-to-speech lists them (developer.vonage.com/voice/voice-api/guides/text-to-speech). */
const LANGUAGE_CODES: Readonly<Record<Language, string>> = {
  ...{ en: 'en-GB', es: 'es-ES', fr: 'fr-FR', de: 'de-DE', it: 'it-IT' },
  ...{ pt: 'pt-PT', ru: 'ru-RU', zh: 'cmn-CN', ja: 'ja-JP', ar: 'ar' },
};

const stream = (url: string) => ({ action: 'stream', streamUrl: [url] });

const talk = (text: string, language: Language = 'en') => ({
  action: 'talk',
  text,
  language: LANGUAGE_CODES[language],
});
