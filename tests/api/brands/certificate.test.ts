import { createServer } from 'node:tls';
import { askCertificate } from '../../../src/resale/brands/host/ask-certificate.ts';
import { selfSigned } from '../../kit/self-signed.ts';

const certificate = await selfSigned('portal.acme.example');
const server = createServer(certificate, (socket) => socket.end());
const listening = Promise.withResolvers<number>();
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  listening.resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
});
const port = await listening.promise;
afterAll(() => {
  server.close();
});

const ask = (hostName: string, more: { at?: number; inside?: boolean; ca?: string } = {}) =>
  askCertificate({ hostName, port: more.at ?? port }, async () => ['127.0.0.1'], more.inside ?? true, more.ca);

test('a certificate that an authority signed for this name is good until its end', async () => {
  const { certificateUntil, certificateFault } = await ask('portal.acme.example', { ca: certificate.cert });
  expect(certificateFault).toBeNull();
  const days = ((certificateUntil?.getTime() ?? 0) - Date.now()) / 86_400_000;
  expect(days).toBeWithin(0.9, 1.1);
});

test('one that nobody vouches for, or of another name, is not', async () => {
  expect(await ask('portal.acme.example')).toMatchObject({ certificateFault: 'invalid' });
  expect(await ask('other.acme.example', { ca: certificate.cert })).toMatchObject({ certificateFault: 'invalid' });
});

test('nothing is asked inside our own network, and a closed port says nothing', async () => {
  const nothing = { certificateUntil: null, certificateFault: 'unreachable' } as const;
  expect(await ask('portal.acme.example', { inside: false, ca: certificate.cert })).toEqual(nothing);
  expect(await ask('portal.acme.example', { at: 1 })).toEqual(nothing);
});
