import { fetchRecordings } from '../../src/services/voice/recordings/fetch-recordings.ts';
import { menu, onlyReceived, plan, toldOfCalls, voicemail } from '../api/voice/incoming.ts';
import { uploadSound } from '../api/uploads/uploads.ts';
import { balanceOf, expectProblem, type TestApp } from '../kit/index.ts';
import { CALLER, OFFICE, owner, type Owner, STEPS, textOf, openCarriers } from './calls-in.ts';
import { reportFaults } from './descriptions.ts';
import { post } from './voice-counterpart.ts';
import { json, pathOf, PUBLIC_URL, type Sent } from './voice-dialect.ts';
import { telnyx, telnyxEvent, telnyxRequest } from './voice-telnyx.ts';
import { vonage, vonageRequest } from './voice-vonage.ts';

openCarriers(telnyx, vonage);

describe('telnyx', () => {
  type Command = [name: string, body: Record<string, unknown>];

  async function after({ app, counterpart, address }: Owner, event: ReturnType<typeof telnyxEvent>) {
    const before = counterpart.seen.length;
    expect((await post(app, telnyxRequest(address, event, app.clock.now()))).status).toBe(200);
    return counterpart.seen
      .slice(before)
      .filter(({ method }) => method === 'POST')
      .map((asked): Command => [pathOf(asked).split('/').at(-1) ?? '', json(asked)]);
  }
  const event = ({ app }: Owner, type: string, payload: Record<string, string>) =>
    telnyxEvent(type, app.clock.now(), payload);
  const rings = (at: Owner, id: string) =>
    event(at, 'call.initiated', {
      call_control_id: id,
      direction: 'incoming',
      from: CALLER,
      to: at.to,
      state: 'parked',
    });
  const only = ([command, ...others]: Command[]): Command => {
    expect(others).toEqual([]);
    return command ?? ['nothing', {}];
  };

  test('is answered, transferred, and takes a message where nobody answers', async () => {
    const at = await owner('telnyx', STEPS);
    const id = 'v3:in-1';
    const [name, answer] = only(await after(at, rings(at, id)));
    expect(name).toBe('answer');
    const state = { call_control_id: id, client_state: String(answer.client_state) };
    const transfer = only(await after(at, event(at, 'call.answered', state)));
    expect(transfer).toMatchObject(['transfer', { to: OFFICE, from: at.to, timeout_secs: 20, time_limit_secs: 3600 }]);
    expect((await onlyReceived(at.person)).legs).toMatchObject([{ status: 'dialing', cost: '6.0000' }]);
    const leg = { call_control_id: 'v3:leg-1', client_state: String(transfer[1].target_leg_client_state) };
    const unanswered = event(at, 'call.hangup', { ...leg, hangup_cause: 'no_answer' });
    const speak = only(await after(at, unanswered));
    expect(speak).toMatchObject(['speak', { payload: 'We are out. Leave a message.' }]);
    expect(await balanceOf(at.person)).toBe('12.00');
    const said = { call_control_id: id, client_state: String(speak[1].client_state), status: 'completed' };
    expect(only(await after(at, event(at, 'call.speak.ended', said)))[0]).toBe('record_start');
    await after(at, event(at, 'call.hangup', { ...state, hangup_cause: 'normal_clearing' }));
    expect(await onlyReceived(at.person)).toMatchObject({ outcome: 'missed', cost: '0.0000' });
  });

  test('plays a recording and takes a message after it, and lets a menu play one', async () => {
    const at = await owner('telnyx', STEPS);
    const recording = await uploadSound(at.person);
    await plan(at.person, at.id, [
      { ...menu, recording },
      { ...voicemail, recording },
    ]);
    const call = { call_control_id: 'v3:in-5' };
    const [, answer] = only(await after(at, rings(at, call.call_control_id)));
    const state = { ...call, client_state: String(answer.client_state) };
    const asks = only(await after(at, event(at, 'call.answered', state)));
    const sound = `${PUBLIC_URL}${recording.replace('objects', 'sounds')}?expires=`;
    expect(asks).toMatchObject(['gather_using_audio', { audio_url: expect.stringContaining(sound) }]);
    const menuOver = { ...call, client_state: String(asks[1].client_state), status: 'completed' };
    expect(await after(at, event(at, 'call.playback.ended', menuOver)), 'the key is awaited').toEqual([]);
    const pressed = event(at, 'call.gather.ended', { ...menuOver, status: 'valid', digits: '2' });
    const plays = only(await after(at, pressed));
    expect(plays).toMatchObject(['playback_start', { audio_url: expect.stringContaining(sound) }]);
    const played = { ...call, client_state: String(plays[1].client_state), status: 'completed' };
    expect(only(await after(at, event(at, 'call.playback.ended', played)))[0]).toBe('record_start');
    const left = event(at, 'call.playback.ended', { ...played, status: 'call_hangup' });
    expect(await after(at, left), 'nothing is said to whoever has left').toEqual([]);
  });

  test('refuses a call without a plan; its end, which says nothing of ours, is known by its own id', async () => {
    const at = await owner('telnyx', null);
    expect(only(await after(at, rings(at, 'v3:in-2')))).toMatchObject(['reject', { cause: 'USER_BUSY' }]);
    const ended = { call_control_id: 'v3:in-2', hangup_cause: 'call_rejected' };
    expect(await after(at, event(at, 'call.hangup', ended))).toEqual([]);
    expect(await onlyReceived(at.person)).toMatchObject({ outcome: 'missed', legs: [] });
  });
});

