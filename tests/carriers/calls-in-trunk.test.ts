import { eq } from 'drizzle-orm';
import { sipReports, trunks, voiceCalls } from '../../db/schema/index.ts';
import { getNumber } from '../../src/services/numbers/details/contract.ts';
import { listSipCarriers } from '../../src/services/sip/carriers/contract.ts';
import { takeReports } from '../../src/services/sip/take-reports.ts';
import { forward, onlyReceived, received, voicemail } from '../api/voice/incoming.ts';
import { balanceOf, call, codeOf, readAnswer, suspend } from '../kit/index.ts';
import { makeTrunk, PROXY_TOKEN, type Trunk } from '../sip/trunk.ts';
import { appOf, CALLER, numberAt, openCarriers, type Owner, textOf } from './calls-in.ts';
import { reportFaults } from './descriptions.ts';
import { askEdge, decided, EDGE, register, ring, ringUser, withEdge } from './ring-trunk.ts';
import { twimlFaults } from './twiml-faults.ts';
import { post } from './voice-counterpart.ts';
import { json, pathOf, type Sent } from './voice-dialect.ts';
import { telnyx, telnyxEvent, telnyxRequest } from './voice-telnyx.ts';
import { twilio, twilioRequest } from './voice-twilio.ts';
import { vonage, vonageRequest } from './voice-vonage.ts';

openCarriers(withEdge(twilio), withEdge(telnyx), withEdge(vonage));

type Steps = Parameters<typeof numberAt>[2];

async function ownerOfTrunk(name: string, more: NonNullable<Steps> = []): Promise<Owner & { trunk: Trunk }> {
  const app = appOf(name);
  const trunk = await makeTrunk(app);
  await register(app, trunk);
  const at = await numberAt(name, trunk.person, [ring(trunk), ...more]);
  return { ...at, trunk };
}

let calls = 0;
const announced = ({ to, address }: Owner, sid: string, more: Record<string, string> = {}): Sent =>
  twilioRequest(address, {
    ...{ CallSid: sid, AccountSid: 'AC0123456789abcdef0123456789abcdef', From: CALLER, To: to },
    ...{ CallStatus: 'ringing', Direction: 'inbound', ...more },
  });
const addressIn = (document: string, attribute: string): string =>
  (new RegExp(`${attribute}="([^"]+)"`).exec(document)?.[1] ?? '').replaceAll('&amp;', '&');

/** Twilio announces a call. @returns what it is told, and the user of the address that it is to call */
async function rung(at: Owner): Promise<{ sid: string; told: string; user: string }> {
  const sid = `CA${++calls}`;
  const told = await textOf(at.app, announced(at, sid));
  expect(twimlFaults(told)).toEqual([]);
  return { sid, told, user: ringUser(told) };
}

