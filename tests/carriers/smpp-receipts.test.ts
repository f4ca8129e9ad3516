import { smpp } from '../../src/carriers/adapters/smpp/smpp.ts';
import { startTestApp } from '../kit/app.ts';
import { smppAt } from './accounts.ts';
import { Gateway } from './smpp-gateway.ts';

test('a report over a connection of the gateway lies in the inbox before the gateway has its answer', async () => {
  const { gateway, port } = await Gateway.start();
  const app = await startTestApp({
    adapters: [smpp],
    env: smppAt(port),
  });
  await gateway.next('bound');
  const report = { esm_class: 4, short_message: '', receipted_message_id: '00CAFE01', message_state: 2 };
  expect(await gateway.deliver(report)).toBe(0);
  expect(await gateway.deliver(report)).toBe(0);
  const stored = await app.deps.sql`select provider, provider_message_id, outcome from carrier_receipts`;
  expect([...stored]).toEqual([{ provider: 'smpp', provider_message_id: '00CAFE01', outcome: 'delivered' }]);
  expect(await gateway.deliver({ esm_class: 4, short_message: 'id:7 stat:NEVER' })).toBe(0);
  const [unread] = await app.deps.sql`select provider, text from unread_reports`;
  expect(unread).toEqual({ provider: 'smpp', text: 'id:7 stat:NEVER' });
  await app.stop();
  await gateway.next('left');
  await gateway.kill();
});
