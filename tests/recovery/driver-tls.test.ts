import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../db/client.ts';

/** Whether the driver checks the server's identity if the database's address requires it. */

let folder: string;
let impostor: Bun.TCPSocketListener;
let heard = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'topline-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  await Bun.$`openssl req -x509 -newkey rsa:2048 -nodes -keyout ${key} -out ${cert} -days 1 -subj /CN=localhost`.quiet();
  impostor = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    tls: { key: Bun.file(key), cert: Bun.file(cert) },
    socket: {
      data: (socket) => {
        heard++;
        socket.end();
      },
    },
  });
});
afterAll(async () => {
  impostor.stop(true);
  await rm(folder, { recursive: true });
});

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

test.each(['verify-full', 'verify-ca'])(
  'with %s nothing is said to a server that nobody vouches for',
  async (mode) => {
    heard = 0;
    expect(await ask(mode)).toMatchObject({ code: expect.stringMatching(/CERT|SELF_SIGNED/) });
    expect(heard).toBe(0);
  },
);

test('with require the connection is encrypted, and the certificate is not checked', async () => {
  heard = 0;
  expect(await ask('require')).toBeInstanceOf(Error);
  expect(heard).toBeGreaterThan(0);
});