describe('twilio', () => {
  test('rings the trunk at no charge, and says nothing of it to the carrier', async () => {
    const at = await ownerOfTrunk('twilio');
    const before = await balanceOf(at.person);
    const { sid, told, user } = await rung(at);
    expect(told).toContain(`<Dial callerId="${CALLER}" answerOnBridge="true" timeout="20" timeLimit="3600"`);
    expect(told).toMatch(/<Sip statusCallback="[^"]+" [^>]+>sip:ring-/);
    expect(told).not.toContain(at.trunk.credentials.username);
    expect(await textOf(at.app, announced(at, sid)), 'asked again').toBe(told);
    const { id, ...decision } = await decided(at.app, user);
    expect(decision).toEqual({
      ...{
        step: 0,
        action: 'ring',
        targets: '',
        username: at.trunk.credentials.username,
        ring: 'in-turn',
        ringSeconds: 20,
      },
      ...{
        callerId: CALLER,
        called: at.to,
        seconds: 3600,
        leg: '',
        inside: '',
        routes: {},
        codecs: '',
        announcement: '',
      },
    });
    const leg = (status: string, more: Record<string, string> = {}) =>
      post(
        at.app,
        twilioRequest(addressIn(told, 'statusCallback'), { CallSid: 'CA-leg', CallStatus: status, ...more }),
      );
    expect((await leg('in-progress')).status).toBe(204);
    expect(await onlyReceived(at.person)).toMatchObject({
      outcome: 'answered',
      legs: [{ id, kind: 'trunk', destination: at.to, status: 'in-progress' }],
    });
    await leg('completed', { CallDuration: '61' });
    await textOf(
      at.app,
      twilioRequest(addressIn(told, 'action'), { CallSid: sid, DialCallSid: 'CA-leg', DialCallStatus: 'completed' }),
    );
    await textOf(at.app, announced(at, sid, { CallStatus: 'completed', CallDuration: '62' }));
    expect(await onlyReceived(at.person)).toMatchObject({
      ...{ outcome: 'answered', cost: '0.0000', duration: 62 },
      legs: [{ status: 'completed', duration: 61, cost: '0.0000', actualCost: '0.0000', billedMinutes: 0 }],
    });
    expect(await balanceOf(at.person)).toBe(before);
    const asked = await at.app.deps.sql`
      select carrier, carrier_unit_id from carrier_prices where service = 'voice' and unit_id = ${id}`;
    expect([...asked]).toEqual([{ carrier: 'twilio', carrier_unit_id: 'CA-leg' }]);
  });

  test('takes the next step where the telephones are busy, and says so in the list', async () => {
    const at = await ownerOfTrunk('twilio', [voicemail]);
    const { sid, told, user } = await rung(at);
    const dialog = { callId: crypto.randomUUID() };
    const { id } = await decided(at.app, user, dialog);
    // The telephone is busy: the edge asks what comes next, and the carrier is told that it is busy.
    expect(await decided(at.app, user, { ...dialog, after: 0 })).toMatchObject({ id, action: 'refuse' });
    const { db } = at.app.deps;
    await db.insert(sipReports).values({ callId: id, kind: 'failed', at: at.app.clock.now(), status: 486 });
    await takeReports(at.app.deps);
    const busy = twilioRequest(addressIn(told, 'action'), {
      ...{ CallSid: sid, DialCallSid: 'CA-busy', DialCallStatus: 'busy' },
    });
    expect(await textOf(at.app, busy)).toContain('<Say>We are out. Leave a message.</Say><Record');
    expect(await onlyReceived(at.person)).toMatchObject({ legs: [{ status: 'busy', sipStatus: 486 }], cost: '0.0000' });
    expect(await codeOf(await askEdge(at.app, user, dialog)), 'the step is over').toBe('not_found');
  });

  test('an address is good for one call, for a minute, from its own carrier', async () => {
    const at = await ownerOfTrunk('twilio');
    const { user } = await rung(at);
    const other = await rung(at);
    const ended = [user.slice(0, -1), user.at(-1) === '0' ? '1' : '0'].join('');
    expect(await codeOf(await askEdge(at.app, ended)), 'guessed').toBe('not_found');
    const mixed = user.slice(0, -32) + other.user.slice(-32);
    expect(await codeOf(await askEdge(at.app, mixed)), "another leg's signature").toBe('not_found');
    expect(await codeOf(await askEdge(at.app, user, { carrier: 'sandbox' })), 'another carrier').toBe('not_found');
    const dialog = { callId: crypto.randomUUID() };
    const first = await decided(at.app, user, dialog);
    expect(await decided(at.app, user, dialog), 'the same call again').toEqual(first);
    expect(await codeOf(await askEdge(at.app, user)), 'used').toBe('not_found');
    at.app.clock.advance(60_000);
    expect(await codeOf(await askEdge(at.app, other.user)), 'expired').toBe('not_found');
    expect(await decided(at.app, user, dialog), 'a call that came in time goes on').toEqual(first);
  });

  test.each<[string, (at: Owner & { trunk: Trunk }) => Promise<unknown>]>([
    ['whose account is suspended', ({ app, person }) => suspend(app, person)],
    [
      'whose trunk has expired',
      ({ app, trunk }) =>
        app.deps.db.update(trunks).set({ expiresAt: app.clock.now() }).where(eq(trunks.id, trunk.trunkId)),
    ],
    [
      'whose leg names a trunk of somebody else',
      async ({ app, trunk }) => {
        const other = await makeTrunk(app);
        await register(app, other);
        await app.deps.sql`
          update trunk_rings set package_id = ${other.trunkId} where package_id = ${trunk.trunkId}`;
      },
    ],
    ['whose telephones are gone', ({ app }) => app.deps.sql`delete from sip.location`],
    [
      'who has hung up',
      async ({ person }) => {
        const { id } = await onlyReceived(person);
        const path = `/api/users/${person.id}/voice/${id}/hang-up`;
        expect((await person.as(path, { method: 'POST' })).status).toBe(200);
      },
    ],
  ])('rings nobody for an owner %s meanwhile', async (_who, change) => {
    const at = await ownerOfTrunk('twilio');
    const { user } = await rung(at);
    await change(at);
    const response = await askEdge(at.app, user);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ action: 'refuse', username: '' });
  });

  test('leaves the step out where nothing is registered, and where the trunk is not the owner’s', async () => {
    const at = await ownerOfTrunk('twilio', [voicemail]);
    const { sql } = at.app.deps;
    await sql`delete from sip.location`;
    expect(await textOf(at.app, announced(at, 'CA-none'))).toContain('<Record');
    const other = await makeTrunk(at.app);
    await register(at.app, other);
    await sql`update did_numbers set answer_plan = replace(answer_plan::text, ${at.trunk.trunkId}, ${other.trunkId})::jsonb
      where number = ${at.to}`;
    expect(await textOf(at.app, announced(at, 'CA-other'))).toContain('<Record');
    const legs = await at.app.deps.db.select().from(voiceCalls).where(eq(voiceCalls.userId, at.person.id));
    expect(legs.filter(({ parentId }) => parentId !== null)).toEqual([]);
  });

  test('forwards after the telephones, and the owner’s other calls do not stop it', async () => {
    const at = await ownerOfTrunk('twilio', [forward('+442079460000')]);
    const { sid, told } = await rung(at);
    // Its carrier has not said yet that the leg to the trunk is over.
    const unanswered = { CallSid: sid, DialCallStatus: 'no-answer' };
    expect(await textOf(at.app, twilioRequest(addressIn(told, 'action'), unanswered))).toContain('<Number');
    expect(await received(at.person)).toMatchObject([{ notForwarded: null }]);
  });

  test('each step has an address of its own, which ends with the step', async () => {
    const { trunk, person } = await ownerOfTrunk('twilio');
    const at = await numberAt('twilio', person, [ring(trunk), ring(trunk)]);
    const { sid, told, user } = await rung(at);
    // Nothing was said of the first leg itself.
    const unanswered = { CallSid: sid, DialCallStatus: 'no-answer' };
    const second = await textOf(at.app, twilioRequest(addressIn(told, 'action'), unanswered));
    expect(await codeOf(await askEdge(at.app, user))).toBe('not_found');
    expect(await decided(at.app, ringUser(second))).toMatchObject({ step: 1, action: 'ring' });
  });

  test('a number’s page says that it can ring a trunk, where its carrier reaches the edge', async () => {
    const { app, person, to } = await ownerOfTrunk('twilio');
    const { sql } = app.deps;
    const [own] = await sql<{ id: string }[]>`select id from did_numbers where number = ${to}`;
    const can = async () => {
      const response = await person.as(`/api/users/${person.id}/did-numbers/${own?.id}`);
      return (await readAnswer(response, getNumber)).abilities.ringTrunks;
    };
    expect(await can()).toBe(true);
    await sql`update did_numbers set provider = 'sandbox-backup' where number = ${to}`;
    expect(await can(), 'a carrier whose SIP addresses nobody knows').toBe(false);
  });

  test('the edge knows a carrier that has addresses and no route', async () => {
    const answer = await call(appOf('twilio'), '/api/sip/carriers', {
      headers: { authorization: `Bearer ${PROXY_TOKEN}` },
    });
    const { carriers } = await readAnswer(answer, listSipCarriers);
    expect(Object.values(carriers)).toContainEqual({
      ...{ name: 'twilio', networks: '192.0.2.0/28', uri: '', registrar: '', user: '', secret: '' },
    });
  });
});

