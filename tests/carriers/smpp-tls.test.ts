import { createSmpp } from '../../src/carriers/adapters/smpp/smpp.ts';
import { hostFor, smppAt } from './accounts.ts';
import { selfSigned } from '../kit/self-signed.ts';

let heard = 0;
const impostor = Bun.listen({
  hostname: '127.0.0.1',
  port: 0,
  tls: await selfSigned('localhost'),
  socket: { data: () => void (heard += 1) },
});
afterAll(() => impostor.stop(true));

test('a gateway with an untrusted certificate gets no password, and counts as down', async () => {
  const waits = { bindMs: 2000, enquireMs: 1000, reconnectMs: 50, reconnectMaxMs: 100 };
  const carrier = createSmpp({ sendMs: 1000, healthMs: 1000, ...waits }).open(
    hostFor({ ...smppAt(impostor.port), SMPP_HOST: 'localhost', SMPP_TLS: 'on' }),
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
