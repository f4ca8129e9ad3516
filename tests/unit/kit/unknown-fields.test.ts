import { z } from 'zod';
import { routes } from '../../../src/app.ts';
import { nearestName, refuseUnknown } from '../../../src/platform/kit/unknown-fields.ts';
import { Problem } from '../../../src/platform/kit/errors.ts';
import { openEnded } from '../../../src/platform/kit/open-ended.ts';

/** Each field that is refused, and what is said of it. */
function refused(schema: z.ZodType, value: unknown): [string, string][] {
  try {
    refuseUnknown(schema, value);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return (error.fields ?? []).map(({ path, message }) => [path, message]);
  }
}

const person = z.object({ name: z.string(), born: z.object({ year: z.number() }).optional() });
const either = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), number: z.string() }),
  z.object({ kind: z.literal('text'), words: z.string() }),
]);

test.each<[string, z.ZodType, unknown, string[]]>([
  ['what is known', person, { name: 'Ada', born: { year: 1815 } }, []],
  ['another field', person, { name: 'Ada', age: 36 }, ['age']],
  ['one further in', person, { name: 'Ada', born: { year: 1815, month: 12 } }, ['born.month']],
  ['one in a list', z.object({ all: z.array(person) }), { all: [{ name: 'A' }, { name: 'B', x: 1 }] }, ['all.1.x']],
  ['one of another form', either, { kind: 'text', words: 'hi', number: '1' }, ['number']],
  ['a form of its own', either, { kind: 'call', number: '1' }, []],
  ['two parts of one', person.and(z.object({ id: z.string() })), { name: 'A', id: '1', idd: '2' }, ['idd']],
  ['any name', z.record(z.string(), z.string()), { whatever: '1' }, []],
  ['what others write', z.object({ by: openEnded(person) }), { by: { more: { x: 1 } } }, []],
  ['what the specification sends', openEnded(person, ['price']), { name: 'A', price: 1, prize: 2 }, ['prize']],
  ['what is no object', person, [{ age: 1 }], []],
  ['a name of every object', person, { name: 'A', toString: 1 }, ['toString']],
  ['behind a default and a change', z.preprocess((v) => v, person.default({ name: 'A' })), { nme: 1 }, ['nme']],
])('%s', (_, schema, value, paths) => {
  expect(refused(schema, value).map(([path]) => path)).toEqual(paths);
});

test('the nearest name is said, or all names', () => {
  const verify = z.object({ transactionId: z.string(), amountReceived: z.string().optional() });
  expect(refused(verify, { receivedAmount: '1' })).toEqual([
    ['receivedAmount', 'There is no field receivedAmount: did you mean amountReceived?'],
  ]);
  expect(refused(verify, { note: '1' })).toEqual([
    ['note', 'There is no field note. There are: transactionId, amountReceived'],
  ]);
  expect(refused(z.object({}), { since: '1' })).toEqual([['since', 'There is no field since. There is none']]);
  const [[path, words] = ['', '']] = refused(verify, { ['x'.repeat(9000)]: 1 });
  expect(path.length + words.length).toBeLessThan(200);
});

test.each([
  ['recipient', ['recipients', 'message'], 'recipients'],
  ['sender_id', ['senderId'], 'senderId'],
  ['Message', ['message'], 'message'],
  ['to', ['recipients'], null],
  ['from', ['after', 'form'], 'form'],
])('%s', (given, names, near) => {
  expect(nearestName(given, names)).toBe(near);
});

test('every body and query of the API can be looked at', () => {
  const named = routes.flatMap(({ endpoint: { body, query } }) => [body, query].filter((each) => each !== undefined));
  expect(named.length).toBeGreaterThan(100);
  for (const schema of named) if (!(schema instanceof z.ZodUndefined)) refused(schema, {});
});