test('telnyx transfers to the edge, and takes the next step where nobody answers', async () => {
  const at = await ownerOfTrunk('telnyx', [voicemail]);
  const clock = at.app.clock;
  const commands = async (type: string, payload: Record<string, string>) => {
    const before = at.counterpart.seen.length;
    const event = telnyxRequest(at.address, telnyxEvent(type, clock.now(), payload), clock.now());
    expect((await post(at.app, event)).status).toBe(200);
    const command = at.counterpart.seen.slice(before).find(({ method }) => method === 'POST');
    return command ? { name: pathOf(command).split('/').at(-1), body: json(command) } : { name: '', body: {} };
  };
  const id = { call_control_id: 'v3:trunk-1' };
  const rings = { ...id, direction: 'incoming', from: CALLER, to: at.to, state: 'parked' };
  const answer = await commands('call.initiated', rings);
  const state = { ...id, client_state: String(answer.body.client_state) };
  const { name, body } = await commands('call.answered', state);
  expect({ name, body }).toMatchObject({
    name: 'transfer',
    body: { from: at.to, timeout_secs: 20, time_limit_secs: 3600, sip_transport_protocol: 'TLS' },
  });
  expect(body.to).toEndWith(`@${EDGE}`);
  expect((await onlyReceived(at.person)).outcome, 'that Telnyx has answered is no conversation').toBe('ringing');
  expect(await decided(at.app, ringUser(String(body.to)), { carrier: 'telnyx' })).toMatchObject({
    ...{ action: 'ring', username: at.trunk.credentials.username, callerId: CALLER },
  });
  const leg = { call_control_id: 'v3:trunk-leg', client_state: String(body.target_leg_client_state) };
  expect(await commands('call.hangup', { ...leg, hangup_cause: 'no_answer' })).toMatchObject({ name: 'speak' });
  expect(await onlyReceived(at.person)).toMatchObject({ legs: [{ kind: 'trunk', status: 'no-answer' }] });
});

