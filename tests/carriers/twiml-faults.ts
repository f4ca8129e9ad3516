import { ANY, FLAG, markupFaults, METHOD, NUMBER, URL_FORM, type Verb } from './markup-faults.ts';

const RECORDING = {
  recordingStatusCallback: URL_FORM,
  recordingStatusCallbackMethod: METHOD,
  recordingStatusCallbackEvent: ANY,
  trim: /^(trim-silence|do-not-trim)$/,
};

const CALLED = {
  url: URL_FORM,
  method: METHOD,
  statusCallback: URL_FORM,
  statusCallbackMethod: METHOD,
  statusCallbackEvent: /^(initiated|ringing|answered|completed)( (initiated|ringing|answered|completed))*$/,
};

const VERBS: Readonly<Record<string, Verb>> = {
  Response: { within: [], attributes: {} },
  Say: { within: ['Response', 'Gather'], attributes: { voice: ANY, language: ANY, loop: NUMBER } },
  Play: { within: ['Response', 'Gather'], attributes: { loop: NUMBER, digits: ANY } },
  Pause: { within: ['Response', 'Gather'], attributes: { length: NUMBER } },
  Hangup: { within: ['Response'], attributes: {} },
  Reject: { within: ['Response'], attributes: { reason: /^(rejected|busy)$/ } },
  Gather: {
    within: ['Response'],
    attributes: {
      input: /^(dtmf|speech|dtmf speech)$/,
      numDigits: NUMBER,
      timeout: /^(\d+|auto)$/,
      finishOnKey: ANY,
      action: URL_FORM,
      method: METHOD,
      actionOnEmptyResult: FLAG,
      bargeIn: FLAG,
      language: ANY,
    },
  },
  Dial: {
    within: ['Response'],
    attributes: {
      callerId: /^\+\d{7,15}$/,
      timeout: NUMBER,
      timeLimit: NUMBER,
      action: URL_FORM,
      method: METHOD,
      answerOnBridge: FLAG,
      hangupOnStar: FLAG,
      record: ANY,
      ringTone: ANY,
      ...RECORDING,
    },
  },
  Number: {
    within: ['Dial'],
    attributes: {
      sendDigits: ANY,
      ...CALLED,
    },
  },
  Sip: {
    within: ['Dial'],
    attributes: {
      username: ANY,
      password: ANY,
      ...CALLED,
    },
  },
  Conference: {
    within: ['Dial'],
    attributes: {
      maxParticipants: NUMBER,
      muted: FLAG,
      beep: ANY,
      startConferenceOnEnter: FLAG,
      endConferenceOnExit: FLAG,
      waitUrl: ANY,
      record: ANY,
      ...RECORDING,
    },
  },
  Record: {
    within: ['Response'],
    attributes: {
      maxLength: NUMBER,
      playBeep: FLAG,
      timeout: NUMBER,
      finishOnKey: ANY,
      action: URL_FORM,
      method: METHOD,
      transcribe: FLAG,
      ...RECORDING,
    },
  },
};

/**
 * Holds a document against Twilio's markup language: its verbs, what each may stand in, and their
 * attributes, as the npm package twilio 6.2.0 has them (lib/twiml/VoiceResponse.d.ts).
 */
export const twimlFaults = (document: string): string[] => markupFaults(document, VERBS);
