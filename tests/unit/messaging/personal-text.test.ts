import { Problem } from '../../../src/platform/kit/errors.ts';
import { personalText, placeholdersOf, unfilledIn } from '../../../src/shared/personal-text.ts';
import { writePersonalTexts } from '../../../src/services/messaging/sending/write-personal-texts.ts';

test('names are found once each, in order; what is empty or runs over a line is text', () => {
  expect(placeholdersOf('{name}, {order no}: {name} {} {a\nb} {{city}}')).toEqual(['name', 'order no', 'city']);
});

test.each([
  ['Hello {name}', { name: 'Ann' }, 'Hello Ann', []],
  ['{name} {name}', { name: 'Ann' }, 'Ann Ann', []],
  ['Hello {name} of {city}', { name: 'Ann', city: ' ' }, 'Hello Ann of {city}', ['city']],
  ['Hello {constructor}', {}, 'Hello {constructor}', ['constructor']],
  ['Hello {name}', { Name: 'Ann' }, 'Hello Ann', []],
  ['Hello {NAME}', { ' name': 'Ann' }, 'Hello Ann', []],
  ['Hello {name}', { Name: 'Ben', name: 'Ann' }, 'Hello Ann', []],
  ['Pay {sum}', { sum: '$& {name}', name: 'Ann' }, 'Pay $& {name}', []],
] as const)('%j of %j', (text, fields, written, missing) => {
  expect(personalText(text, fields)).toEqual({ text: written, missing: [...missing] });
});

test('a text without fields has placeholders where braces hold a name', () => {
  expect(unfilledIn('{name} {order no} {Straße}')).toEqual(['name', 'order no', 'Straße']);
  expect(unfilledIn('{"a": 1} {1} {} f(x) { return; } :-{ }')).toEqual([]);
});

describe('the texts of a list', () => {
  test('follow their rows and are counted one by one', async () => {
    const fields = [{ name: 'Ann' }, { name: 'x'.repeat(160) }, { name: 'Łódź'.repeat(18) }];
    expect(await writePersonalTexts({ message: 'Hi {name}', fields }, [2, 0, 1])).toEqual({
      texts: [`Hi ${'Łódź'.repeat(18)}`, 'Hi Ann', `Hi ${'x'.repeat(160)}`],
      parts: [2, 1, 2],
      shortParts: [2, 1, 2],
    });
  });

  const faultsOf = async (...given: Parameters<typeof writePersonalTexts>) => {
    const problem = await writePersonalTexts(...given).catch((error: unknown) => error);
    if (!(problem instanceof Problem)) throw new Error('nothing was refused');
    return problem.fields;
  };

  test('name the lines that lack a value, a hundred at most', async () => {
    expect(await faultsOf({ message: 'Hi {name}', fields: [{ name: 'Ann' }, { nmae: 'Ben' }] }, [0, 1])).toMatchObject([
      { path: 'fields.1', message: 'Line 2: no value for {name}' },
    ]);
    const many = Array.from({ length: 150 }, (_, row) => row);
    expect(await faultsOf({ message: 'Hi {name}', fields: [] }, many)).toHaveLength(100);
  });

  test('name the line that is longer than a message may be', async () => {
    const fields = [{ name: 'Ann' }, { name: 'x'.repeat(200) }];
    expect(await faultsOf({ message: '{name}'.repeat(10), fields }, [0, 1])).toMatchObject([
      { path: 'fields.1', message: 'Line 2: at most 1,600 characters' },
    ]);
  });

  test('are no more together than a server holds with ease', async () => {
    const rows = Array.from({ length: 12_600 }, (_, row) => row);
    const fields = rows.map(() => ({ name: 'x'.repeat(200) }));
    expect(await faultsOf({ message: '{name}'.repeat(8), fields }, rows)).toMatchObject([{ path: 'message' }]);
  });
});
