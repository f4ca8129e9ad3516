import { lookAfterCalls } from '../../src/services/voice/background.ts';
import { fetchRecordings } from '../../src/services/voice/recordings/fetch-recordings.ts';
import { newDestination, order, orderCall, readCall } from '../api/voice/calls.ts';
import { balanceOf, expectSoundBooks, funded, type TestActor, type TestApp } from '../kit/index.ts';
import { post, VoiceCounterpart } from './voice-counterpart.ts';
import { pathOf, RECORDED, SOUND, type Told } from './voice-dialect.ts';
import { VOICE_DIALECTS } from './voice-dialects.ts';

describe.each(VOICE_DIALECTS.map((dialect) => ({ ...dialect })))('$name', (dialect) => {
  let counterpart: VoiceCounterpart;
  let app: TestApp;
  let person: TestActor;

  beforeAll(async () => {
    counterpart = new VoiceCounterpart(dialect);
    app = await counterpart.startApp();
    person = await funded(app, '100.00');
  });
  afterEach(() => expect(counterpart.faults).toEqual([]));
  afterAll(async () => {
    await app.stop();
    await counterpart.stop();
  });

  async function placed(fields: Parameters<typeof order>[1] = {}) {
    const call = await order(person, fields);
    await lookAfterCalls(app.deps);
    const { placed: request, newest: id } = counterpart;
    const tell = async (kind: Told['kind'], seconds = 0) => {
      expect((await post(app, dialect.news(id, request, { kind, seconds, at: app.clock.now() }))).ok).toBe(true);
    };
    return { call, request, id, tell, read: () => readCall(person, call.id) };
  }

  test('an answered call is charged by what the carrier says, once', async () => {
    const before = Number(await balanceOf(person));
    const { request, tell, read } = await placed();
    expect(dialect.timeLimit(request)).toBe(3600);
    expect(dialect.records?.(request) ?? false).toBe(false);
    await tell('ringing');
    expect((await read()).status).toBe('ringing');
    await tell('answered');
    expect((await read()).status).toBe('in-progress');
    app.clock.advance(90_000);
    await tell('completed', 90);
    await tell('completed', 90);
    await tell('ringing');
    await tell('busy');
    const ended = await read();
    expect(ended).toMatchObject({ status: 'completed', billedMinutes: 2, actualCost: '0.2000', error: null });
    expect(ended.duration).toBeWithin(90, 93);
    expect(before - Number(await balanceOf(person))).toBeCloseTo(0.2);
    await expectSoundBooks(app);
  });

  test.each(['busy', 'no-answer', 'failed', 'cancelled'] as const)('a call that ends %s costs nothing', async (end) => {
    const before = await balanceOf(person);
    const { tell, read } = await placed();
    await tell('ringing');
    await tell(end);
    const ended = await read();
    expect(ended).toMatchObject({ status: end, duration: 0, actualCost: '0.0000' });
    expect(ended.error === null).toBe(end !== 'failed');
    expect(await balanceOf(person)).toBe(before);
  });

  test('a call cut at its limit costs the limit', async () => {
    const poor = await funded(app, '0.20');
    const rich = person;
    person = poor;
    const { request, tell, read } = await placed();
    expect(dialect.timeLimit(request)).toBe(120);
    await tell('answered');
    app.clock.advance(120_000);
    await tell('cut', 120);
    expect(await read()).toMatchObject({ status: 'completed', billedMinutes: 2, actualCost: '0.2000' });
    expect(await balanceOf(poor)).toBe('0.00');
    person = rich;
  });

  test('an end that arrives before the answer and names no duration is charged after asking the carrier', async () => {
    const { tell, read } = await placed();
    counterpart.lasted = { seconds: 61 };
    await tell('completed', 61);
    await lookAfterCalls(app.deps);
    await tell('answered');
    expect(await read()).toMatchObject({ status: 'completed', duration: 61, actualCost: '0.2000' });
    counterpart.lasted = null;
  });

  test('an end that is never reported is found by asking', async () => {
    const { tell, read } = await placed();
    await tell('answered');
    app.clock.advance(3_700_000);
    counterpart.lasted = { seconds: 30 };
    await lookAfterCalls(app.deps);
    expect(await read()).toMatchObject({ status: 'completed', duration: 30, actualCost: '0.1000' });
    counterpart.lasted = null;
  });

  test('hanging up is passed on', async () => {
    const { call, id, tell, read } = await placed();
    await tell('ringing');
    expect((await person.as(`/api/users/${person.id}/voice/${call.id}/hang-up`, { method: 'POST' })).status).toBe(200);
    await lookAfterCalls(app.deps);
    expect(counterpart.seen.some((request) => dialect.isHangUp(request, id))).toBe(true);
    await tell('cancelled');
    expect((await read()).endedAt).not.toBeNull();
  });

  test('a recording is reported, fetched and deleted', async () => {
    const { call, request, id, tell, read } = await placed({ recorded: true });
    expect(dialect.records?.(request) ?? true).toBe(true);
    await tell('answered');
    expect((await post(app, dialect.recorded(id, request, app.clock.now()))).status).toBe(204);
    // Told twice, it is one.
    await post(app, dialect.recorded(id, request, app.clock.now()));
    await fetchRecordings(app.deps);
    const { recordings } = await read();
    expect(recordings).toMatchObject([
      { status: 'ready', duration: RECORDED.seconds, bytes: SOUND.length, contentType: 'audio/mpeg' },
    ]);
    const path = `/api/users/${person.id}/voice/${call.id}/recordings/${recordings[0]?.id}`;
    expect(new Uint8Array(await (await person.as(path)).arrayBuffer())).toEqual(SOUND);
    expect((await person.as(path, { method: 'DELETE' })).status).toBe(204);
    await fetchRecordings(app.deps);
    const deleted = counterpart.seen.filter(({ method }) => method === 'DELETE').map(pathOf);
    expect(deleted.join()).toContain(dialect.recordingId);
    await tell('completed', 10);
  });

  test('a caller ID that the carrier does not take is said in clear words', async () => {
    const letters = await orderCall(person, { callerId: 'Acme Ltd' });
    expect(letters.status).toBe(422);
    expect(await letters.json()).toMatchObject({
      errors: [
        {
          path: 'callerId',
          message: 'This provider takes only a full phone number as caller ID, like +447911123456',
        },
      ],
    });
    const before = await balanceOf(person);
    counterpart.refuses = true;
    const call = await order(person, { destination: newDestination() });
    await lookAfterCalls(app.deps);
    counterpart.refuses = false;
    expect(await readCall(person, call.id)).toMatchObject({
      status: 'failed',
      error: 'The carrier does not allow this caller ID: it must be a number of yours that it knows',
    });
    expect(await balanceOf(person)).toBe(before);
  });

  test('news that is changed, unsigned or stale is refused', async () => {
    const { request, id, read } = await placed();
    const news = dialect.news(id, request, { kind: 'busy', seconds: 0, at: app.clock.now() });
    expect((await post(app, { ...news, body: news.body.replace(/busy/, 'failed') })).status).toBe(403);
    expect((await post(app, { ...news, headers: { 'content-type': news.headers['content-type'] ?? '' } })).status).toBe(
      403,
    );
    app.clock.advance(8 * 86_400_000);
    expect((await post(app, news)).status).toBe(403);
    expect((await read()).endedAt).toBeNull();
  });
});
