import { announceFromSandbox } from '../../../src/services/voice/inbound/sandbox-callers.ts';
import { provisionNumbers } from '../../../src/services/numbers/provisioning/provision.ts';
import { suspend, balanceOf, funded, type TestActor, signUp } from '../../kit/actors.ts';
import { expectProblem, makeDeck, readAs, sellBy, withId, firstOf } from '../../kit/index.ts';
import { openEvents, endWithSoundBooks, forFile } from '../../kit/index.ts';
import { bought } from '../numbers/numbers.ts';
import { ENDING, pass, passToAnswer, settle, startVoiceApp, startBeside } from './calls.ts';
import { announce, CALLER, forward, menu, onlyReceived, plan, received, voicemail } from './incoming.ts';

/* A minute to Latvia costs £0.30, and a British number £49.00 a month. */
const LATVIAN = '+37167000000';
const ENDLESS = `+3716700${ENDING.endless}`;
const UNANSWERED = `+3716700${ENDING.unanswered}`;

interface Owner {
  person: TestActor;
  id: string;
  to: string;
}

const app = await forFile(startVoiceApp());
endWithSoundBooks(app);
await sellBy(app, 'voice', await makeDeck(app, 'voice', [{ prefix: '371', rate: '0.3000' }]));
const other = await forFile(startBeside(app));

async function ownerWith(pounds: string): Promise<Owner> {
  const person = await funded(app, (Number(pounds) + 49).toFixed(2));
  const { id, number: to } = await bought(person);
  await provisionNumbers(app.deps);
  expect(await balanceOf(person)).toBe(pounds);
  return { person, id, to };
}

async function listen({ person }: Owner): Promise<() => Promise<unknown>> {
  const json = { name: 'Desk', url: 'http://127.0.0.1:9/calls', events: ['call-missed', 'voicemail-received'] };
  const { id } = await readAs(await person.as(`/api/users/${person.id}/webhooks`, { json }), withId);
  return () =>
    app.deps.sql`
      select event, body::json #>> '{data,from}' as from from webhook_deliveries where webhook_id = ${id} order by id`;
}

const sandboxCalls = async (to: string) =>
  app.deps.sql<{ id: string; reference: string; outcome: string; answers_at: string | null }[]>`
    select id, reference, outcome, answers_at from sandbox_calls where destination = ${to} order by id`;

test('a call in is forwarded, cut when the money ends, and charged to the penny', async () => {
  const { person, id, to } = await ownerWith('0.65');
  await plan(person, id, [forward(ENDLESS)]);
  expect((await announce(app, { to })).status).toBe(200);
  const ringing = await onlyReceived(person);
  expect(ringing).toMatchObject({ from: CALLER, to, outcome: 'ringing', cost: '0.6000' });
  expect(ringing.legs).toMatchObject([
    { destination: ENDLESS, ratePerMinute: '0.3000', maxMinutes: 2, cost: '0.6000' },
  ]);
  expect(await balanceOf(person), 'two minutes are set aside before it rings').toBe('0.05');
  await passToAnswer(other);
  expect(await onlyReceived(person)).toMatchObject({ outcome: 'answered' });
  await pass(other, 121);
  await settle(app);
  const ended = await onlyReceived(person);
  expect(ended).toMatchObject({ outcome: 'answered', cost: '0.6000' });
  expect(ended.legs).toMatchObject([{ status: 'completed', duration: 120, actualCost: '0.6000' }]);
  expect(ended.endedAt).not.toBeNull();
  expect(await balanceOf(person)).toBe('0.05');
  const placed = await person.as(`/api/users/${person.id}/voice`);
  expect(await placed.json(), 'calls in are none that were placed').toEqual([]);
  expect(await (await person.as(`/api/users/${person.id}/stats`)).json()).toMatchObject({ voiceMinutes: 2 });
});

test('a caller who hangs up before anybody answers costs nothing, and is a missed call', async () => {
  const owner = await ownerWith('10.00');
  const { person, id, to } = owner;
  const told = await listen(owner);
  await plan(person, id, [forward(LATVIAN)]);
  await using events = await openEvents(app, { authorization: `Bearer ${person.key}` });
  await announce(app, { to });
  expect((await events.next('call-received')).data).toMatchObject({ from: CALLER, to, outcome: 'ringing' });
  await pass(app, 1.1);
  expect((await events.next('received-call')).data).toMatchObject({ outcome: 'ringing' });
  expect(await onlyReceived(person)).toMatchObject({ outcome: 'ringing' });
  expect(await balanceOf(person)).toBe('0.10');
  const caller = firstOf(await sandboxCalls(to), 'nobody called');
  await app.deps.carriers.get('sandbox').voice?.hangUp(caller.id);
  await settle(app);
  expect((await events.next('call-missed')).data).toMatchObject({ from: CALLER, outcome: 'missed' });
  expect(await told()).toEqual([{ event: 'call-missed', from: CALLER }]);
  await pass(app, 6);
  expect(await onlyReceived(person)).toMatchObject({ outcome: 'missed', cost: '0.0000' });
  expect(await balanceOf(person)).toBe('10.00');
});

