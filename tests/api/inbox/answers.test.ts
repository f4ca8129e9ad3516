import { deliverWebhooks } from '../../../src/accounts/webhooks/deliveries/deliver.ts';
import { getNumberAnswers } from '../../../src/services/inbox/answers/contract.ts';
import { listConversationMessages, listConversations } from '../../../src/services/inbox/contract.ts';
import { listSms } from '../../../src/services/messaging/history-contract.ts';
import { appForFile, balanceOf, expectProblem, newNumber, send, newNumbers } from '../../kit/index.ts';
import { readAnswer, readAs, withId, agreeing, WebhookReceiver } from '../../kit/index.ts';
import {
  answering,
  answersPath,
  type Holder,
  putAnswers,
  replyTo,
  sendWaiting,
  setAnswers,
  toAny,
} from './answering.ts';

const app = await appForFile({ background: false, env: { WEBHOOKS_TO_LOOPBACK: 'on' }, soundBooks: true });
const { holder, repliesOf, write } = answering(() => app);

const spent = async ({ person }: Holder, before: string) =>
  (Number(before) - Number(await balanceOf(person))).toFixed(2);

test('a keyword is answered with the sender’s name, charged as a message, and listed with its reason', async () => {
  const shop = await holder();
  const [from, other] = [newNumber(), newNumber()];
  await setAnswers(shop, { rules: [replyTo('Price', 'Hello {name}, it is nine pounds. ({number})'), toAny('Thanks')] });
  const before = await balanceOf(shop.person);
  const id = await write(shop.number, from, 'price?');
  // A delivery that comes again, and a job that runs again, change nothing.
  await write(shop.number, from, 'price?', id);
  await sendWaiting(app);
  await sendWaiting(app);
  await write(shop.number, other, 'Are you there?');
  const text = `Hello ${from}, it is nine pounds. (${from})`;
  expect(await repliesOf(shop)).toMatchObject([
    { from: shop.number, sender: from, to: from, cause: 'rule', keyword: 'Price', text, status: 'sent' },
    { sender: other, keyword: null, text: 'Thanks', status: 'sent', problem: null },
  ]);
  expect(await spent(shop, before)).toBe('0.06');
  // The answer stands in the conversation, and the name that the account gave goes into the next one.
  const conversations = `/api/users/${shop.person.id}/conversations`;
  const found = await readAnswer(shop.person.as(conversations), listConversations);
  const place = `${conversations}/${found.find(({ otherNumber }) => otherNumber === from)?.id}`;
  const messages = await readAnswer(shop.person.as(`${place}/messages`), listConversationMessages);
  expect(messages).toMatchObject([{ incoming: false, text }, { incoming: true }]);
  await shop.person.as(place, { method: 'PUT', json: { name: 'Ada' } });
  app.clock.advance(61_000);
  await write(shop.number, from, 'PRICE');
  expect((await repliesOf(shop)).at(-1)).toMatchObject({ text: `Hello Ada, it is nine pounds. (${from})` });
  const mine = `?number=${encodeURIComponent(shop.number)}`;
  expect(await repliesOf(shop, mine)).toHaveLength(3);
  expect(await repliesOf(shop, `?number=${encodeURIComponent(newNumber())}`)).toHaveLength(0);
});

test('a template answers; once it is removed the rule is shown as one that does not work', async () => {
  const shop = await holder();
  const templates = `/api/users/${shop.person.id}/sms-templates`;
  const make = async (message: string) =>
    (await readAs(await shop.person.as(templates, { json: { name: 'Hours', message } }), withId)).id;
  const templateId = await make('Open from nine, {name}');
  const rule = { match: 'begins', keyword: 'hours', kind: 'template', templateId };
  const saved = await setAnswers(shop, { rules: [rule] });
  expect(saved.rules).toMatchObject([{ works: true }]);
  const from = newNumber();
  await write(shop.number, from, 'Hours today');
  expect(await repliesOf(shop)).toMatchObject([{ text: `Open from nine, ${from}`, status: 'sent' }]);
  await shop.person.as(`${templates}/${templateId}`, { method: 'DELETE' });
  expect(await readAnswer(shop.person.as(answersPath(shop)), getNumberAnswers)).toMatchObject({
    rules: [{ id: saved.rules[0]?.id, works: false }],
  });
  await write(shop.number, newNumber(), 'hours');
  expect(await repliesOf(shop)).toHaveLength(1);
  // An answer that does not work any more may stay; a new one may not.
  const [kept] = saved.rules;
  expect((await setAnswers(shop, { rules: [{ ...kept, works: undefined }] })).rules[0]?.id).toBe(kept?.id ?? '');
  const again = await putAnswers(shop, { rules: [rule] });
  expect((await expectProblem(again, 'validation_failed')).errors?.[0]?.path).toBe('rules.0.templateId');
  const unfilled = { ...rule, templateId: await make('Dear {title}') };
  await expectProblem(await putAnswers(shop, { rules: [unfilled] }), 'validation_failed');
});

