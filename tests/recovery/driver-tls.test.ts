import { connect } from '../../db/client.ts';
import { selfSigned } from '../kit/self-signed.ts';

let heard = 0;
const impostor = Bun.listen({
  hostname: '127.0.0.1',
  port: 0,
  tls: await selfSigned('localhost'),
  socket: {
    data: (socket) => {
      heard++;
      socket.end();
    },
  },
});
afterAll(() => impostor.stop(true));

/** Sends a query to a server whose certificate no authority has signed, and records what follows the handshake. */
async function ask(mode: string): Promise<unknown> {
  // It uses TLS from the first byte: the certificate is checked in the same way.
  const url = `postgres://user:pass@localhost:${impostor.port}/topline?sslmode=${mode}&sslnegotiation=direct`;
  const { sql, close } = connect(url, { connections: 1 });
  try {
    return await sql`select 1`.then(
      () => null,
      (error: unknown) => error,
    );
  } finally {
    await close();
  }
}

test.each(['verify-full', 'verify-ca'])('with %s nothing is said to a server that nobody vouches for', async (mode) => {
  heard = 0;
  expect(await ask(mode)).toMatchObject({ code: expect.stringMatching(/CERT|SELF_SIGNED/) });
  expect(heard).toBe(0);
});

test('with require the connection is encrypted, and the certificate is not checked', async () => {
  heard = 0;
  expect(await ask('require')).toBeInstanceOf(Error);
  expect(heard).toBeGreaterThan(0);
});
