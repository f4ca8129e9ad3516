import { firstIdAt, newId } from '../../../src/platform/kit/ids.ts';

const at = (moment: string) => ({ now: () => new Date(moment) });
const NOON = at('2031-03-04T12:00:00.000Z');

test('an id is a UUID of version 7 with its moment', () => {
  const id = newId(NOON);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(NOON.now().getTime());
});

test('ids of one moment are in order and each another, also where other moments come between', () => {
  const others = ['2031-03-04T12:00:00.001Z', '2031-03-04T11:00:00.000Z'].map(at);
  const ids: string[] = [];
  for (let made = 0; made < 20_000; made++) {
    ids.push(newId(NOON));
    for (const other of others) newId(other);
    Bun.randomUUIDv7('hex', NOON.now());
  }
  expect(ids).toEqual([...new Set(ids)].toSorted());
});

test('a moment’s first id is below all that are made from it on', () => {
  expect(firstIdAt(NOON.now()) < newId(NOON)).toBe(true);
  expect(newId(at('2031-03-04T11:59:59.999Z')) < firstIdAt(NOON.now())).toBe(true);
});
