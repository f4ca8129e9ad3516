import { describe, expect, test } from 'bun:test';
import { RULES } from './house.ts';
import { readSources } from './sources.ts';

const sources = readSources();

describe.each(RULES.map((rule) => [rule.name, rule] as const))('%s', (_name, rule) => {
  test('holds', () => {
    expect(rule.faults(sources)).toEqual([]);
  });

  test('goes red on a file that breaks it', () => {
    const before = rule.faults(sources).length;
    expect(rule.faults([...sources, rule.broken]).length).toBeGreaterThan(before);
  });
});
