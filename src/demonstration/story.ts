import { createHash } from 'node:crypto';
import { z } from 'zod';
import { transaction, type Transaction } from '../money/payments/contract.ts';
import type { World } from './world.ts';
import { REFUSED, UNREPORTED, type Who } from './people.ts';
import { receiptImage } from './receipt-image.ts';

export const MINUTES_A_DAY = 24 * 60;
const days = (count: number): number => count * MINUTES_A_DAY;

/** Six weeks of a small business, told in the order in which it happened. */
export async function tellStory(world: World): Promise<void> {
  await world.at(days(42), () => world.join('clinics'));
  await world.as('clinics', 'PUT', `/api/users/${world.id('clinics')}`, { country: 'NG' });
  await world.at(days(41), () => topUp(world, 'clinics', { amount: '250.00', coin: 'BTC' }));
  await world.at(days(40), () =>
    send(world, 'clinics', { senderId: 'OKAFOR', message: 'Your appointment is tomorrow at 9:30.', count: 40 }),
  );
  await world.at(days(39), () => keepPatients(world));
  await world.at(days(38), () => world.join('reseller'));
  await world.at(days(37), () => topUp(world, 'reseller', { amount: '750.00', coin: 'USDT_ERC20' }));
  // Two months at once, so that the package still runs at the end of the story.
  await world.at(days(37) - 60, () => buyMonth(world, 'reseller'));
  await world.at(days(37) - 61, () => buyMonth(world, 'reseller'));
  await world.at(days(36), () =>
    send(world, 'reseller', { senderId: 'NORDIC', message: 'Your number has been ported. Welcome!', count: 120 }),
  );
  await world.at(days(35), () => resell(world, 'salon', '40.00'));
  await world.at(days(34), () =>
    send(world, 'salon', { senderId: 'NYBERG', message: 'Your cut is booked for Friday at 14:00.', count: 60 }),
  );
  await world.at(days(30), () => world.join('couriers'));
  await world.at(days(29), () => topUp(world, 'couriers', { amount: '50.00', coin: 'USDT_TRC20' }));
  await world.at(days(28), () =>
    send(world, 'couriers', { senderId: 'KELLER', message: 'Your parcel arrives today.', count: 1500 }),
  );
  await world.at(days(26), () => world.join('suspended'));
  await world.at(days(25), () => topUp(world, 'suspended', { amount: '100.00', coin: 'ETH' }));
  await world.at(days(24), () =>
    send(world, 'suspended', { senderId: 'PRIZE', message: 'You have won! Call us now.', count: 60 }),
  );
  await world.at(days(23), () => world.asAdministrator('PUT', `/api/admin/users/${world.id('suspended')}/suspend`));
  await world.at(days(20), () => buyNumber(world));
  await world.at(days(15), () => resell(world, 'school', '25.00'));
  await world.at(days(14), () =>
    send(world, 'school', { senderId: 'LUND', message: 'Your lesson starts at the station at 16:15.', count: 30 }),
  );
  await world.at(days(12), () => topUp(world, 'clinics', { amount: '100.00', coin: 'ETH' }));
  await world.at(days(9), () =>
    send(world, 'clinics', {
      senderId: 'OKAFOR',
      message: 'The flu vaccine is here: book online.',
      count: 85,
      fate: 'mixed',
    }),
  );
  await world.at(days(8), () => writeBack(world));
  await world.at(days(7), () => topUp(world, 'reseller', { amount: '250.00', coin: 'BTC', amountReceived: '241.50' }));
  await world.at(days(6), () =>
    send(world, 'reseller', { senderId: 'NORDIC', message: 'Maintenance tonight from 01:00 to 02:00.', count: 300 }),
  );
  await world.at(days(5), () => call(world));
  await world.at(days(4), () => world.join('newcomer'));
  await world.at(days(3), () => refusedTopUp(world, 'newcomer'));
  await world.at(days(2), () => goodwill(world, 'couriers'));
  await world.at(days(1), () =>
    send(world, 'clinics', { senderId: 'OKAFOR', message: 'Please call us back.', count: 1, fate: 'refused' }),
  );
  await world.at(180, () =>
    send(world, 'clinics', { senderId: 'OKAFOR', message: 'Your results are ready.', count: 3 }),
  );
  await world.at(120, () => submit(world, 'newcomer', { amount: '50.00', coin: 'USDT_TRC20', proof: 'photographed' }));
  await world.at(45, () => submit(world, 'clinics', { amount: '250.00', coin: 'BTC', proof: 'photographed' }));
  await world.at(10, () => submit(world, 'reseller', { amount: '500.00', coin: 'USDT_ERC20', proof: 'unproven' }));
}

type Coin = 'BTC' | 'ETH' | 'USDT_ERC20' | 'USDT_TRC20';

interface Sum {
  amount: string;
  coin: Coin;
  /** The amount that arrived, where it is not the one due. */
  amountReceived?: string;
}

async function topUp(world: World, who: Who, { amount, coin, amountReceived }: Sum): Promise<void> {
  const { id, transactionHash } = await submit(world, who, { amount, coin, proof: 'photographed' });
  world.pass(30);
  const decision = { transactionId: id, transactionHash, amountReceived };
  await world.asAdministrator('POST', '/api/admin/verify-payment', decision);
}

/** A month of the reseller package, paid from the balance. */
async function buyMonth(world: World, who: Who): Promise<void> {
  const path = `/api/users/${world.id(who)}/transactions`;
  const order = { type: 'reseller_package', resellerPackage: 'monthly', amount: '250.00' };
  const { id } = transaction.parse(await world.as(who, 'POST', path, order));
  await world.as(who, 'POST', `${path}/${id}/pay`);
}

