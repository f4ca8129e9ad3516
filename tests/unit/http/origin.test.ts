import { checkOrigin } from '../../../src/edge/http/serve-route.ts';
import { Problem } from '../../../src/platform/kit/errors.ts';

/** Whose page made a browser send a request. */

const OURS = 'https://topline.example';
const isTaken = (origin: string, host = 'topline.example', publicUrl = OURS): boolean => {
  const request = new Request('http://127.0.0.1/', { method: 'POST', headers: { origin, host } });
  try {
    checkOrigin(request, publicUrl);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.reason === 'bad_origin') return false;
    throw error;
  }
};

test('our own pages, and those of a portal at its own host name, are taken', () => {
  expect(isTaken(OURS)).toBe(true);
  expect(isTaken('https://portal.acme.example', 'portal.acme.example')).toBe(true);
  expect(isTaken('http://localhost:3000', 'localhost:3000', 'http://localhost:3000')).toBe(true);
  expect(isTaken('https://localhost:3000', 'localhost:3000', 'http://localhost:3000')).toBe(true);
});

test('a page without TLS is another site where we have it', () => {
  expect(isTaken('http://topline.example')).toBe(false);
  expect(isTaken('http://portal.acme.example', 'portal.acme.example')).toBe(false);
});

test.each(['https://evil.example', 'null', 'not an address', 'https://topline.example.evil.example'])(
  'another site is refused: %s',
  (origin) => {
    expect(isTaken(origin)).toBe(false);
  },
);
