import { describe, expect, test } from 'bun:test';
import { LANGUAGES } from '../../db/enums.ts';
import { VOICES } from '../../src/carriers/adapters/voices.ts';
import { SPEECH } from '../../src/carriers/speech.ts';
import type { Language } from '../../src/platform/kit/languages.ts';
import { menu } from '../api/voice/incoming.ts';
import { CALLER, openCarriers, owner, type Owner, textOf } from './calls-in.ts';
import { reportFaults } from './descriptions.ts';
import { plivoMarkupFaults } from './plivo-markup-faults.ts';
import { twimlFaults } from './twiml-faults.ts';
import { post } from './voice-counterpart.ts';
import { json, pathOf, type Sent } from './voice-dialect.ts';
import { plivo, plivoRequest } from './voice-plivo.ts';
import { telnyx, telnyxEvent, telnyxRequest } from './voice-telnyx.ts';
import { twilio, twilioRequest } from './voice-twilio.ts';
import { vonage, vonageRequest } from './voice-vonage.ts';

openCarriers(twilio, telnyx, vonage, plivo);

/** A menu, and the message that is asked for after a 2: what the carrier is told to read, and in which voice. */
type Hears = (at: Owner, language: Language) => Promise<[menu: unknown, message: unknown]>;

const addressIn = (document: string): string =>
  (/ action="([^"]+)"/.exec(document)?.[1] ?? '').replaceAll('&amp;', '&');

async function markupOf(at: Owner, sent: Sent, faultsOf: (document: string) => string[]): Promise<string> {
  const document = await textOf(at.app, sent);
  expect(faultsOf(document)).toEqual([]);
  return document;
}

const byTwilio: Hears = async (at, language) => {
  const call = { CallSid: `CA${language}`, From: CALLER, To: at.to };
  const rings = twilioRequest(at.address, { ...call, CallStatus: 'ringing', Direction: 'inbound' });
  const asks = await markupOf(at, rings, twimlFaults);
  const pressed = twilioRequest(addressIn(asks), { CallSid: call.CallSid, Digits: '2' });
  return [said(asks), said(await markupOf(at, pressed, twimlFaults))];
  function said(document: string): unknown {
    return /<Say voice="(?<voice>[^"]+)" language="(?<language>[^"]+)">(?<text>[^<]+)</.exec(document)?.groups;
  }
};

const byPlivo: Hears = async (at, language) => {
  const call = { CallUUID: `in-${language}`, From: CALLER.slice(1), To: at.to.slice(1) };
  const rings = { ...call, Direction: 'inbound', CallStatus: 'ringing', Event: 'StartApp' };
  const asks = await markupOf(at, plivoRequest(at.address, rings), plivoMarkupFaults);
  const pressed = plivoRequest(addressIn(asks), { CallUUID: call.CallUUID, Digits: '2' });
  return [said(asks), said(await markupOf(at, pressed, plivoMarkupFaults))];
  function said(document: string): unknown {
    return /<Speak voice="(?<voice>[^"]+)">(?<text>[^<]+)</.exec(document)?.groups;
  }
};

const byVonage: Hears = async (at) => {
  const uuid = crypto.randomUUID();
  const told = async (address: string, webhook: object) => {
    const text = await textOf(at.app, vonageRequest(address, at.app.clock.now(), webhook));
    const object: { eventUrl?: string[] }[] = JSON.parse(text);
    expect(reportFaults('vonage', 'Ncco', object)).toEqual([]);
    return object;
  };
  const rings = { from: CALLER.slice(1), to: at.to.slice(1), uuid, conversation_uuid: `CON-${uuid}` };
  const [asks, input] = await told(at.address, { ...rings, region_url: 'https://api-eu-1.nexmo.com' });
  const pressed = { uuid, dtmf: { digits: '2', timed_out: false } };
  const [message] = await told(input?.eventUrl?.[0] ?? '', pressed);
  return [asks, message];
};

const byTelnyx: Hears = async (at, language) => {
  const after = async (type: string, payload: Record<string, string>): Promise<Record<string, unknown>> => {
    const before = at.counterpart.seen.length;
    const now = at.app.clock.now();
    const sent = telnyxRequest(at.address, telnyxEvent(type, now, payload), now);
    expect((await post(at.app, sent)).status).toBe(200);
    const command = at.counterpart.seen.slice(before).find(({ method }) => method === 'POST');
    return command ? { ...json(command), command: pathOf(command).split('/').at(-1) } : {};
  };
  const call = { call_control_id: `v3:${language}` };
  const rings = { ...call, direction: 'incoming', from: CALLER, to: at.to, state: 'parked' };
  const answer = await after('call.initiated', rings);
  const asks = await after('call.answered', { ...call, client_state: String(answer['client_state']) });
  const pressed = { ...call, client_state: String(asks['client_state']), status: 'valid', digits: '2' };
  return [asks, await after('call.gather.ended', pressed)];
};

const CARRIERS: readonly [name: string, hears: Hears, voice: (language: Language) => object, text: string][] = [
  [
    'twilio',
    byTwilio,
    (language) => ({ voice: `Polly.${VOICES[language].name}`, language: VOICES[language].language }),
    'text',
  ],
  ['plivo', byPlivo, (language) => ({ voice: `Polly.${VOICES[language].name}` }), 'text'],
  [
    'telnyx',
    byTelnyx,
    (language) => ({ voice: `AWS.Polly.${VOICES[language].name}`, language: VOICES[language].language }),
    'payload',
  ],
  ['vonage', byVonage, (language) => ({ language: language === 'ar' ? 'ar' : VOICES[language].language }), 'text'],
];

describe.each(CARRIERS)('%s', (name, hears, voice, field) => {
  test('reads menus and greetings in the language of their owner', async () => {
    const at = await owner(name, [menu]);
    for (const language of LANGUAGES) {
      await at.app.deps.sql`update users set language = ${language} where id = ${at.person.id}`;
      const { connect, message, leaveMessage } = SPEECH[language];
      const [asks, after] = await hears(at, language);
      expect(asks).toMatchObject({ ...voice(language), [field]: `Welcome. ${connect} ${message}` });
      expect(after).toMatchObject({ ...voice(language), [field]: leaveMessage });
    }
  });
});

test('each language has words of its own', () => {
  const words = LANGUAGES.flatMap((language) => Object.values(SPEECH[language]));
  expect(new Set(words).size).toBe(LANGUAGES.length * Object.keys(SPEECH.en).length);
});