test('vonage connects to the edge, and takes the next step where nobody answers', async () => {
  const at = await ownerOfTrunk('vonage', [voicemail]);
  const told = async (address: string, webhook: object) => {
    const object: { action: string; endpoint?: { uri: string }[]; eventUrl?: string[] }[] = JSON.parse(
      await textOf(at.app, vonageRequest(address, at.app.clock.now(), webhook)),
    );
    expect(reportFaults('vonage', 'Ncco', object)).toEqual([]);
    return object;
  };
  const uuid = crypto.randomUUID();
  const [connect] = await told(at.address, {
    ...{ from: CALLER.slice(1), to: at.to.slice(1), uuid, conversation_uuid: `CON-${uuid}` },
  });
  expect(connect).toMatchObject({ action: 'connect', timeout: 20, limit: 3600, endpoint: [{ type: 'sip' }] });
  const user = ringUser(connect?.endpoint?.[0]?.uri ?? '');
  expect(await decided(at.app, user, { carrier: 'vonage' })).toMatchObject({ action: 'ring', called: at.to });
  const leg = { uuid: crypto.randomUUID(), status: 'busy' };
  const message = await told(connect?.eventUrl?.[0] ?? '', leg);
  expect(message.map(({ action }) => action)).toEqual(['talk', 'record']);
  expect(await onlyReceived(at.person)).toMatchObject({ legs: [{ kind: 'trunk', status: 'busy' }] });
});
