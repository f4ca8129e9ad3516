import {
  fieldsOf,
  NO_FIELDS,
  personalise,
  withFields,
} from '../../../web/features/messaging/compose/personal-message.ts';
import { parseTable, readRecipients } from '../../../web/features/messaging/compose/recipient-file.ts';
import { checkRecipients, NO_RECIPIENTS } from '../../../web/features/messaging/compose/recipients.ts';

const [ann, ben] = ['+447700900001', '+447700900002'];
const file = `name,mobile,city\nAnn,+44 7700 900001,Hull\nAnother,${ann},Bath\n"${'x'.repeat(160)}",${ben},\n`;
const fieldsIn = async (text: string) =>
  fieldsOf(await readRecipients(parseTable(text), { column: null, country: '' }));
const known = await fieldsIn(file);
const check = (await checkRecipients(`${ben}\n\n${ann}`)) ?? NO_RECIPIENTS;

test('a number has the fields of the first row that names it, however it is written there', () => {
  expect(known.columns).toEqual(['name', 'mobile', 'city']);
  expect([...known.byNumber]).toMatchObject([
    [ann, { name: 'Ann', city: 'Hull' }],
    [ben, { city: '' }],
  ]);
});

test('each recipient has their own text and parts, in the order of the list', () => {
  expect(personalise('Hi {name}', check, known)).toEqual({
    preview: `Hi ${'x'.repeat(160)}`,
    units: 3,
    fewest: 1,
    most: 2,
    missing: [],
    partsOfEach: [2, 1],
    fields: [{ name: 'x'.repeat(160) }, { name: 'Ann' }],
  });
});

test('lines without a value are named', async () => {
  expect(personalise('{city}', check, known)?.missing).toEqual([{ line: 1, names: ['city'] }]);
  const typed = (await checkRecipients(`${ann}\n+447700900003`)) ?? NO_RECIPIENTS;
  expect(personalise('{city} {street}', typed, known)?.missing).toEqual([
    { line: 1, names: ['street'] },
    { line: 2, names: ['city', 'street'] },
  ]);
});

test('a message that names no column goes to all as it is', () => {
  expect(personalise('Hi {name}', check, NO_FIELDS)).toBeNull();
  expect(personalise('Hi {street}', check, known)).toBeNull();
});

test('the later of two files counts, and what only the earlier said stays', async () => {
  const later = await fieldsIn(`mobile,title\n${ann},Dr\n`);
  const both = withFields(known, later);
  expect(both.columns).toEqual(['name', 'mobile', 'city', 'title']);
  expect(both.byNumber.get(ann)).toEqual({ mobile: ann, title: 'Dr' });
  expect(both.byNumber.get(ben)).toMatchObject({ city: '' });
});
