import { createAfricasTalking } from '../../src/carriers/adapters/africas-talking.ts';
import { TIMEOUTS } from '../../src/carriers/adapters/http-carrier.ts';
import { createPlivo } from '../../src/carriers/adapters/plivo/plivo.ts';
import { smpp } from '../../src/carriers/adapters/smpp/smpp.ts';
import type { Adapter } from '../../src/carriers/port.ts';
import { askMessagePrices } from '../../src/services/messaging/delivery/ask-message-prices.ts';
import { readFigures } from '../api/figures/read-figures.ts';
import { funded, makeAdmin, makeDeck, newNumber, send, startTestApp, untilStatus } from '../kit/index.ts';
import { carriersAt, smppAt } from './accounts.ts';
import { africasTalking } from './dialect-africas-talking.ts';
import { plivo } from './dialect-plivo.ts';
import { Simulator } from './simulator.ts';
import { Gateway } from './smpp-gateway.ts';

const [talking, plivos] = [new Simulator(africasTalking), new Simulator(plivo)];
const { gateway, port } = await Gateway.start();
const env = {
  ...{ SANDBOX_CARRIERS: 'off', CURRENCY_RATES: 'KES=0.006,USD=0.75' },
  ...{ ...carriersAt(await talking.listen()), ...smppAt(port), PLIVO_BASE_URL: await plivos.listen() },
};
const record = { message_state: 'delivered', units: 1, total_amount: '0.00800' };
plivos.script('GET', /\/Message\/[\w-]+\/$/, { status: 200, body: { message_uuid: 'm', ...record } });
afterAll(() => Promise.all([talking.stop(), plivos.stop(), gateway.kill()]));

test.each<[string, Adapter, string]>([
  ['africas-talking', createAfricasTalking(TIMEOUTS), '0.0048'],
  ['plivo', createPlivo(TIMEOUTS), '0.0060'],
  ['smpp', smpp, '0.0100'],
])('the charge of %s for a message is known', async (name, adapter, cost) => {
  await using app = await startTestApp({ env, adapters: [adapter] });
  if (name === 'smpp') await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.0100' }], { carrier: name });
  const [person, admin] = [await funded(app, '1.00'), await makeAdmin(app)];
  const { id } = await send(person, [newNumber()]);
  await untilStatus(person, id, 'sent');
  app.clock.advance(61_000);
  await askMessagePrices(app.deps);
  const { total } = await readFigures(admin, 'split=carrier');
  const margin = (0.03 - Number(cost)).toFixed(4);
  expect(total).toMatchObject({ units: 1, revenue: '0.0300', cost, margin, uncosted: 0 });
});
