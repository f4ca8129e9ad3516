import { transact } from '../../../src/platform/events/transact.ts';
import { tryNumberAnswers } from '../../../src/services/inbox/answers/contract.ts';
import { store } from '../../../src/services/inbox/store.ts';
import { appForFile, newNumber, readAnswer } from '../../kit/index.ts';
import { bought } from '../numbers/numbers.ts';
import { answering, answersPath, replyTo, setAnswers, toAny } from './answering.ts';

const app = await appForFile({ background: false, env: { AUTO_FORWARDS_PER_DAY: '2' }, soundBooks: true });
const { holder, repliesOf, write } = answering(() => app);

test('one sender is answered once a minute and three times a day, or as often as the number says', async () => {
  const shop = await holder();
  await setAnswers(shop, { rules: [toAny('Thanks')] });
  const from = newNumber();
  const after = async (milliseconds: number) => {
    app.clock.advance(milliseconds);
    await write(shop.number, from, 'Hello');
    return (await repliesOf(shop)).length;
  };
  expect(await after(0)).toBe(1);
  expect(await after(59_999)).toBe(1);
  expect(await after(1)).toBe(2);
  expect(await after(60_000)).toBe(3);
  expect(await after(60_000)).toBe(3);
  // Somebody else is not meant.
  await write(shop.number, newNumber(), 'Hello');
  expect(await repliesOf(shop)).toHaveLength(4);
  await setAnswers(shop, { rules: [toAny('Thanks')], answersPerDay: 4 });
  expect(await after(60_000)).toBe(5);
  expect(await after(60_000)).toBe(5);
  // The first of them is a day ago.
  expect(await after(86_400_000 - 4 * 60_000)).toBe(6);
  // HELP counts too.
  await setAnswers(shop, { rules: [toAny('Thanks')], answersPerDay: 1 });
  const helped = newNumber();
  await write(shop.number, helped, 'HELP');
  app.clock.advance(61_000);
  await write(shop.number, helped, 'Hello');
  expect((await repliesOf(shop)).filter(({ sender }) => sender === helped)).toMatchObject([{ cause: 'help' }]);
});

test('HELP is answered again once the first answer is a day ago', async () => {
  const shop = await holder();
  const from = newNumber();
  const after = async (milliseconds: number) => {
    app.clock.advance(milliseconds);
    await write(shop.number, from, 'HELP');
    return (await repliesOf(shop)).length;
  };
  expect([await after(0), await after(0), await after(0), await after(0)]).toEqual([1, 2, 3, 3]);
  expect(await after(86_400_000 - 1)).toBe(3);
  expect(await after(1)).toBe(4);
});

test('two machines stop talking: nobody answers an answer, or their own number', async () => {
  const [one, two] = [await holder(), await holder()];
  await setAnswers(one, { rules: [toAny('I am one')], answersPerDay: 20 });
  await setAnswers(two, { rules: [toAny('I am two')], answersPerDay: 20 });
  await write(one.number, two.number, 'Hello, I am a person with this telephone');
  expect(await repliesOf(one)).toHaveLength(1);
  await write(two.number, one.number, 'I am one');
  expect(await repliesOf(two)).toHaveLength(0);
  // A machine that repeats whatever it hears.
  const echo = newNumber();
  await write(one.number, echo, 'Hello');
  app.clock.advance(61_000);
  await write(one.number, echo, 'I am one');
  expect(await repliesOf(one)).toHaveLength(2);
  const { number } = await bought(one.person);
  await write(one.number, number, 'Hello');
  expect(await repliesOf(one)).toHaveLength(2);
  // Two numbers that send everything on to each other.
  await setAnswers(one, { rules: [{ match: 'any', kind: 'forward', number: two.number }] });
  await setAnswers(two, { rules: [{ match: 'any', kind: 'forward', number: one.number }] });
  const from = newNumber();
  await write(one.number, from, 'Round and round');
  expect((await repliesOf(one)).at(-1)).toMatchObject({ to: two.number, text: `${from}: Round and round` });
  await write(two.number, one.number, `${from}: Round and round`);
  expect(await repliesOf(two)).toHaveLength(0);
});

