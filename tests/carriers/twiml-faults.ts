/**
 * Holds a document against Twilio's markup language: its verbs, what each may stand in, and their
 * attributes, as the npm package twilio 6.2.0 has them (lib/twiml/VoiceResponse.d.ts).
 */
interface Verb {
  within: readonly string[];
  attributes: Readonly<Record<string, RegExp>>;
}

const ANY = /^/;
const NUMBER = /^\d+$/;
const FLAG = /^(true|false)$/;
const METHOD = /^(GET|POST)$/;
const URL_FORM = /^https?:\/\/\S+$/;

const RECORDING = {
  recordingStatusCallback: URL_FORM,
  recordingStatusCallbackMethod: METHOD,
  recordingStatusCallbackEvent: ANY,
  trim: /^(trim-silence|do-not-trim)$/,
};

const VERBS: Readonly<Record<string, Verb>> = {
  Response: { within: [], attributes: {} },
  Say: { within: ['Response', 'Gather'], attributes: { voice: ANY, language: ANY, loop: NUMBER } },
  Pause: { within: ['Response', 'Gather'], attributes: { length: NUMBER } },
  Hangup: { within: ['Response'], attributes: {} },
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
      url: URL_FORM,
      method: METHOD,
      statusCallback: URL_FORM,
      statusCallbackMethod: METHOD,
      statusCallbackEvent:
        /^(initiated|ringing|answered|completed)( (initiated|ringing|answered|completed))*$/,
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

const TAG = /<(\/?)([A-Za-z]+)((?:\s+[A-Za-z]+="[^"<]*")*)\s*(\/?)>/g;
const ATTRIBUTE = /([A-Za-z]+)="([^"]*)"/g;

/** What is wrong with a document; empty where nothing is. */
export function twimlFaults(document: string): string[] {
  const body = document.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>/, '');
  const faults: string[] = [];
  const open: string[] = [];
  for (const [, closing, name = '', attributes = '', empty] of body.matchAll(TAG)) {
    if (closing) {
      if (open.pop() !== name) faults.push(`${name} is closed where it is not open`);
      continue;
    }
    faults.push(...verbFaults(name, open.at(-1), attributes));
    if (!empty) open.push(name);
  }
  if (open.length > 0) faults.push(`${open.join()} is left open`);
  if (/[<>]/.test(body.replace(TAG, ''))) faults.push('a tag that cannot be read');
  return faults;
}

function verbFaults(name: string, parent: string | undefined, attributes: string): string[] {
  const verb = VERBS[name];
  if (!verb) return [`no verb ${name}`];
  const misplaced = parent === undefined ? name !== 'Response' : !verb.within.includes(parent);
  const wrong = [...attributes.matchAll(ATTRIBUTE)]
    .filter(
      ([, attribute = '', value = '']) => !verb.attributes[attribute]?.test(value.replaceAll('&amp;', '&')),
    )
    .map(([whole]) => `${name} ${whole}`);
  return [...(misplaced ? [`${name} in ${parent}`] : []), ...wrong];
}