test('whoever is not reached by forwarding may leave a message, which can be heard and read', async () => {
  const owner = await ownerWith('10.00');
  const { person, id, to } = owner;
  const told = await listen(owner);
  await plan(person, id, [forward(UNANSWERED, 10), voicemail], { mailCalls: true });
  await using events = await openEvents(app, { authorization: `Bearer ${person.key}` });
  await announce(app, { to });
  await pass(app, 1.1);
  await pass(other, 10.1);
  await pass(app, 91);
  await pass(app, 1);
  expect((await events.next('voicemail-received')).data).toMatchObject({ from: CALLER, outcome: 'voicemail' });
  const both = ['call-missed', 'voicemail-received'].map((event) => ({ event, from: CALLER }));
  expect(await told(), 'nobody spoke with the caller').toEqual(both);
  const call = await onlyReceived(person);
  expect(call).toMatchObject({ outcome: 'voicemail', cost: '0.0000' });
  expect(call.transcript).toContain('call me back');
  expect(call.recordings).toMatchObject([{ status: 'ready', contentType: 'audio/wav' }]);
  const stats = await person.as(`/api/users/${person.id}/stats`);
  expect(await stats.json(), 'minutes that nobody pays for are not counted').toMatchObject({ voiceMinutes: 0 });
  const sound = `/api/users/${person.id}/voice/${call.id}/recordings/${call.recordings[0]?.id}`;
  expect((await person.as(sound)).headers.get('content-type')).toBe('audio/wav');
  expect(await balanceOf(person)).toBe('10.00');
  const [mail] = await app.deps.sql<{ kind: string }[]>`
    select kind from mails where user_id = ${person.id} and kind in ('call_missed', 'voicemail_received')`;
  expect(mail).toEqual({ kind: 'voicemail_received' });
  expect((await person.as(sound, { method: 'DELETE' })).status).toBe(204);
  expect((await onlyReceived(person)).transcript).toBeNull();
});

test('a forwarding without credit is left out, and the next step begins', async () => {
  const { person, id, to } = await ownerWith('0.29');
  await plan(person, id, [forward(LATVIAN), voicemail]);
  await announce(app, { to });
  const call = await onlyReceived(person);
  expect(call).toMatchObject({ notForwarded: 'insufficient_credits', legs: [], outcome: 'ringing' });
  await pass(app, 91);
  expect(await onlyReceived(person)).toMatchObject({ outcome: 'voicemail' });
  expect(await balanceOf(person)).toBe('0.29');
});

test('the menu leads on with 1 and takes a message with 2', async () => {
  const { person, id } = await ownerWith('100.00');
  await plan(person, id, [menu, forward(LATVIAN)]);
  for (const presses of ['1', '2', '']) {
    const path = `/api/users/${person.id}/did-numbers/${id}/call`;
    expect((await person.as(path, { json: { from: CALLER, presses } })).status).toBe(204);
    await announceFromSandbox(app.deps);
    await pass(app, 1.1);
    await passToAnswer(app);
    await pass(app, 91);
    await pass(app, 1);
  }
  const [nothing, message, connected] = await received(person);
  expect(connected).toMatchObject({ outcome: 'answered', legs: [{ destination: LATVIAN }], cost: '0.6000' });
  expect(message).toMatchObject({ outcome: 'voicemail', legs: [] });
  expect(nothing).toMatchObject({ outcome: 'missed', legs: [] });
  expect(await balanceOf(person)).toBe('99.40');
});

test('steps count at their times only, by the clock of their own zone, past midnight too', async () => {
  // A Monday: 11:00 in Paris, 05:00 in New York.
  app.clock.moveTo('2026-11-16T10:00:00.000Z');
  const { person, id, to } = await ownerWith('10.00');
  const at = (days: number[], from: string, until: string) => ({ days, from, to: until });
  const step = (text: string, hours: ReturnType<typeof at>) => ({ ...voicemail, greeting: text, hours });
  const steps = [
    step('Paris, not any more', at([1], '09:00', '11:00')),
    step('Sunday night, until five', at([7], '22:00', '05:00')),
    step('Tuesday', at([2], '00:00', '23:59')),
    step('now', at([1], '11:00', '12:00')),
  ];
  await plan(person, id, steps, { timeZone: 'Europe/Paris' });
  await announce(app, { to });
  const kept = async () =>
    (
      await app.deps.sql<{ steps: { greeting: string }[] }[]>`
        select steps from incoming_calls where user_id = ${person.id} order by call_id desc limit 1`
    )[0]?.steps.map(({ greeting }) => greeting);
  expect(await kept()).toEqual(['now']);
  await plan(person, id, [step('night', at([7], '22:00', '05:01')), step('day', at([1], '05:00', '05:01'))], {
    timeZone: 'America/New_York',
  });
  await announce(app, { to });
  expect(await kept()).toEqual(['night', 'day']);
});

