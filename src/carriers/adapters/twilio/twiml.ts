import { escapeMarkup } from '../../../platform/kit/escape-markup.ts';
import { type CallAction, CONFERENCE_PARTICIPANTS, MENU_SECONDS, MESSAGE_SECONDS } from '../../call-flow.ts';
import type { Language } from '../../../platform/kit/languages.ts';
import type { FlowAddresses } from '../instructions-url.ts';
import { VOICES } from '../voices.ts';

/**
 * The instructions for a call, as Twilio's markup.
 * @param timeLimit the most seconds for which an open line lasts
 */
export function twiml(actions: readonly CallAction[], addresses: FlowAddresses, timeLimit: number): string {
  const verbs = actions.map((action) => verb(action, addresses, timeLimit)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`;
}

function verb(action: CallAction, addresses: FlowAddresses, timeLimit: number): string {
  switch (action.kind) {
    case 'say':
      return say(action.text, action.language);
    case 'play':
      return play(action.url);
    case 'menu':
      return `<Gather input="dtmf" numDigits="1" timeout="${MENU_SECONDS}" actionOnEmptyResult="true" action="${escapeMarkup(addresses.digit)}" method="POST">${action.sound ? play(action.sound) : say(action.text, action.language)}</Gather>`;
    case 'connect':
      return `<Dial callerId="${escapeMarkup(action.callerId)}"${action.answersWithLeg ? ' answerOnBridge="true"' : ''} timeout="${action.ringSeconds}" timeLimit="${action.leg.timeLimit}" action="${escapeMarkup(addresses.unconnected)}" method="POST">${dialled(action, addresses)}</Dial>`;
    case 'take-message':
      return `<Record maxLength="${MESSAGE_SECONDS}" playBeep="true" action="${escapeMarkup(addresses.done)}" method="POST" recordingStatusCallback="${escapeMarkup(addresses.recorded)}" recordingStatusCallbackMethod="POST"/>`;
    case 'conference':
      return `<Dial><Conference maxParticipants="${CONFERENCE_PARTICIPANTS}">${escapeMarkup(action.room)}</Conference></Dial>`;
    case 'hold':
      return `<Pause length="${timeLimit}"/>`;
    case 'hang-up':
      return '<Hangup/>';
    case 'reject':
      return '<Reject reason="busy"/>';
  }
}

const play = (url: string): string => `<Play>${escapeMarkup(url)}</Play>`;

/** A number or a SIP address (twilio.com/docs/voice/twiml/number and …/sip), with where news of the leg goes. */
function dialled({ number, sip, leg }: Extract<CallAction, { kind: 'connect' }>, addresses: FlowAddresses): string {
  const noun = sip === undefined ? 'Number' : 'Sip';
  return `<${noun} statusCallback="${escapeMarkup(addresses.leg(leg.reference))}" statusCallbackMethod="POST" statusCallbackEvent="ringing answered completed">${escapeMarkup(sip ?? number)}</${noun}>`;
}

function say(text: string, language?: Language): string {
  if (language === undefined) return `<Say>${escapeMarkup(text)}</Say>`;
  const voice = VOICES[language];
  return `<Say voice="Polly.${voice.name}" language="${voice.language}">${escapeMarkup(text)}</Say>`;
}
