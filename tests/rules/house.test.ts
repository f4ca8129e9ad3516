import { RULES } from './house.ts';
import { unlistedTables } from './house-tables.ts';
import { readSources } from './sources.ts';

const sources = readSources();

describe.each(RULES.map((rule) => [rule.name, rule] as const))('%s', (_name, rule) => {
  let before: string[] | undefined;
  const faultsNow = (): string[] => (before ??= rule.faults(sources));

  test('holds', () => {
    expect(faultsNow()).toEqual([]);
  });

  test.each(rule.broken.map((each) => [each.text.trim().split('\n')[0]?.slice(0, 90), each] as const))(
    'goes red on: %s',
    (_text, broken) => {
      const faults = rule.perFile ? rule.faults([broken]) : rule.faults([...sources, broken]);
      expect(faults.length).toBeGreaterThan(rule.perFile ? 0 : faultsNow().length);
    },
  );
});

test('every table has code that writes to it', () => {
  expect(unlistedTables()).toEqual([]);
});
