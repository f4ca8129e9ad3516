import { activateCustomer, suspendCustomer } from '../../../src/resale/customers/contract.ts';
import { appForFile, credit, makePair, newNumber, openEvents, send, transfer } from '../../kit/index.ts';

const app = await appForFile();

test('a reseller is told of a customer’s balance, state and spending, and of nobody else’s', async () => {
  const { reseller, customer } = await makePair(app);
  const other = await makePair(app);
  await credit(app, reseller, '50.00');
  await credit(app, other.customer, '5.00');
  await using stream = await openEvents(app, { cookie: reseller.cookie });
  const told = async () => (await stream.next('customers-changed')).data;
  const about = { userId: reseller.id, customerId: customer.id };

  await send(other.customer, [newNumber()]);
  await transfer(reseller, customer, '20.00');
  expect(await told()).toMatchObject(about);
  const path = `/api/users/${reseller.id}/customers/${customer.id}`;
  for (const { method, path: verb } of [suspendCustomer, activateCustomer]) {
    expect((await reseller.as(`${path}/${verb.split('/').at(-1)}`, { method })).status).toBe(200);
    expect(await told()).toMatchObject(about);
  }
  await send(customer, [newNumber()]);
  expect(await told(), 'once the message has left').toMatchObject(about);
});
