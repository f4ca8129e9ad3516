import { balanceOf, funded, makeAdmin, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectSoundBooks, openEvents, startTestApp, TestClock } from '../../kit/index.ts';
import { readAs, withId, expectLimited, lift, readLimits, setLimits } from '../../kit/index.ts';
import { newNumber, postSms, send, untilStatus, newNumbers } from '../../kit/messages.ts';

let person: TestActor;
const app = await appForFile({ clock: new TestClock('2031-03-04T10:00:00.000Z'), soundBooks: true });
beforeEach(async () => {
  person = await funded(app, '100.00');
});

const latvian = (ending: number) => `+3712900${String(ending).padStart(4, '0')}`;
const statuses = (answers: readonly Response[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]));

describe('the limit of the day', () => {
  test('lets through exactly as many of fifty sends at once as it allows', async () => {
    await setLimits(person, { dailyLimit: '0.09' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => postSms(person, [newNumber()])));
    expect(statuses(answers)).toEqual({ 201: 3, 403: 47 });
    expect(await balanceOf(person)).toBe('99.91');
    expect(await readLimits(person)).toMatchObject({ spentToday: '0.09', spentByCountry: { '+44': '0.09' } });
    const rows = await app.deps.sql`
      select id from audit_log where action = 'limit.reached' and subject_user_id = ${person.id}`;
    expect(rows).toHaveLength(1);
  });

  test('says which limit, what is left of it and until when', async () => {
    await setLimits(person, { dailyLimit: '1' });
    await send(person, newNumbers(30));
    expect(await expectLimited(await postSms(person, [newNumber(), newNumber(), newNumber(), newNumber()]))).toBe(
      "Spend limit reached: this costs £0.12, and £0.10 of today's £1.00 is left. It starts again at 2031-03-05 00:00 UTC",
    );
    // A send that fits into the rest still goes.
    await send(person, [newNumber()]);
  });

  test('counts from nothing on the next UTC day', async () => {
    const midnight = Date.parse('2031-03-05T00:00:00.000Z');
    await using apart = await startTestApp();
    apart.clock.moveTo(new Date(midnight - 60_000));
    const other = await funded(apart, '10.00');
    await setLimits(other, { dailyLimit: '0.03', countryLimit: '0.03' });
    await send(other, [newNumber()]);
    await expectLimited(await postSms(other, [newNumber()]));
    expect((await readLimits(other)).reachedAt).not.toBeNull();
    apart.clock.moveTo(new Date(midnight + 1));
    expect(await readLimits(other)).toMatchObject({ spentToday: '0.00', spentByCountry: {}, reachedAt: null });
    await send(other, [newNumber()]);
    await expectLimited(await postSms(other, [newNumber()]));
    // A process whose clock is behind does not bring yesterday's counters back.
    apart.clock.moveTo(new Date(midnight - 1000));
    for (const limit of [{ dailyLimit: '0.03' }, { countryLimit: '0.03' }]) {
      await setLimits(other, limit);
      await expectLimited(await postSms(other, [newNumber()]));
    }
    // A charge there counts on the day that has begun.
    await setLimits(other, { dailyLimit: '0.06' });
    await send(other, [newNumber()]);
    apart.clock.moveTo(new Date(midnight + 1000));
    expect((await readLimits(other)).spentToday).toBe('0.06');
    await expectSoundBooks(apart);
  });

  test('an insufficient balance is said first', async () => {
    await setLimits(person, { dailyLimit: '0.00' });
    const poor = await signUp(app);
    await setLimits(poor, { dailyLimit: '0.00' });
    expect((await postSms(poor, [newNumber()])).status).toBe(402);
    expect(await expectLimited(await postSms(person, [newNumber()]))).toContain('Spending is blocked');
  });

  test('the same idempotency key goes through once the limit allows it', async () => {
    await setLimits(person, { dailyLimit: '0.00' });
    const headers = { 'idempotency-key': 'limited' };
    const number = newNumber();
    await expectLimited(await postSms(person, [number], { headers }));
    await setLimits(person, { dailyLimit: '0.03' });
    expect((await postSms(person, [number], { headers })).status).toBe(201);
    // The answer that was kept is given again, whatever the limit says by now.
    expect((await postSms(person, [number], { headers })).status).toBe(201);
    expect(await balanceOf(person)).toBe('99.97');
  });

  test('holds for an administrator who sends for the account', async () => {
    const admin = await makeAdmin(app);
    await setLimits(person, { dailyLimit: '0.00' });
    const json = { senderId: 'Topline', recipients: [newNumber()], message: 'Hello' };
    await expectLimited(await admin.as(`/api/users/${person.id}/sms`, { json }));
    expect((await readLimits(person)).reachedAt).not.toBeNull();
  });
});