test('a number has at most thirty rules, and answers one sender at most twenty times a day', async () => {
  const shop = await holder();
  const rules = (count: number) => Array.from({ length: count }, (_, n) => replyTo(`word${n}`, 'Yes'));
  const most = { rules: rules(30), answersPerDay: 20 };
  expect((await setAnswers(shop, most)).rules).toHaveLength(30);
  for (const more of [{ rules: rules(31) }, { answersPerDay: 21 }]) {
    const problem = await expectProblem(await putAnswers(shop, { ...most, ...more }), 'validation_failed');
    expect(problem.errors?.map(({ path }) => path)).toEqual(Object.keys(more));
  }
});

test('a message is sent on at the price of one; without credit that is refused and shown', async () => {
  const shop = await holder('70.00');
  const [from, phone] = [newNumber(), newNumber()];
  const forward = { match: 'any', kind: 'forward', number: phone };
  await setAnswers(shop, { rules: [forward], office: null });
  const before = await balanceOf(shop.person);
  await write(shop.number, from, 'Is it open?');
  expect(await repliesOf(shop)).toMatchObject([
    { sender: from, to: phone, text: `${from}: Is it open?`, status: 'sent', cause: 'rule' },
  ]);
  expect(await spent(shop, before)).toBe('0.03');
  const [sent] = await readAnswer(shop.person.as(`/api/users/${shop.person.id}/sms?limit=1`), listSms);
  expect(sent).toMatchObject({ senderId: shop.number, recipients: [phone] });
  // Whoever it is sent on to gets nothing back of what they write themselves.
  await write(shop.number, phone, 'Yes');
  expect(await repliesOf(shop)).toHaveLength(1);
  const left = Math.floor(Number(await balanceOf(shop.person)) / 0.03);
  await send(shop.person, newNumbers(left));
  await write(shop.number, from, 'Hello?');
  expect((await repliesOf(shop)).at(-1)).toMatchObject({
    ...{ status: 'refused', problem: 'insufficient_credits', messageId: null },
  });
});

test('a message goes by mail only to the account’s confirmed address, and once', async () => {
  const shop = await holder();
  const rules = [{ match: 'any', kind: 'mail' }];
  const mails = () => app.deps.sql<{ recipient: string; data: { text: string } }[]>`
    select recipient, data from mails where user_id = ${shop.person.id} and kind = 'message_received' order by id`;
  const confirm = (at: string | null) =>
    app.deps.sql`update users set email_confirmed_at = ${at} where id = ${shop.person.id}`;
  await confirm(null);
  const refused = await expectProblem(await putAnswers(shop, { rules }), 'validation_failed');
  expect(refused.errors?.[0]?.path).toBe('rules.0.kind');
  await confirm('2026-11-01T00:00:00Z');
  await setAnswers(shop, { rules });
  await write(shop.number, newNumber(), 'To the office');
  expect(await mails()).toMatchObject([{ recipient: shop.person.email, data: { text: 'To the office' } }]);
  // An address that is not confirmed any more gets nothing by a rule.
  await confirm(null);
  await write(shop.number, newNumber(), 'To nobody');
  await confirm('2026-11-01T00:00:00Z');
  await shop.person.as(`/api/users/${shop.person.id}/did-numbers/${shop.numberId}`, { put: { mailMessages: true } });
  await write(shop.number, newNumber(), 'Once more');
  expect((await mails()).map(({ data }) => data.text)).toEqual(['To the office', 'Once more']);
});

