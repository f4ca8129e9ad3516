import { digestResponse, ha1 } from '../../../src/services/trunks/digest.ts';

/** The examples of RFC 7616, section 3.9.1. */
const example = {
  method: 'GET',
  uri: '/dir/index.html',
  nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
  qop: 'auth',
  nc: '00000001',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
} as const;

test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
] as const)('%s gives the response of RFC 7616', (algorithm, expected) => {
  const secretHash = ha1(algorithm, { username: 'Mufasa', realm: 'http-auth@example.org', secret: 'Circle of Life' });
  expect(digestResponse(secretHash, { ...example, algorithm })).toBe(expected);
});

/** The example of RFC 2069, whose form RFC 2617 keeps for clients without `qop`. */
test('without qop, count and client nonce do not count', () => {
  const secretHash = ha1('MD5', { username: 'Mufasa', realm: 'testrealm@host.com', secret: 'CircleOfLife' });
  const request = {
    algorithm: 'MD5',
    method: 'GET',
    uri: '/dir/index.html',
    nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
  } as const;
  expect(digestResponse(secretHash, request)).toBe('1949323746fe6a43ef61f9606e7febea');
});
