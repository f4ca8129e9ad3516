import { expect, test } from 'bun:test';
import { cutAt } from '../../../src/carriers/adapters/sandbox/schedule.ts';

const own = {
  rings: '2026-01-01T00:00:01.000Z',
  answers: '2026-01-01T00:00:02.000Z',
  ends: '2026-01-01T00:00:02.000Z',
};

test('a call that lasts no time was answered all the same', () => {
  expect(cutAt(own, undefined)).toEqual({ times: own, isCut: false });
});

test('a leg ends with the call that leads on to it, and is not answered after that', () => {
  const lasting = { ...own, ends: '2026-01-01T00:01:00.000Z' };
  const until = '2026-01-01T00:00:30.000Z';
  expect(cutAt(lasting, until)).toEqual({ times: { ...lasting, ends: until }, isCut: false });
  const early = '2026-01-01T00:00:00.500Z';
  expect(cutAt(lasting, early)).toEqual({ times: { rings: early, answers: null, ends: early }, isCut: true });
});