test('a rule tells the webhook that it names, signed, and no other', async () => {
  const shop = await holder();
  const [named, listening] = [new WebhookReceiver(), new WebhookReceiver()];
  try {
    const make = async (url: string, events: string[]) => {
      const json = { name: 'Till', url, events };
      const response = await shop.person.as(`/api/users/${shop.person.id}/webhooks`, { json });
      return readAs(response, withId.extend({ secret: withId.shape.id }));
    };
    const hook = await make(named.url, ['payment-verified']);
    await make(listening.url, ['payment-verified', 'message-received']);
    const { rules } = await setAnswers(shop, {
      rules: [{ match: 'begins', keyword: 'order', kind: 'webhook', webhookId: hook.id }],
    });
    const from = newNumber();
    await write(shop.number, from, 'Order 66');
    await deliverWebhooks(app.deps);
    const [told] = named.received;
    expect(JSON.parse(told?.body ?? '')).toMatchObject({
      type: 'rule-matched',
      data: { ruleId: rules[0]?.id, keyword: 'order', from, to: shop.number, text: 'Order 66' },
    });
    expect(told && agreeing(told, hook.secret)).toBe(1);
    expect(named.received).toHaveLength(1);
    expect(listening.received.map(({ body }) => body.includes('rule-matched'))).toEqual([false]);
    const stranger = await holder();
    const theirs = { match: 'any', kind: 'webhook', webhookId: hook.id };
    const problem = await expectProblem(await putAnswers(stranger, { rules: [theirs] }), 'validation_failed');
    expect(problem.errors?.[0]?.path).toBe('rules.0.webhookId');
  } finally {
    await Promise.all([named.stop(), listening.stop()]);
  }
});

test('outside of hours their answer is sent, and a keyword is answered all the same', async () => {
  // A Monday, before anything of this test is made.
  app.clock.moveTo('2029-01-08T10:00:00Z');
  const shop = await holder();
  const office = {
    timeZone: 'Europe/London',
    hours: [{ days: [1], from: '11:00', to: '17:00' }],
    closedDays: [],
    text: 'Closed, {name}',
  };
  const phone = newNumber();
  await setAnswers(shop, {
    office,
    rules: [replyTo('price', 'Nine'), { match: 'any', kind: 'forward', number: phone }],
  });
  const [early, asks, late] = [newNumber(), newNumber(), newNumber()];
  await write(shop.number, early, 'Hello');
  await write(shop.number, asks, 'price');
  app.clock.moveTo('2029-01-08T11:00:00Z');
  await write(shop.number, late, 'Hello');
  expect((await repliesOf(shop)).map(({ sender, to, cause, text }) => [sender, to, cause, text])).toEqual([
    [early, phone, 'rule', `${early}: Hello`],
    [early, early, 'hours', `Closed, ${early}`],
    [asks, asks, 'rule', 'Nine'],
    [late, phone, 'rule', `${late}: Hello`],
  ]);
});

test('the refusal names what is wrong with a rule', async () => {
  const shop = await holder();
  const refusals: [rule: object, path: string][] = [
    [replyTo('', 'Hi'), 'rules.0.keyword'],
    [replyTo('👍', 'Hi'), 'rules.0.keyword'],
    [replyTo('stop', 'Hi'), 'rules.0.keyword'],
    [replyTo('Info', 'Hi'), 'rules.0.keyword'],
    [replyTo('price', '   '), 'rules.0.text'],
    [replyTo('price', 'Dear {title}'), 'rules.0.text'],
    [{ match: 'any', kind: 'forward', number: '020 7946 0000' }, 'rules.0.number'],
    [{ match: 'any', kind: 'forward', number: shop.number }, 'rules.0.number'],
    [{ match: 'any', kind: 'template', templateId: Bun.randomUUIDv7() }, 'rules.0.templateId'],
  ];
  for (const [rule, path] of refusals) {
    const problem = await expectProblem(await putAnswers(shop, { rules: [rule] }), 'validation_failed');
    expect([rule, problem.errors?.[0]?.path]).toEqual([rule, path]);
  }
  const office = { timeZone: 'Mars/Olympus', hours: [], closedDays: [], text: 'Closed' };
  await expectProblem(await putAnswers(shop, { office }), 'validation_failed');
  expect(await readAnswer(shop.person.as(answersPath(shop)), getNumberAnswers)).toEqual({
    ...{ rules: [], office: null, answersPerDay: null },
    usual: { answersPerDay: 3, answersPerMinute: 1, forwardsPerDay: 100 },
  });
});
