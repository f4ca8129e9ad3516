import { runCampaigns } from '../../../src/services/campaigns/run.ts';
import { localStart, nextOpen } from '../../../src/services/campaigns/open-hours.ts';
import { campaign, getCampaign, setCampaignStatus } from '../../../src/services/campaigns/contract.ts';
import { importContacts } from '../../../src/services/contacts/contract.ts';
import { balanceOf, call, credit, funded, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, readAnswer, readAs, newNumber, newNumbers } from '../../kit/index.ts';
import { whileRefused } from '../../kit/while-refused.ts';

const app = await appForFile({ background: false, soundBooks: true });
const { sql } = app.deps;
const path = (of: TestActor, rest = '') => `/api/users/${of.id}/campaigns${rest}`;

async function withPeople(owner: TestActor, people: readonly Record<string, unknown>[]) {
  const json = { contacts: people, lists: ['all'] };
  await readAnswer(owner.as(`/api/users/${owner.id}/contacts/import`, { json }), importContacts);
}
async function begun(owner: TestActor, given: Record<string, unknown> = {}) {
  const json = { name: 'Spring', senderId: 'Topline', texts: ['Hello'], lists: ['all'], quietHours: false, ...given };
  return readAs(await owner.as(path(owner), { json }), campaign);
}
const reportOf = (owner: TestActor, id: string) => readAnswer(owner.as(path(owner, `/${id}`)), getCampaign);
const setStatus = (of: TestActor, id: string, status: string) => of.as(path(of, `/${id}/status`), { put: { status } });
const sentTo = async (owner: TestActor): Promise<Record<string, string>> => {
  const rows = await sql<{ number: string; text: string }[]>`
    select r.number, coalesce(r.text, m.message) as text from sms_recipients r join sms_messages m on m.id = r.message_id
    where m.user_id = ${owner.id}`;
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
  return Object.fromEntries(rows.map(({ number, text }) => [number, text]));
};

test('it goes at its pace to each contact once, in one of two texts; who cannot get it is left out with a reason', async () => {
  const owner = await funded(app, '50.00');
  const numbers = newNumbers(7);
  await withPeople(owner, [...numbers.map((number, at) => ({ number, name: `N${at}` })), { number: newNumber() }]);
  await owner.as(`/api/users/${owner.id}/opt-outs`, { json: { number: numbers[0] } });
  const { id } = await begun(owner, { texts: ['Dear {name}', 'Hi {name}'], perMinute: 4 });
  await runCampaigns(app.deps);
  expect((await reportOf(owner, id)).done).toBe(4);
  await runCampaigns(app.deps);
  expect((await reportOf(owner, id)).done).toBe(4);
  for (let minute = 0; minute < 4; minute++) {
    app.clock.advance(61_000);
    await runCampaigns(app.deps);
  }
  const report = await reportOf(owner, id);
  expect(report).toMatchObject({ status: 'done', done: 8, contacts: 8 });
  expect(report.refusals).toContainEqual({ code: 'validation_failed', count: 1 });
  const texts = await sentTo(owner);
  const greeted = numbers.map((number, at) => new RegExp(`^(Dear|Hi) N${at}$`).test(texts[number] ?? ''));
  expect(greeted.slice(1)).toEqual(Array.from({ length: 6 }, () => true));
  expect(report.variants.reduce((sum, { cost }) => sum + Number(cost), 0)).toBeCloseTo(
    50 - Number(await balanceOf(owner)),
  );
});

test('without credit it waits, goes on where it stopped, and nothing is sent after a cancel; again goes to the failed', async () => {
  const owner = await funded(app, '0.06');
  const numbers = newNumbers(6);
  await withPeople(
    owner,
    numbers.map((number) => ({ number })),
  );
  const { id } = await begun(owner, { perMinute: 2 });
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute++) {
      await runCampaigns(app.deps);
      app.clock.advance(61_000);
    }
  };
  await minutes(3);
  expect(await reportOf(owner, id)).toMatchObject({ status: 'paused', problem: 'insufficient_credits', done: 2 });
  await credit(app, owner, '10.00');
  await readAnswer(setStatus(owner, id, 'running'), setCampaignStatus);
  await minutes(1);
  const running = { status: 'running', problem: null, done: 4, failed: 0, cost: '0.1200', actualCost: '0.1200' };
  expect(await reportOf(owner, id)).toMatchObject(running);
  const cancelled = await readAnswer(setStatus(owner, id, 'cancelled'), setCampaignStatus);
  expect(cancelled).toMatchObject({ status: 'cancelled', failed: 4, cost: '0.1200', actualCost: '0.0000' });
  await minutes(2);
  expect(Object.keys(await sentTo(owner))).toHaveLength(4);
  expect(await balanceOf(owner)).toBe('10.06');
  await expectProblem(await setStatus(owner, id, 'running'), 'not_allowed_now');
  const again = await begun(owner, { againOf: id, quietHours: true });
  expect([again.contacts, again.isNight]).toEqual([4, nextOpen(app.clock.now(), 'GB') > app.clock.now()]);
});

