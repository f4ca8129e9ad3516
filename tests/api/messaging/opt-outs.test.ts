import { transact } from '../../../src/platform/events/transact.ts';
import { REASONS } from '../../../src/shared/reasons.ts';
import { signMessage } from '../../../src/carriers/adapters/sandbox/incoming.ts';
import { applyChanges } from '../../../src/services/messaging/delivery/apply-changes.ts';
import { listConversations } from '../../../src/services/inbox/contract.ts';
import { addOptOuts } from '../../../src/services/messaging/opt-outs/add-opt-outs.ts';
import { optOut, type OptOut } from '../../../src/services/messaging/opt-outs/contract.ts';
import { USUAL_TEXTS } from '../../../src/services/messaging/opt-outs/texts.ts';
import { balanceOf, call, funded, signUp } from '../../kit/actors.ts';
import { appForFile, eventually, hurryJobs, makePair, openEvents, startTestApp } from '../../kit/index.ts';
import { handedOver, newNumber, postSms, readMessage, send, untilStatus, newNumbers } from '../../kit/messages.ts';
import { readAnswer, readAs, withId, expectProblem, problemOf } from '../../kit/index.ts';
import { bought } from '../numbers/numbers.ts';

const app = await appForFile({ soundBooks: true });
const person = await funded(app, '500.00');
const own = (await bought(person)).number;
const path = (rest: string, of = person) => `/api/users/${of.id}${rest}`;

async function write(from: string, text: string, { to = own, id }: { to?: string; id?: string } = {}) {
  const { body, headers } = signMessage(app.deps, 'sandbox', { id: id ?? Bun.randomUUIDv7(), from, to, text });
  const response = await call(app, '/api/callbacks/sandbox/messages', {
    method: 'POST',
    body,
    headers: Object.fromEntries(headers),
  });
  expect(response.status).toBe(204);
}

const optOutsOf = async (of = person, query = ''): Promise<OptOut[]> =>
  optOut.array().parse(await (await of.as(path(`/opt-outs${query}`, of))).json());

const numbersOf = async (of = person) => (await optOutsOf(of)).map(({ number }) => number);

/** The automatic answers of the account's number to this one, once `count` answers were decided on. */
const repliesTo = (number: string, count: number) =>
  eventually(`${count} answers to ${number}`, async () => {
    const rows = await app.deps.sql<{ cause: string; text: string; status: string; problem: string | null }[]>`
      select r.cause, r.text, r.status, r.problem from auto_replies r
      join conversations c on c.id = r.conversation_id where c.other_number = ${number} order by r.id`;
    return rows.length === count && rows.every(({ status }) => status !== 'waiting') && rows;
  });

test.each([0, 5000, 5001])('%d numbers are noted at once', async (count) => {
  const numbers = newNumbers(count);
  const noted = await transact(app.deps, (tx) => addOptOuts(tx, person.id, { numbers, source: 'file' }));
  expect(noted.toSorted()).toEqual(numbers.toSorted());
  await app.deps.sql`delete from opt_outs where user_id = ${person.id}`;
});

test('STOP blocks the sender, is confirmed once and charged once; START gives it back', async () => {
  const number = newNumber();
  await using events = await openEvents(app, { authorization: `Bearer ${person.key}` });
  await write(number, 'Stop.');
  expect((await events.next('opt-outs-changed')).data).toMatchObject({ number, optedOut: true });
  expect(await optOutsOf(person, '?limit=1')).toMatchObject([
    { number, source: 'message', word: 'Stop.', ownNumber: own },
  ]);
  expect(await repliesTo(number, 1)).toMatchObject([{ cause: 'stop', text: USUAL_TEXTS.en.stop, status: 'sent' }]);
  const before = await balanceOf(person);
  await expectProblem(await postSms(person, [number]), 'recipient_opted_out');
  expect(await balanceOf(person)).toBe(before);
  // Once more, and an ordinary word: neither is answered, and the sender stays blocked.
  await write(number, 'STOP');
  await write(number, 'please stop the music');
  await expectProblem(await postSms(person, [number]), 'recipient_opted_out');
  await using back = await openEvents(app, { authorization: `Bearer ${person.key}` });
  await write(number, ' yes ');
  expect((await back.next('opt-outs-changed')).data).toMatchObject({ number, optedOut: false });
  expect(await repliesTo(number, 2)).toMatchObject([{ cause: 'stop' }, { cause: 'start', status: 'sent' }]);
  expect(await numbersOf()).not.toContain(number);
  await send(person, [number]);
  // A number that has not stopped says YES to something else.
  await write(number, 'YES');
  await write(number, 'HELP');
  expect((await repliesTo(number, 3)).at(-1)).toMatchObject({ cause: 'help', status: 'sent' });
});

test('a delivery that comes again does not block again', async () => {
  const [number, id] = [newNumber(), Bun.randomUUIDv7()];
  await write(number, 'STOP', { id });
  await repliesTo(number, 1);
  await write(number, 'START');
  await repliesTo(number, 2);
  await write(number, 'STOP', { id });
  expect(await numbersOf()).not.toContain(number);
  await repliesTo(number, 2);
});

