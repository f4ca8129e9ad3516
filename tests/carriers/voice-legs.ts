import { expect } from 'bun:test';
import { z } from 'zod';
import type { SeenRequest } from './descriptions.ts';
import { twimlFaults } from './twiml-faults.ts';
import { post, type VoiceCounterpart } from './voice-counterpart.ts';
import { form, json, pathOf, type Sent, type Told } from './voice-dialect.ts';
import { plivoMarkupFaults } from './plivo-markup-faults.ts';
import { plivo, plivoRequest } from './voice-plivo.ts';
import { telnyx, telnyxEvent, telnyxRequest } from './voice-telnyx.ts';
import { twilio, twilioRequest } from './voice-twilio.ts';
import { vonage, vonageRequest } from './voice-vonage.ts';
import { readAs, type TestApp } from '../kit/index.ts';

/** How a carrier leads a call on to its leg, and what it tells of it in its own form. */
export interface LegDialect {
  name: string;
  /** Leads an answered call on. @returns the leg's limit in seconds, and how its news is told */
  connect(at: { app: TestApp; counterpart: VoiceCounterpart; request: SeenRequest; id: string }): Promise<Leg>;
}

export interface Leg {
  /** The limit for the leg: null where it must not be called. */
  limit: number | null;
  news(kind: 'ringing' | 'answered' | 'completed' | 'no-answer', seconds?: number): Sent;
  /** Its question after the leg, which also tells of its end; only Twilio. */
  after?(seconds: number): Sent;
}

const states = { ringing: 'ringing', answered: 'in-progress', completed: 'completed', 'no-answer': 'no-answer' };
const attribute = (document: string, name: string): string =>
  (new RegExp(` ${name}="([^"]+)"`).exec(document)?.[1] ?? '').replaceAll('&amp;', '&');

const ofTwilio: LegDialect = {
  name: twilio.name,
  connect: async ({ app, request, id }) => {
    const asked = twilioRequest(form(request).get('Url') ?? '', { CallSid: id, CallStatus: 'in-progress' });
    const document = await (await post(app, asked)).text();
    expect(twimlFaults(document)).toEqual([]);
    const CallSid = `CA${'f'.repeat(30)}${id.slice(-2)}`;
    const limit = attribute(document, 'timeLimit');
    return {
      limit: limit === '' ? null : Number(limit),
      news: (kind, seconds) =>
        twilioRequest(attribute(document, 'statusCallback'), {
          ...{ CallSid, ParentCallSid: id, CallStatus: states[kind], Direction: 'outbound-dial' },
          ...(seconds === undefined ? {} : { CallDuration: String(seconds) }),
        }),
      after: (seconds) =>
        twilioRequest(attribute(document, 'action'), {
          ...{ CallSid: id, CallStatus: 'in-progress', DialCallSid: CallSid },
          ...{ DialCallStatus: 'completed', DialCallDuration: String(seconds) },
        }),
    };
  },
};

const ofVonage: LegDialect = {
  name: vonage.name,
  connect: async ({ app, request, id }) => {
    const [address = ''] = z.string().array().parse(json(request).answer_url);
    const asked = vonageRequest(address, app.clock.now(), { uuid: id, conversation_uuid: `CON-${id}` });
    const actions = await readAs(
      post(app, asked),
      z.looseObject({ action: z.string(), limit: z.number(), eventUrl: z.string().array() }).array(),
    );
    const connect = actions.find(({ action }) => action === 'connect');
    const uuid = id.replace(/^6/, '7');
    const named = { ...states, answered: 'answered', 'no-answer': 'timeout' };
    return {
      limit: connect?.limit ?? null,
      news: (kind, seconds) =>
        vonageRequest(connect?.eventUrl[0] ?? '', app.clock.now(), {
          ...{ uuid, conversation_uuid: `CON-${id}`, status: named[kind], direction: 'outbound' },
          ...(seconds === undefined ? {} : { duration: String(seconds), rate: '0.01', price: '0.01' }),
        }),
    };
  },
};

const ofTelnyx: LegDialect = {
  name: telnyx.name,
  connect: async ({ app, counterpart, request, id }) => {
    const answered: Told = { kind: 'answered', at: app.clock.now() };
    await post(app, telnyx.news(id, request, answered));
    const path = `/v2/calls/${encodeURIComponent(id)}/actions/transfer`;
    const transfer = counterpart.seen.find((seen) => pathOf(seen) === path);
    const state = transfer ? String(json(transfer).target_leg_client_state) : '';
    const types = {
      ringing: 'call.initiated',
      answered: 'call.answered',
      completed: 'call.hangup',
      'no-answer': 'call.hangup',
    };
    const causes = { completed: 'normal_clearing', 'no-answer': 'timeout' };
    return {
      limit: transfer ? Number(json(transfer).time_limit_secs) : null,
      news: (kind) =>
        telnyxRequest(
          telnyx.reportsTo(request),
          telnyxEvent(types[kind], app.clock.now(), {
            ...{ call_control_id: `${id}-leg`, client_state: state },
            ...(kind === 'completed' || kind === 'no-answer' ? { hangup_cause: causes[kind] } : {}),
          }),
          app.clock.now(),
        ),
    };
  },
};

const ofPlivo: LegDialect = {
  name: plivo.name,
  connect: async ({ app, request, id }) => {
    const asked = plivoRequest(String(json(request).answer_url), { CallUUID: id, RequestUUID: id });
    const document = await (await post(app, asked)).text();
    expect(plivoMarkupFaults(document)).toEqual([]);
    const DialBLegUUID = id.replace(/^9/, '8');
    const limit = attribute(document, 'timeLimit');
    return {
      limit: limit === '' ? null : Number(limit),
      news: (kind, seconds) => {
        const both = { CallUUID: id, RequestUUID: id, DialALegUUID: id, DialBLegUUID };
        if (kind === 'no-answer') {
          return plivoRequest(attribute(document, 'action'), { ...both, DialStatus: 'no-answer' });
        }
        return plivoRequest(attribute(document, 'callbackUrl'), {
          ...{ ...both, DialAction: { ringing: 'digits', answered: 'answer', completed: 'hangup' }[kind] },
          ...(seconds === undefined ? {} : { DialBLegDuration: String(seconds) }),
          ...(seconds === undefined ? {} : { DialBLegBillDuration: String(seconds) }),
        });
      },
    };
  },
};

export const LEG_DIALECTS = [
  { voice: twilio, leg: ofTwilio },
  { voice: telnyx, leg: ofTelnyx },
  { voice: vonage, leg: ofVonage },
  { voice: plivo, leg: ofPlivo },
];