describe('vonage', () => {
  interface Step {
    action: string;
    eventUrl?: string[];
  }
  const told = (at: Owner, address: string, webhook: object): Sent =>
    vonageRequest(address, at.app.clock.now(), webhook);
  const rings = (at: Owner, uuid: string) =>
    told(at, at.address, {
      ...{ from: CALLER.slice(1), to: at.to.slice(1), uuid, conversation_uuid: `CON-${uuid}` },
      region_url: 'https://api-eu-1.nexmo.com',
    });
  async function objectOf(app: TestApp, sent: Sent): Promise<Step[]> {
    const object = JSON.parse(await textOf(app, sent));
    expect(reportFaults('vonage', 'Ncco', object)).toEqual([]);
    return object;
  }

  test('connects to the number that a call is forwarded to, from the number that was called', async () => {
    const at = await owner('vonage', STEPS);
    const uuid = crypto.randomUUID();
    const connect = await objectOf(at.app, rings(at, uuid));
    expect(connect).toMatchObject([
      {
        action: 'connect',
        limit: 3600,
        from: at.to.slice(1),
        timeout: 20,
        endpoint: [{ number: OFFICE.slice(1) }],
      },
    ]);
    const leg = { uuid: crypto.randomUUID(), status: 'timeout' };
    const message = await objectOf(at.app, told(at, connect[0]?.eventUrl?.[0] ?? '', leg));
    expect(message.map(({ action }) => action)).toEqual(['talk', 'record']);
    const ended = { uuid, status: 'completed', direction: 'inbound', duration: '9', to: at.to.slice(1) };
    await textOf(at.app, told(at, at.address, ended));
    expect(await onlyReceived(at.person)).toMatchObject({ from: CALLER, outcome: 'missed', cost: '0.0000' });
    expect(await balanceOf(at.person)).toBe('12.00');
    const forged = { ...rings(at, uuid), body: '{}' };
    await expectProblem(await post(at.app, forged), 'bad_signature');
  });

  test('plays recordings, also to a menu', async () => {
    const at = await owner('vonage', STEPS);
    const recording = await uploadSound(at.person);
    await plan(at.person, at.id, [
      { ...menu, recording },
      { ...voicemail, recording },
    ]);
    const uuid = crypto.randomUUID();
    const sound = [expect.stringContaining(`${recording.replace('objects', 'sounds')}?expires=`)];
    const asks = await objectOf(at.app, rings(at, uuid));
    expect(asks).toMatchObject([{ action: 'stream', streamUrl: sound, bargeIn: true }, { action: 'input' }]);
    const pressed = { uuid, dtmf: { digits: '2', timed_out: false } };
    const message = await objectOf(at.app, told(at, asks[1]?.eventUrl?.[0] ?? '', pressed));
    expect(message).toMatchObject([{ action: 'stream', streamUrl: sound }, { action: 'record' }]);
  });

  test.each(['before', 'after'])('a message that it reports %s the end is told of, as is the call', async (when) => {
    const at = await owner('vonage', [voicemail]);
    const [uuid, recordingId] = [crypto.randomUUID(), crypto.randomUUID()];
    const record = (await objectOf(at.app, rings(at, uuid))).find(({ action }) => action === 'record');
    const recorded = told(at, record?.eventUrl?.[0] ?? '', {
      ...{ start_time: '2026-11-16T10:00:00Z', end_time: '2026-11-16T10:00:07Z', size: 12_228 },
      ...{ recording_uuid: recordingId, conversation_uuid: `CON-${uuid}` },
      recording_url: `https://api.nexmo.com/v1/files/${recordingId}`,
    });
    const isBefore = when === 'before';
    if (isBefore) expect((await post(at.app, recorded)).status).toBe(204);
    const ended = { uuid, status: 'completed', direction: 'inbound', duration: '9', to: at.to.slice(1) };
    await textOf(at.app, told(at, at.address, ended));
    if (!isBefore) expect((await post(at.app, recorded)).status).toBe(204);
    await fetchRecordings(at.app.deps);
    expect(await toldOfCalls(at.app, at.person)).toMatchObject([
      { event: 'call-missed', outcome: isBefore ? 'voicemail' : 'missed' },
      { event: 'voicemail-received', outcome: 'voicemail' },
    ]);
  });

  test('ends a call to a number without a plan', async () => {
    const at = await owner('vonage', null);
    expect(await textOf(at.app, rings(at, crypto.randomUUID()))).toBe('[]');
  });
});