test('until it begins to send it can be changed, with its id and its state, and nobody else’s', async () => {
  const [owner, other] = [await funded(app, '10.00'), await funded(app, '10.00')];
  for (const each of [owner, other]) await withPeople(each, [{ number: newNumber() }]);
  const startAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  const { id } = await begun(owner, { startAt });
  await readAnswer(setStatus(owner, id, 'paused'), setCampaignStatus);
  await withPeople(owner, [{ number: newNumber() }]);
  const changed = await begun(owner, { name: 'Summer', texts: ['Bye'], startAt, replaces: id });
  expect(changed).toMatchObject({ id, name: 'Summer', texts: ['Bye'], status: 'paused', contacts: 2, failed: 0 });
  const json = { name: 'Theirs', senderId: 'Topline', texts: ['Mine'], replaces: id };
  await expectProblem(await other.as(path(other), { json }), 'not_found');
  await readAnswer(setStatus(owner, id, 'running'), setCampaignStatus);
  app.clock.advance(3_601_000);
  await runCampaigns(app.deps);
  expect(Object.values(await sentTo(owner))).toEqual(['Bye', 'Bye']);
  await expectProblem(await owner.as(path(owner), { json }), 'not_allowed_now');
  const over = { ...json, replaces: null, startAt: '2020-01-01T08:00:00Z' };
  for (const isLocal of [false, true])
    await expectProblem(await owner.as(path(owner), { json: { ...over, isLocal } }), 'validation_failed');
});

test('a process that ends between the cut and the send, or after it, costs and sends nothing twice', async () => {
  const owner = await funded(app, '10.00');
  const named = newNumbers(4).map((number) => ({ number, name: 'Ada' }));
  await withPeople(owner, [...named, { number: newNumber() }]);
  const { id } = await begun(owner, { texts: ['Dear {name}'], perMinute: 5 });
  await expect(whileRefused(app, 'insert on sms_messages', () => runCampaigns(app.deps))).rejects.toThrow();
  const cut = await sql<{ message_id: string }[]>`select message_id from campaign_slices where campaign_id = ${id}`;
  expect(cut).toHaveLength(2);
  // Several processes find it at once, although one would do.
  const due = () => sql`update campaigns set next_at = now() - interval '1 year' where id = ${id}`;
  const runs = async () => {
    for (let times = 0; times < 5; times++) {
      await due();
      await runCampaigns(app.deps);
    }
  };
  await Promise.all([runs(), runs(), runs()]);
  // It was sent, and the process ended before it noted that.
  await sql`update campaign_slices set is_over = false where campaign_id = ${id}`;
  await sql`update campaigns set status = 'running' where id = ${id}`;
  await sql`delete from idempotency_keys`;
  for (let minute = 0; minute < 4; minute++) {
    app.clock.advance(61_000);
    await runCampaigns(app.deps);
  }
  expect(await reportOf(owner, id)).toMatchObject({ status: 'done', done: 5 });
  expect(Object.keys(await sentTo(owner))).toHaveLength(4);
  expect(await balanceOf(owner)).toBe('9.88');
});

test('short links are each recipient’s own, lead on, and count people alone', async () => {
  const owner = await funded(app, '10.00');
  await withPeople(
    owner,
    newNumbers(2).map((number) => ({ number })),
  );
  const url = 'https://shop.example/spring?a=1';
  const { id } = await begun(owner, { texts: [`See ${url}. Bye`], shortLinks: true });
  await runCampaigns(app.deps);
  const texts = Object.values(await sentTo(owner));
  const [first = '', second = ''] = texts.map((text) => /See (\S+)\. Bye/.exec(text)?.[1] ?? '');
  expect(first).not.toBe(second);
  const follow = (headers: Record<string, string>, method = 'GET') =>
    call(app, new URL(first).pathname, { method, headers, redirect: 'manual' });
  const person = { 'user-agent': 'Mozilla/5.0 (iPhone)' };
  for (const headers of [person, person, { 'user-agent': 'WhatsApp/2.1' }]) {
    const answer = await follow(headers);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, url]);
  }
  await follow(person, 'HEAD');
  const report = await reportOf(owner, id);
  expect(report.links).toEqual([{ url, recipients: 1, clicks: 2 }]);
  expect(report.variants[0]).toMatchObject({ clicked: 1, clicks: 2 });
  expect((await call(app, '/api/l/nothing')).status).toBe(404);
});

describe('the time where a recipient is', () => {
  test.each([
    ['GB', '2026-12-01T03:00:00Z', '2026-12-01T08:00:00.000Z'],
    ['GB', '2026-12-01T12:07:00Z', '2026-12-01T12:07:00.000Z'],
    // 8 o'clock in Hawaii; New York is within its day.
    ['US', '2026-12-01T12:00:00Z', '2026-12-01T18:00:00.000Z'],
    // 9 o'clock in the evening in Kamchatka comes before 8 in Kaliningrad the next morning.
    ['RU', '2026-12-01T09:30:00Z', '2026-12-02T06:00:00.000Z'],
    // A Saturday after 18 o'clock, one before 10, and one where nothing is sent.
    ['FR', '2026-11-28T17:00:00Z', '2026-11-30T07:00:00.000Z'],
    ['IT', '2026-11-28T08:00:00Z', '2026-11-28T09:00:00.000Z'],
    ['ES', '2026-11-28T12:00:00Z', '2026-11-30T09:00:00.000Z'],
    ['', '2026-12-01T22:00:00Z', '2026-12-02T08:00:00.000Z'],
  ])('in %s nobody is woken from %s on before %s', (country, from, open) => {
    expect(nextOpen(new Date(from), country).toISOString()).toBe(open);
  });

  test.each([
    ['IN', '2026-12-01T04:30:00.000Z'],
    ['US', '2026-12-01T20:00:00.000Z'],
  ])('10 o’clock is over in all of %s at %s', (country, at) => {
    expect(localStart(new Date('2026-12-01T10:00:00Z'), country).toISOString()).toBe(at);
  });
});
