import { lookAfterCalls } from '../../src/services/voice/background.ts';
import { order, readCall } from '../api/voice/calls.ts';
import { funded, type TestApp } from '../kit/index.ts';
import { post, VoiceCounterpart } from './voice-counterpart.ts';
import { telnyx } from './voice-telnyx.ts';

/** A carrier that is asked about a call and need not say how long it lasted. */
let endedAt: Date | null;
let counterpart: VoiceCounterpart;
let app: TestApp;
beforeEach(async () => {
  endedAt = null;
  counterpart = new VoiceCounterpart({
    ...telnyx,
    answer: (request, ended) => {
      if (request.method === 'POST') return telnyx.answer(request, ended);
      const data = { call_control_id: 'v3:call-1', call_leg_id: 'leg', call_session_id: 'session' };
      const end = endedAt && { end_time: endedAt.toISOString() };
      return { status: 200, body: { data: { ...data, record_type: 'call', is_alive: false, ...end } } };
    },
  });
  app = await counterpart.startApp();
});
afterEach(async () => {
  await app.stop();
  await counterpart.stop();
  expect(counterpart.faults).toEqual([]);
});

test.each([
  ['lasted from its answer to the end that the carrier names', 61_000, { duration: 61, actualCost: '0.2000' }],
  ['is not charged where the carrier names neither', null, { duration: 0, actualCost: '0.0000' }],
])('an end that is found by asking %s', async (_what, lasted, expected) => {
  const person = await funded(app, '10.00');
  const call = await order(person);
  await lookAfterCalls(app.deps);
  const answeredAt = app.clock.now();
  const news = telnyx.news(counterpart.newest, counterpart.placed, { kind: 'answered', at: answeredAt });
  expect((await post(app, news)).status).toBe(204);
  endedAt = lasted === null ? null : new Date(answeredAt.getTime() + lasted);
  app.clock.advance(3_700_000);
  await lookAfterCalls(app.deps);
  expect(await readCall(person, call.id)).toMatchObject({ status: 'completed', ...expected });
});