describe('the limit of a country', () => {
  test('stands beside that of the day, for each country on its own', async () => {
    await setLimits(person, { countryLimit: '0.06', countries: { '+371': '0.03', '+33': null } });
    const british = [newNumber(), newNumber()];
    await send(person, [...british, latvian(1)]);
    expect(await expectLimited(await postSms(person, [newNumber()]))).toContain(
      "£0.00 of today's £0.06 for numbers that begin with +44 is left",
    );
    expect(await expectLimited(await postSms(person, [latvian(2)]))).toContain(
      "£0.00 of today's £0.03 for numbers that begin with +371 is left",
    );
    await send(
      person,
      Array.from({ length: 9 }, (_, index) => `+3361234567${index}`),
    );
    // One country too far refuses the whole message.
    await expectLimited(await postSms(person, ['+33612345699', latvian(3)]));
    expect(await readLimits(person)).toMatchObject({
      spentToday: '0.36',
      spentByCountry: { '+44': '0.06', '+371': '0.03', '+33': '0.27' },
    });
  });

  test('counts the parts of each recipient’s own text', async () => {
    await setLimits(person, { countries: { '+371': '0.06' } });
    const json = {
      senderId: 'Topline',
      message: '{name}{name}{name}',
      recipients: [newNumber(), latvian(5)],
      fields: [{ name: 'x'.repeat(100) }, { name: 'x'.repeat(150) }],
    };
    expect(await expectLimited(await person.as(`/api/users/${person.id}/sms`, { json }))).toContain('this costs £0.09');
    const fits = { ...json, fields: [{ name: 'x'.repeat(150) }, { name: 'x'.repeat(100) }] };
    expect((await person.as(`/api/users/${person.id}/sms`, { json: fits })).status).toBe(201);
    expect((await readLimits(person)).spentByCountry).toEqual({ '+44': '0.09', '+371': '0.06' });
  });
});

describe('money given back', () => {
  test('no longer counts the same day, in its own country', async () => {
    await setLimits(person, { dailyLimit: '0.09', countryLimit: '0.06' });
    const { id } = await send(person, [newNumber('0000'), latvian(6), newNumber()]);
    await expectLimited(await postSms(person, [latvian(7)]));
    await untilStatus(person, id, 'partial');
    expect(await readLimits(person)).toMatchObject({
      spentToday: '0.06',
      spentByCountry: { '+44': '0.03', '+371': '0.03' },
    });
    await send(person, [latvian(8)]);
  });

  test('for a stopped scheduled message, which counts when it is accepted', async () => {
    await setLimits(person, { dailyLimit: '0.15' });
    const sendAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    const recipients = [newNumber(), latvian(9), newNumber(), '+33612345678', '+12025550123'];
    const json = { senderId: 'Topline', recipients, message: 'Later', sendAt };
    const { id } = await readAs(person.as(`/api/users/${person.id}/sms`, { json }), withId);
    expect((await readLimits(person)).spentByCountry).toEqual({
      '+44': '0.06',
      '+371': '0.03',
      '+33': '0.03',
      '+1': '0.03',
    });
    await expectLimited(await postSms(person, [newNumber()]));
    expect((await person.as(`/api/users/${person.id}/sms/${id}/cancel`, { method: 'POST' })).status).toBe(200);
    expect(await readLimits(person)).toMatchObject({ spentToday: '0.00', spentByCountry: {} });
  });

  test('sending anew counts anew', async () => {
    await setLimits(person, { dailyLimit: '0.03' });
    const { id } = await send(person, [newNumber('0000')]);
    await untilStatus(person, id, 'failed');
    await send(person, [newNumber()]);
    await expectLimited(await person.as(`/api/users/${person.id}/sms/${id}/resend`, { method: 'POST' }));
  });
});

test('a message to very many is limited as a whole', async () => {
  await setLimits(person, { dailyLimit: '59.99' });
  const recipients = Array.from({ length: 2000 }, (_, index) => `+4478${String(index).padStart(8, '0')}`);
  await expectLimited(await postSms(person, recipients));
  expect(await balanceOf(person)).toBe('100.00');
  await setLimits(person, { dailyLimit: '60.00' });
  await send(person, recipients);
  await expectLimited(await postSms(person, [newNumber()]));
});

test('whoever reaches a limit and the administrators are told, once a day, and a lift ends it for all', async () => {
  const admin = await makeAdmin(app);
  await setLimits(person, { dailyLimit: '0.00', countries: { '+371': '0.00' } });
  const own = await openEvents(app, { authorization: `Bearer ${person.key}` });
  const theirs = await openEvents(app, { authorization: `Bearer ${admin.key}` });
  await expectLimited(await postSms(person, [newNumber()]));
  for (const stream of [own, theirs]) {
    expect((await stream.next('limit-reached')).data).toMatchObject({
      userId: person.id,
      resetsAt: '2031-03-05T00:00:00.000Z',
    });
  }
  await expectLimited(await postSms(person, [newNumber()]));
  expect((await lift(admin, person)).liftedUntil).toBe('2031-03-05T00:00:00.000Z');
  for (const stream of [own, theirs]) {
    expect((await stream.next('limits-changed')).data).toMatchObject({ userId: person.id });
    expect(stream.all.filter(({ event }) => event === 'limit-reached')).toHaveLength(1);
    await stream.close();
  }
  await send(person, [newNumber()]);
  // A country that its owner closed is not opened with it.
  await expectLimited(await postSms(person, [latvian(10)]));
  expect((await lift(admin, person, { until: null })).liftedUntil).toBeNull();
  await expectLimited(await postSms(person, [newNumber()]));
});
