import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSmpp } from '../../src/carriers/adapters/smpp/smpp.ts';
import { ACCOUNT, hostFor } from './accounts.ts';

/** Whether the gateway is asked who it is before it gets the password. */

let folder: string;
let impostor: Bun.TCPSocketListener;
let heard = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'topline-smpp-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  await Bun.$`openssl req -x509 -newkey rsa:2048 -nodes -keyout ${key} -out ${cert} -days 1 -subj /CN=localhost`.quiet();
  impostor = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    tls: { key: Bun.file(key), cert: Bun.file(cert) },
    socket: { data: () => void (heard += 1) },
  });
});
afterAll(async () => {
  impostor.stop(true);
  await rm(folder, { recursive: true });
});

test('a gateway with an untrusted certificate gets no password, and counts as down', async () => {
  const waits = { bindMs: 2000, enquireMs: 1000, reconnectMs: 50, reconnectMaxMs: 100 };
  const carrier = createSmpp({ sendMs: 1000, healthMs: 1000, ...waits }).open(
    hostFor({
      SMPP_HOST: 'localhost',
      SMPP_PORT: String(impostor.port),
      SMPP_TLS: 'on',
      SMPP_SYSTEM_ID: ACCOUNT.smpp.systemId,
      SMPP_PASSWORD: ACCOUNT.smpp.password,
    }),
  );
  carrier.onReceipts?.(async () => {});
  try {
    const { healthy, detail } = await carrier.health();
    expect(healthy).toBe(false);
    expect(detail).toMatch(/certificate|self.signed/i);
    expect(heard).toBe(0);
  } finally {
    await carrier.close?.();
  }
});