/** The reseller opens an account for a customer and passes on credit. */
async function resell(world: World, who: Who, amount: string): Promise<void> {
  await world.join(who, 'reseller');
  const path = `/api/users/${world.id('reseller')}/customers/${world.id(who)}`;
  await world.as('reseller', 'POST', `${path}/transfers`, { amount, direction: 'to_customer' });
}

async function refusedTopUp(world: World, who: Who): Promise<void> {
  const { id } = await submit(world, who, { amount: '100.00', coin: 'ETH', proof: 'unproven' });
  world.pass(90);
  const reason = 'No such transaction on the chain';
  await world.asAdministrator('POST', '/api/admin/reject-payment', { transactionId: id, reason });
}

async function submit(
  world: World,
  who: Who,
  { amount, coin, proof }: Sum & { proof: 'photographed' | 'unproven' },
): Promise<Transaction> {
  const transactionHash = hashOn(coin, `${who} ${amount} ${world.now().toISOString()}`);
  const receiptImageUrl = proof === 'photographed' ? await world.upload(who, receiptImage(transactionHash)) : null;
  const submitted = await world.as(who, 'POST', `/api/users/${world.id(who)}/transactions`, {
    type: 'credit_purchase',
    amount,
    cryptocurrency: coin,
    transactionHash,
    receiptImageUrl,
  });
  return transaction.parse(submitted);
}

async function goodwill(world: World, who: Who): Promise<void> {
  const reason = 'Goodwill for last week’s delays';
  await world.asAdministrator('POST', `/api/admin/users/${world.id(who)}/adjustments`, { amount: '5.00', reason });
}

const PATIENTS = [
  'Amara Bello',
  'Chidi Eze',
  'Dele Ojo',
  'Efua Mensah',
  'Femi Ade',
  'Halima Musa',
  'Ife Cole',
  'Jide Obi',
];

async function keepPatients(world: World): Promise<void> {
  const contacts = PATIENTS.map((name, each) => ({
    name,
    number: number(123 + each),
    fields: { doctor: 'Dr Okafor' },
  }));
  await world.as('clinics', 'POST', `/api/users/${world.id('clinics')}/contacts/import`, {
    contacts,
    lists: ['Patients'],
  });
  const template = { name: 'Appointment', message: 'Your appointment with {doctor} is tomorrow at 9:30.' };
  await world.as('clinics', 'POST', `/api/users/${world.id('clinics')}/sms-templates`, template);
}

const numbers = z.array(z.object({ id: z.string(), number: z.string(), status: z.string() }));

async function buyNumber(world: World): Promise<void> {
  const [free] = z.array(z.string()).parse(await world.as('clinics', 'GET', '/api/did-numbers/available?country=US'));
  const path = `/api/users/${world.id('clinics')}/did-numbers`;
  await world.as('clinics', 'POST', path, { number: free, country: 'US' });
  await world.until(async () => numbers.parse(await world.as('clinics', 'GET', path))[0]?.status === 'active');
}

/** Patients write to the clinic's number and call it. */
async function writeBack(world: World): Promise<void> {
  const path = `/api/users/${world.id('clinics')}/did-numbers`;
  const [own] = numbers.parse(await world.as('clinics', 'GET', path));
  for (const [each, text] of ['Yes, I will be there.', 'Can I come on Friday?', 'Thank you, doctor!'].entries()) {
    await world.as('clinics', 'POST', `${path}/${own?.id}/try`, { from: number(123 + each), text });
  }
  await world.as('clinics', 'POST', `${path}/${own?.id}/call`, { from: number(124) });
}

async function call(world: World): Promise<void> {
  const path = `/api/users/${world.id('clinics')}/voice`;
  for (const each of [123, 124])
    await world.as('clinics', 'POST', path, { callerId: 'OKAFOR', destination: number(each) });
  const all = async () => calls.parse(await world.as('clinics', 'GET', path));
  await world.until(async () => (await all()).every(({ status, endedAt }) => status === 'in-progress' || endedAt));
  world.pass(2);
  await world.until(async () => (await all()).every(({ endedAt }) => endedAt !== null));
}

const calls = z.array(z.object({ status: z.string(), endedAt: z.string().nullable() }));

/** Numbers of Ofcom's range for drama: no message sent to one ever reaches anybody. */
const number = (each: number): string => `+4477009${String(each).padStart(5, '0')}`;

interface Sending {
  senderId: string;
  message: string;
  /** The number of recipients whom it reaches. */
  count: number;
  fate?: 'delivered' | 'mixed' | 'refused';
}

async function send(world: World, who: Who, { senderId, message, count, fate = 'delivered' }: Sending): Promise<void> {
  const recipients = Array.from({ length: count }, (_, each) => number(123 + each));
  if (fate === 'mixed') recipients.push(REFUSED, UNREPORTED);
  const body = { senderId, message, recipients: fate === 'refused' ? [REFUSED] : recipients };
  await world.as(who, 'POST', `/api/users/${world.id(who)}/sms`, body);
  await world.delivered();
}

/** A hash of the coin's form, always the same for the same payment. */
function hashOn(coin: Coin, payment: string): string {
  const hex = createHash('sha256').update(payment).digest('hex');
  return coin === 'ETH' || coin === 'USDT_ERC20' ? `0x${hex}` : hex;
}
