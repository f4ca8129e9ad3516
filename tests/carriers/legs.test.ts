import { lookAfterCalls } from '../../src/services/voice/background.ts';
import { order, readCall } from '../api/voice/calls.ts';
import { balanceOf, expectSoundBooks, funded, type TestActor, type TestApp } from '../kit/index.ts';
import { post, VoiceCounterpart } from './voice-counterpart.ts';
import type { Sent, Told } from './voice-dialect.ts';
import { LEG_DIALECTS } from './voice-legs.ts';

describe.each(LEG_DIALECTS.map((each) => ({ ...each, name: each.leg.name })))('$name', ({ voice, leg }) => {
  let counterpart: VoiceCounterpart;
  let app: TestApp;
  let person: TestActor;
  beforeAll(async () => {
    counterpart = new VoiceCounterpart(voice);
    app = await counterpart.startApp();
  });
  afterEach(() => expect(counterpart.faults).toEqual([]));
  afterAll(async () => {
    await app.stop();
    await counterpart.stop();
  });

  async function ledOn() {
    person = await funded(app, '100.00');
    const forwardingNumber = '+442079460000';
    const { id: callId } = await order(person, { pbxFeatures: { callForwarding: true, forwardingNumber } });
    await lookAfterCalls(app.deps);
    const { placed: request, newest: id } = counterpart;
    const send = async (sent: Sent) => expect((await post(app, sent)).status).toBeWithin(200, 205);
    const tell = (kind: Told['kind'], seconds = 0) =>
      send(voice.news(id, request, { kind, seconds, at: app.clock.now() }));
    await tell('ringing');
    // Telnyx is told what to do by the answer to this.
    if (voice.name !== 'telnyx') await tell('answered');
    const half = await leg.connect({ app, counterpart, request, id });
    const read = async () => {
      const call = await readCall(person, callId);
      return { call, half: call.legs[0] };
    };
    return { half, send, tell, read };
  }

  test('its leg is charged by its own length, whatever comes twice, at once or in another order', async () => {
    const { half, send, tell, read } = await ledOn();
    expect(half.limit).toBe(3600);
    expect((await read()).half?.status).toBe('dialing');
    const [ringing, answered] = [half.news('ringing'), half.news('answered')];
    await send(ringing);
    // Plivo tells nothing before the answer.
    if (voice.name !== 'plivo') expect((await read()).half?.status).toBe('ringing');
    await send(answered);
    expect((await read()).half?.status).toBe('in-progress');
    app.clock.advance(50_000);
    const ended = half.news('completed', 50);
    await Promise.all([send(ended), send(ended), ...(half.after ? [send(half.after(50))] : [])]);
    await send(half.news('ringing'));
    expect((await read()).half).toMatchObject({ status: 'completed', duration: 50, actualCost: '0.1000' });
    expect((await read()).call.status).toBe('in-progress');
    app.clock.advance(40_000);
    await tell('completed', 90);
    const { call } = await read();
    expect(call).toMatchObject({ status: 'completed', actualCost: '0.2000' });
    expect(await balanceOf(person)).toBe('99.70');
    await expectSoundBooks(app);
  });

  test('a leg that nobody answers costs nothing, and its call goes on', async () => {
    const { half, send, tell, read } = await ledOn();
    await send(half.news('ringing'));
    await send(half.news('no-answer', 0));
    expect((await read()).half).toMatchObject({ status: 'no-answer', actualCost: '0.0000' });
    app.clock.advance(30_000);
    await tell('completed', 30);
    expect(await balanceOf(person)).toBe('99.90');
    await expectSoundBooks(app);
  });

  test('the end of the call hangs its leg up, and a leg of which nothing is heard is settled by asking', async () => {
    const { half, send, tell, read } = await ledOn();
    await send(half.news('answered'));
    app.clock.advance(61_000);
    await tell('completed', 61);
    expect((await read()).half?.status).toBe('in-progress');
    const asked = counterpart.seen.length;
    counterpart.lasted = { seconds: 61 };
    app.clock.advance(6000);
    await lookAfterCalls(app.deps);
    counterpart.lasted = null;
    const after = counterpart.seen.slice(asked);
    expect(after.some((request) => request.method !== 'GET')).toBe(true);
    expect((await read()).half).toMatchObject({ status: 'completed', duration: 61, actualCost: '0.2000' });
    expect(await balanceOf(person)).toBe('99.60');
    await expectSoundBooks(app);
  });

  test('a leg of which its carrier never told anything costs nothing where it cannot say', async () => {
    const { tell, read } = await ledOn();
    app.clock.advance(20_000);
    await tell('completed', 20);
    counterpart.lasted = { seconds: 15 };
    for (const seconds of [6, 60, 61]) {
      app.clock.advance(seconds * 1000);
      await lookAfterCalls(app.deps);
    }
    counterpart.lasted = null;
    const { half } = await read();
    // Twilio finds a leg by the call that leads on to it.
    const expected = voice.name === 'twilio' ? ['completed', '0.1000'] : ['failed', '0.0000'];
    expect([half?.status, half?.actualCost]).toEqual(expected);
    await expectSoundBooks(app);
  });
});