test('only so many messages of one sender are sent on in a day', async () => {
  const shop = await holder();
  await setAnswers(shop, { rules: [{ match: 'any', kind: 'forward', number: newNumber() }] });
  const from = newNumber();
  for (const text of ['One', 'Two', 'Three']) await write(shop.number, from, text);
  const sentOn = async () => (await repliesOf(shop)).map(({ text }) => text.split(': ').at(-1));
  expect(await sentOn()).toEqual(['One', 'Two']);
  await write(shop.number, newNumber(), 'Of somebody else');
  app.clock.advance(86_400_000);
  await write(shop.number, from, 'Four');
  expect(await sentOn()).toEqual(['One', 'Two', 'Of somebody else', 'Four']);
});

test('a word to stop comes before the rules, and whoever has stopped is not answered', async () => {
  const shop = await holder();
  await setAnswers(shop, { rules: [replyTo('YES', 'See you'), toAny('Thanks')] });
  const from = newNumber();
  await write(shop.number, from, 'Yes');
  await write(shop.number, from, 'STOP');
  app.clock.advance(61_000);
  await write(shop.number, from, 'Are you there?');
  expect((await repliesOf(shop)).map(({ cause }) => cause)).toEqual(['rule', 'stop']);
});

test('a message that could not be stored is not answered', async () => {
  const shop = await holder();
  await setAnswers(shop, { rules: [toAny('Thanks')] });
  const message = { carrierMessageId: 'lost', from: newNumber(), to: shop.number, text: 'Hello', part: null };
  const lost = transact(app.deps, async (tx) => {
    await store({ tx, deps: app.deps }, [{ provider: 'sandbox', taking: null, messages: [message] }]);
    throw new Error('the process ends here');
  });
  await expect(lost).rejects.toThrow('the process ends here');
  expect(await repliesOf(shop)).toHaveLength(0);
  await write(shop.number, message.from, message.text, message.carrierMessageId);
  expect(await repliesOf(shop)).toHaveLength(1);
});

test('a trial shows what would be done, and does nothing', async () => {
  const shop = await holder();
  const { rules } = await setAnswers(shop, {
    rules: [replyTo('price', 'Nine'), { match: 'any', kind: 'forward', number: newNumber() }],
  });
  const from = newNumber();
  const tried = (text: string, by = from) =>
    readAnswer(shop.person.as(`${answersPath(shop)}/try`, { json: { from: by, text } }), tryNumberAnswers);
  expect(await tried('Price')).toEqual({
    ...{ optOutKeyword: null, closed: false, ruleId: rules[0]?.id ?? '' },
    acts: [{ kind: 'answer', cause: 'rule', to: from, text: 'Nine', heldBack: null }],
  });
  expect(await tried('stop')).toMatchObject({ optOutKeyword: 'stop', ruleId: null, acts: [] });
  expect((await tried('start')).optOutKeyword).toBeNull();
  expect(await tried('Hi')).toMatchObject({
    ruleId: rules[1]?.id,
    acts: [{ kind: 'forward', text: `${from}: Hi`, heldBack: null }],
  });
  expect((await tried('Price', shop.number)).acts).toMatchObject([{ heldBack: 'own_number' }]);
  await shop.person.as(`/api/users/${shop.person.id}/opt-outs`, { json: { number: from } });
  expect((await tried('price')).acts).toMatchObject([{ heldBack: 'opted_out' }]);
  const sender = newNumber();
  await write(shop.number, sender, 'price');
  expect((await tried('price', sender)).acts).toMatchObject([{ heldBack: 'too_often' }]);
  expect(await repliesOf(shop)).toHaveLength(1);
});