test('two processes that are told of one call at once have one call, and one leg', async () => {
  const { person, id, to } = await ownerWith('100.00');
  await plan(person, id, [forward(LATVIAN)]);
  const call = Bun.randomUUIDv7();
  const answers = await Promise.all([app, other, app, other].map((each) => announce(each, { to, id: call })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await onlyReceived(person)).legs).toHaveLength(1);
  expect(await balanceOf(person)).toBe('82.00');
  await passToAnswer(app);
  await pass(other, 91);
  expect(await balanceOf(person)).toBe('99.40');
});

test('a forged announcement, and one for a number that is nobody’s, change nothing', async () => {
  const { person, id, to } = await ownerWith('10.00');
  await plan(person, id, [forward(LATVIAN)]);
  const body = JSON.stringify({ id: Bun.randomUUIDv7(), from: CALLER, to });
  await expectProblem(await app.fetch('/api/callbacks/sandbox/calls', { method: 'POST', body }), 'bad_signature');
  expect((await announce(app, { to: '+442079999999' })).status).toBe(200);
  expect(await received(person)).toEqual([]);
  await expectProblem(await announce(app, { to, carrier: 'nobody' }), 'not_found');
});

test('blocked callers, numbers without a plan and suspended accounts answer busy', async () => {
  const { person, id, to } = await ownerWith('10.00');
  const busy = async () => (await sandboxCalls(to)).map(({ outcome, answers_at: at }) => [outcome, at]);
  await announce(app, { to });
  expect(await busy()).toEqual([['busy', null]]);
  await plan(person, id, [forward(LATVIAN), voicemail]);
  const blocked = await person.as(`/api/users/${person.id}/blocked-callers`, { json: { number: CALLER } });
  expect(blocked.status).toBe(200);
  await announce(app, { to });
  await settle(app);
  expect(await received(person)).toMatchObject([
    { outcome: 'blocked', legs: [] },
    { outcome: 'missed', legs: [] },
  ]);
  const caller = encodeURIComponent(CALLER);
  const path = `/api/users/${person.id}/blocked-callers/${caller}`;
  expect((await person.as(path, { method: 'DELETE' })).status).toBe(204);
  await expectProblem(await person.as(path, { method: 'DELETE' }), 'not_found');
  await suspend(app, person);
  await announce(app, { to });
  expect((await busy()).map(([outcome]) => outcome)).toEqual(['busy', 'busy', 'busy']);
});

test('a call that we forwarded ourselves is not forwarded again', async () => {
  const first = await ownerWith('10.00');
  const second = await ownerWith('10.00');
  await plan(second.person, second.id, [forward(LATVIAN)]);
  // Its leg to the second number is what the carrier announces there.
  await sellBy(
    app,
    'voice',
    await makeDeck(app, 'voice', [
      { prefix: '371', rate: '0.3000' },
      { prefix: '44', rate: '0.1000' },
    ]),
  );
  await plan(first.person, first.id, [forward(second.to)]);
  await announce(app, { to: first.to });
  expect((await onlyReceived(first.person)).legs).toHaveLength(1);
  await announce(app, { to: second.to });
  expect(await onlyReceived(second.person)).toMatchObject({ legs: [], notForwarded: 'not_allowed_now' });
  expect(await balanceOf(second.person)).toBe('10.00');
});

test('a number that changes hands forgets its plan and its letters', async () => {
  const { person, id, to } = await ownerWith('10.00');
  await plan(person, id, [forward(LATVIAN)], { mailCalls: true });
  const own = await person.as(`/api/users/${person.id}/did-numbers/${id}`, {
    put: { mailMessages: true, answerPlan: { timeZone: 'UTC', steps: [forward(to)] } },
  });
  await expectProblem(own, 'validation_failed');
  await person.as(`/api/users/${person.id}/did-numbers/${id}`, { method: 'PUT', json: { mailMessages: true } });
  await app.deps.sql`update did_numbers set status = 'reserved', expires_at = '2020-01-01' where id = ${id}`;
  const next = await funded(app, '49.00');
  const response = await next.as(`/api/users/${next.id}/did-numbers`, {
    json: { number: to, country: 'United Kingdom' },
  });
  expect(await response.json()).toMatchObject({ answerPlan: null, mailCalls: false, mailMessages: false });
});

test('an account blocks a thousand callers and no more; who is blocked can be blocked again', async () => {
  const person = await signUp(app);
  const block = (number: string) => person.as(`/api/users/${person.id}/blocked-callers`, { json: { number } });
  await app.deps.sql`
    insert into blocked_callers (user_id, number, created_at)
    select ${person.id}, '+4479110' || n, now() from generate_series(10000, 10998) n`;
  expect((await block('+447911010999')).status).toBe(200);
  await expectProblem(await block('+447911011000'), 'not_allowed_now');
  expect((await block('+447911010999')).status).toBe(200);
});

test('a caller whom one account blocks may call another one', async () => {
  const [blocking, next] = [await ownerWith('10.00'), await ownerWith('10.00')];
  await blocking.person.as(`/api/users/${blocking.person.id}/blocked-callers`, { json: { number: CALLER } });
  for (const { to } of [blocking, next]) expect((await announce(app, { to })).status).toBe(200);
  expect((await onlyReceived(blocking.person)).outcome).toBe('blocked');
  expect((await onlyReceived(next.person)).outcome).toBe('ringing');
});
