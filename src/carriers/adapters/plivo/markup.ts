import type { Language } from '../../../platform/kit/languages.ts';
import { VOICES } from '../voices.ts';
import { escapeMarkup } from '../../../platform/kit/escape-markup.ts';
import { type CallAction, CONFERENCE_PARTICIPANTS, MENU_SECONDS, MESSAGE_SECONDS } from '../../call-flow.ts';
import type { FlowAddresses } from '../instructions-url.ts';

/**
 * The instructions for a call, as Plivo's markup.
 * @param timeLimit the most seconds for which an open line lasts
 * @param record whether the whole call is recorded from here on
 */
export function plivoMarkup(
  actions: readonly CallAction[],
  addresses: FlowAddresses,
  { timeLimit, record }: { timeLimit: number; record: boolean },
): string {
  const whole = record
    ? element('Record', {
        recordSession: 'true',
        redirect: 'false',
        maxLength: timeLimit,
        callbackUrl: addresses.recorded,
        callbackMethod: 'POST',
      })
    : '';
  const steps = actions.map((action) => step(action, addresses, timeLimit)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${whole}${steps}</Response>`;
}

function step(action: CallAction, addresses: FlowAddresses, timeLimit: number): string {
  switch (action.kind) {
    case 'say':
      return say(action.text, action.language);
    case 'play':
      return play(action.url);
    case 'menu': {
      const input = element(
        'GetInput',
        { inputType: 'dtmf', numDigits: 1, executionTimeout: MENU_SECONDS, action: addresses.digit, method: 'POST' },
        action.sound ? play(action.sound) : say(action.text, action.language),
      );
      // If nobody presses a key, the call goes on to the next element.
      return input + element('Redirect', { method: 'POST' }, escapeMarkup(addresses.digit));
    }
    case 'connect':
      return element(
        'Dial',
        {
          callerId: action.callerId.replace(/^\+/, ''),
          timeout: action.ringSeconds,
          timeLimit: action.leg.timeLimit,
          callbackUrl: addresses.leg(action.leg.reference),
          callbackMethod: 'POST',
          action: addresses.unconnected,
          method: 'POST',
          redirect: 'true',
        },
        element('Number', {}, escapeMarkup(action.number.replace(/^\+/, ''))),
      );
    case 'take-message':
      return element('Record', {
        maxLength: MESSAGE_SECONDS,
        playBeep: 'true',
        action: addresses.done,
        method: 'POST',
        redirect: 'true',
        callbackUrl: addresses.recorded,
        callbackMethod: 'POST',
      });
    case 'conference':
      return element('Conference', { maxMembers: CONFERENCE_PARTICIPANTS }, escapeMarkup(action.room));
    case 'hold':
      return element('Wait', { length: timeLimit });
    case 'hang-up':
      return element('Hangup', {});
    case 'reject':
      return element('Hangup', { reason: 'busy' });
  }
}

const play = (url: string): string => element('Play', {}, escapeMarkup(url));

/** The voice names its language. */
const say = (text: string, language?: Language): string =>
  element('Speak', language ? { voice: `Polly.${VOICES[language].name}` } : {}, escapeMarkup(text));

function element(name: string, attributes: Record<string, string | number>, content = ''): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeMarkup(String(value))}"`)
    .join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}