test('words of other languages are answered in theirs, and with the account’s own texts', async () => {
  const [french, chinese, english] = [newNumber(), newNumber(), newNumber()];
  await write(french, 'Arrêt');
  await write(chinese, '退订');
  expect(await repliesTo(french, 1)).toMatchObject([{ text: USUAL_TEXTS.fr.stop }]);
  expect(await repliesTo(chinese, 1)).toMatchObject([{ text: USUAL_TEXTS.zh.stop }]);
  const json = { stop: '  ', start: null, help: 'Call 020 7946 0000' };
  const set = await person.as(path('/opt-out-texts'), { method: 'PUT', json });
  expect(await set.json()).toEqual({ stop: null, start: null, help: 'Call 020 7946 0000' });
  await write(english, 'help');
  expect(await repliesTo(english, 1)).toMatchObject([{ text: 'Call 020 7946 0000' }]);
  await person.as(path('/opt-out-texts'), { method: 'PUT', json: { stop: null, start: null, help: null } });
});

test('HELP is answered three times a day', async () => {
  const number = newNumber();
  for (let asked = 1; asked <= 5; asked++) await write(number, 'HELP');
  expect(await repliesTo(number, 3)).toHaveLength(3);
});

test('STOP and START in turns are answered three times a day, and each is heeded', async () => {
  const number = newNumber();
  for (let turn = 1; turn <= 5; turn++) {
    await write(number, 'STOP');
    await write(number, 'START');
  }
  await write(number, 'STOP');
  expect((await repliesTo(number, 3)).map(({ cause }) => cause)).toEqual(['stop', 'start', 'stop']);
  const refused = await person.as(path('/sms'), {
    json: { senderId: 'Topline', recipients: [number], message: 'Hello' },
  });
  expect(await problemOf(refused)).toMatchObject({ code: 'recipient_opted_out' });
});

test('the first STOP of a day is confirmed after three other answers too', async () => {
  const number = newNumber();
  for (let asked = 1; asked <= 4; asked++) await write(number, 'HELP');
  await write(number, 'STOP');
  await write(number, 'STOP');
  expect((await repliesTo(number, 4)).map(({ cause }) => cause).toSorted()).toEqual([
    ...['help', 'help', 'help'],
    'stop',
  ]);
});

test('a message to many leaves them out, counts them and does not charge for them', async () => {
  const [one, two, three] = [newNumber(), newNumber(), newNumber()];
  await person.as(path('/opt-outs'), { json: { number: two } });
  const json = { recipients: [one, two, three], message: 'Hello' };
  const quote = await person.as(path('/sms/quote'), { json });
  expect(await quote.json()).toMatchObject({ optedOut: 1, total: '0.0600', destinations: [{ recipients: 2 }] });
  const before = Number(await balanceOf(person));
  const accepted = await send(person, [one, two, three]);
  expect(accepted).toMatchObject({
    cost: '0.0600',
    recipientCount: 3,
    counts: { queued: 2, optedOut: 1 },
    recipients: [one, two, three],
    messageDetails: { recipients: [{}, { number: two, status: 'opted_out', cost: '0.0000' }, {}] },
  });
  expect(Number(await balanceOf(person))).toBeCloseTo(before - 0.06, 4);
  const done = await untilStatus(person, accepted.id, 'delivered');
  expect(done).toMatchObject({ counts: { delivered: 2, optedOut: 1 }, actualCost: '0.0600' });
  const left = done.messageDetails.recipients.find(({ number }) => number === two);
  expect(await handedOver(app, left?.messageId ?? '')).toHaveLength(0);
  const all = await person.as(path(`/sms/${accepted.id}/recipients?status=opted_out`));
  expect(await all.json()).toMatchObject([{ number: two, status: 'opted_out', provider: null }]);
  // Each with a text of their own, all of whom want none.
  const personal = { recipients: [two], message: 'Hello {name}', fields: [{ name: 'Ada' }] };
  const refused = await person.as(path('/sms'), { json: { senderId: 'Topline', ...personal } });
  await expectProblem(refused, 'recipient_opted_out');
  // Where others remain, what is missing is the credit.
  const poor = await funded(app, '0.01');
  await poor.as(path('/opt-outs', poor), { json: { number: two } });
  await expectProblem(await postSms(poor, [two, three]), 'insufficient_credits');
});

test('a recipient who stops after a message was scheduled gets none, and it is refunded', async () => {
  const [stays, stops] = [newNumber(), newNumber()];
  const sendAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  const before = await balanceOf(person);
  const response = await person.as(path('/sms'), {
    json: { senderId: 'Topline', recipients: [stays, stops], message: 'Later', sendAt },
  });
  const { id } = await readAs(response, withId);
  await person.as(path('/opt-outs'), { json: { number: stops } });
  app.clock.advance(3_601_000);
  await hurryJobs(app);
  expect(await untilStatus(person, id, 'delivered')).toMatchObject({
    counts: { delivered: 1, optedOut: 1, failed: 0 },
    cost: '0.0600',
    actualCost: '0.0300',
  });
  expect(Number(await balanceOf(person))).toBeCloseTo(Number(before) - 0.03, 4);
  expect((await readMessage(person, id)).status).toBe('delivered');
});

