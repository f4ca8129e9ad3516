import { z } from 'zod';
import { createTwilio } from '../../src/carriers/adapters/twilio/twilio.ts';
import { eventually, forFile, funded, startTestApp, type TestApp, there } from '../kit/index.ts';
import { newNumber, postSms, untilStatus } from '../kit/messages.ts';
import { carriersAt } from './accounts.ts';
import { twilio } from './dialects.ts';
import { Simulator, type Taken } from './simulator.ts';
import { lookAfterCalls } from '../../src/services/voice/background.ts';
import { orderCall } from '../api/voice/calls.ts';
import { VoiceCounterpart } from './voice-counterpart.ts';
import { PUBLIC_URL } from './voice-dialect.ts';
import { twilio as twilioVoice } from './voice-twilio.ts';

const span = z.object({
  ...{ traceId: z.string(), spanId: z.string(), parentSpanId: z.string().optional(), name: z.string() },
  attributes: z.array(z.unknown()),
});
const scope = z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) });
const exported = z.object({ resourceSpans: z.array(scope) });

/** What a collector was sent, by OTLP/HTTP with JSON. */
const posts: { path: string; text: string }[] = [];
const collector = Bun.serve({
  port: 0,
  fetch: async (request) => {
    posts.push({ path: new URL(request.url).pathname, text: await request.text() });
    return Response.json({});
  },
});
const simulator = await forFile(new Simulator(twilio));
const env = { ...carriersAt(await simulator.listen()), PUBLIC_URL, SANDBOX_CARRIERS: 'off' };
const startApp = (more: Record<string, string> = {}) =>
  startTestApp({ env: { ...env, ...more }, adapters: [createTwilio()] });

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const number = newNumber();

/** A message that is sent and reported on. @returns its answer's headers, and what the carrier got */
async function play(app: TestApp, headers: Record<string, string> = {}): Promise<{ answer: Headers; taken: Taken }> {
  const person = await funded(app, '5.00');
  const before = simulator.taken.length;
  const answer = await postSms(person, [number], { message: 'Secret words', headers });
  const { id } = z.object({ id: z.string() }).parse(await answer.json());
  await untilStatus(person, id, 'sent');
  const taken = there(simulator.taken[before], 'the carrier has no message');
  const url = twilio.reportTo(taken.request);
  const report = { id: taken.id, outcome: 'delivered', url, at: app.clock.now(), reference: id } as const;
  const { headers: signed, body } = twilio.report(report);
  await app.fetch(url.slice(PUBLIC_URL.length), { method: 'POST', headers: signed, body });
  await untilStatus(person, id, 'delivered');
  return { answer: answer.headers, taken };
}

async function spansOf(traceId: string) {
  await eventually('the spans have come', async () => posts.some(({ text }) => text.includes('apply report')));
  const all = posts.flatMap(({ text }) => exported.parse(JSON.parse(text)).resourceSpans);
  const spans = all.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans));
  return spans.filter((each) => each.traceId === traceId);
}

test.each([
  ['begins with the request', {}, undefined],
  ['goes on from the caller', { traceparent: `00-${TRACE}-${CALLER}-01` }, CALLER],
])('one trace from the request by dispatch and carrier call to the report: %s', async (_what, headers, parent) => {
  posts.length = 0;
  const app = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.href });
  const { answer, taken } = await play(app, headers);
  await app.stop();
  const requestId = answer.get('x-request-id') ?? '';
  const spans = await spansOf(parent ? TRACE : requestId);
  const byName = (name: string) => spans.find((each) => each.name === name);
  const [request, dispatch, call] = ['POST /api/users/:id/sms', 'dispatch message', 'POST'].map(byName);
  expect(spans).toHaveLength(4);
  expect(request?.parentSpanId ?? '').toBe(parent ?? '');
  expect(dispatch?.parentSpanId).toBe(request?.spanId ?? '');
  expect(call?.parentSpanId).toBe(dispatch?.spanId ?? '');
  expect(byName('apply report')?.parentSpanId).toBe(request?.spanId ?? '');
  const told = taken.request.headers;
  expect(told.get('traceparent')).toBe(`00-${request?.traceId}-${call?.spanId}-01`);
  expect(told.get('x-request-id')).toBe(requestId);
  expect(requestId).toBe(parent ? `${TRACE}-${request?.spanId}` : `${request?.traceId}`);
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 201 } });
  expect(request?.attributes).toContainEqual({ key: 'http.route', value: { stringValue: '/api/users/:id/sms' } });
  const sent = posts.map(({ text }) => text).join('');
  expect(sent).toContain('"stringValue":"topline"');
  for (const secret of ['Secret words', number.slice(1), 'authorization']) expect(sent).not.toContain(secret);
  expect(new Set(posts.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
});

test('a trace that its caller does not keep is passed on, and sent nowhere', async () => {
  posts.length = 0;
  const app = await startApp({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: new URL('/v1/traces', collector.url).href });
  const { taken } = await play(app, { traceparent: `00-${TRACE}-${CALLER}-00` });
  await app.stop();
  expect(posts.map(({ text }) => text).join('')).not.toContain(TRACE);
  expect(taken.request.headers.get('traceparent')).toMatch(new RegExp(`^00-${TRACE}-[\\da-f]{16}-00$`));
});

test('without a collector nothing is sent, and a carrier is told the request alone', async () => {
  posts.length = 0;
  const app = await startApp();
  const { answer, taken } = await play(app, { traceparent: `00-${TRACE}-${CALLER}-01` });
  await app.stop();
  expect(posts).toEqual([]);
  expect(taken.request.headers.get('traceparent')).toBeNull();
  expect(taken.request.headers.get('x-request-id')).toBe(answer.get('x-request-id'));
  expect(answer.get('x-request-id')).toMatch(/^[\da-f]{32}$/);
});

test('a carrier is told by which request each message came, whoever of them wakes the queue', async () => {
  const app = await startApp();
  const person = await funded(app, '5.00');
  const before = simulator.taken.length;
  const answers = await Promise.all(Array.from({ length: 6 }, () => postSms(person, [newNumber()])));
  await eventually('all have left', async () => simulator.taken.length === before + answers.length);
  await app.stop();
  const idsOf = (all: readonly { headers: Headers }[]) =>
    all.map(({ headers }) => headers.get('x-request-id')).toSorted();
  expect(idsOf(simulator.taken.slice(before).map(({ request }) => request))).toEqual(idsOf(answers));
});

test('a carrier is told by which request each call came, whichever process places it', async () => {
  const counterpart = await forFile(new VoiceCounterpart(twilioVoice));
  const app = await counterpart.startApp();
  const answers = await Promise.all([1, 2].map(async () => orderCall(await funded(app, '5.00'))));
  await lookAfterCalls(app.deps);
  await app.stop();
  const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id');
  expect(counterpart.seen.map(idOf).toSorted()).toEqual(answers.map(idOf).toSorted());
});