test("a carrier's own opt-outs go into the same list", async () => {
  const number = newNumber();
  await using apart = await startTestApp({ background: false });
  const sender = await funded(apart, '1.00');
  const { id, messageDetails } = await send(sender, [number]);
  const recipient = { id: messageDetails.recipients[0]?.messageId ?? '', messageId: id };
  const refusal = { ...recipient, to: 'failed', from: ['queued'], refund: true } as const;
  await transact(apart.deps, (tx) => applyChanges(tx, [{ ...refusal, error: REASONS.opted_out }]));
  const response = await sender.as(`/api/users/${sender.id}/opt-outs`);
  expect(await response.json()).toMatchObject([{ number, source: 'carrier', word: null }]);
  await expectProblem(await postSms(sender, [number]), 'recipient_opted_out');
});

test('replies are refused as any message; each account has a list of its own', async () => {
  const { reseller, customer } = await makePair(app);
  const number = newNumber();
  await write(number, 'Hello?');
  await write(number, 'stop');
  await repliesTo(number, 1);
  const query = `?search=${encodeURIComponent(number)}`;
  const [found] = await readAnswer(person.as(path(`/conversations${query}`)), listConversations);
  const reply = await person.as(path(`/conversations/${found?.id}/messages`), { json: { message: 'At nine' } });
  await expectProblem(reply, 'recipient_opted_out');
  expect(await numbersOf(customer)).toEqual([]);
  expect(await numbersOf(reseller)).toEqual([]);
  await expectProblem(await customer.as(path('/opt-outs', reseller)), 'forbidden');
});

test('an answer without credit is refused, and its owner sees why', async () => {
  const poor = await funded(app, '70.00');
  const { number: to } = await bought(poor);
  await send(
    poor,
    Array.from({ length: Math.floor(Number(await balanceOf(poor)) / 0.03) }, () => newNumber()),
  );
  const number = newNumber();
  await write(number, 'STOP', { to });
  expect(await repliesTo(number, 1)).toMatchObject([{ status: 'refused', problem: 'insufficient_credits' }]);
  expect(await numbersOf(poor)).toEqual([number]);
});

test('the list is kept by hand, read in, searched, written out and taken back', async () => {
  const keeper = await signUp(app);
  const add = (json: unknown) => keeper.as(path('/opt-outs', keeper), { json });
  const refusal = async (number: string) => {
    const { errors } = await expectProblem(await add({ number }), 'validation_failed');
    return errors?.map(({ path: field, sentence }) => [field, sentence.code]);
  };
  expect(await refusal('07911 123456')).toEqual([['number', 'countryCode']]);
  expect(await refusal('+44 12')).toEqual([['number', 'notNumber']]);
  const first = optOut.parse(await (await add({ number: '+44 7911 123456' })).json());
  expect(first).toMatchObject({ number: '+447911123456', source: 'hand' });
  expect(optOut.parse(await (await add({ number: '+447911123456' })).json()).id).toBe(first.id);
  const file = 'name;number\nAda;+447911123457\nGrace;447911123458\nNobody;none\nAda;+447911123456\n';
  const read = await keeper.as(path('/opt-outs/import', keeper), { json: { file } });
  expect(await read.json()).toEqual({ added: 2, known: 1, mended: 1, refused: 1, lines: [4] });
  expect((await optOutsOf(keeper, '?search=123%20458')).map(({ number }) => number)).toEqual(['+447911123458']);
  const csv = await keeper.as(path('/opt-outs.csv', keeper));
  expect((await csv.text()).split('\r\n')[0]).toBe('number,source,word,at');
  const again = await keeper.as(path('/opt-outs/import', keeper), {
    json: { file: await (await keeper.as(path('/opt-outs.csv', keeper))).text() },
  });
  expect(await again.json()).toEqual({ added: 0, known: 3, mended: 0, refused: 0, lines: [] });
  const local = 'sep=;\r\nname;number\r\nAda;07911 123460\r\nGrace;7911123461\r\nAda;+447911123460\r\n';
  const mended = await keeper.as(path('/opt-outs/import', keeper), { json: { file: local, country: 'GB' } });
  expect(await mended.json()).toEqual({ added: 2, known: 0, mended: 2, refused: 0, lines: [] });
  for (const without of ['name,email\nAda,ada@example.com', `${'x'.repeat(100_000)}\n`]) {
    const problem = await keeper.as(path('/opt-outs/import', keeper), { json: { file: without } });
    expect((await expectProblem(problem, 'validation_failed')).errors?.[0]?.path).toBe('file');
  }
  const remove = () => keeper.as(path(`/opt-outs/${first.id}`, keeper), { method: 'DELETE' });
  expect((await remove()).status).toBe(204);
  await expectProblem(await remove(), 'not_found');
  const [row] = await app.deps.sql<{ detail: { source: string } }[]>`
    select detail from audit_log where action = 'opt_out.removed' and subject_user_id = ${keeper.id}`;
  expect(row?.detail).toMatchObject({ source: 'hand' });
});
