import { createHash } from 'node:crypto';
import { transaction, type Transaction } from '../../src/money/payments/contract.ts';
import type { World } from './world.ts';
import { receiptImage } from './receipt-image.ts';
import { SANDBOX_ENDINGS } from '../../src/carriers/adapters/sandbox/catalogue.ts';

/** Everybody's password in the demonstration. */
export const DEMO_PASSWORD = 'Topline-demo-1';

/** The accounts of the demonstration, the administrator first. */
export const PEOPLE = {
  administrator: { email: 'grace@example.com', fullName: 'Grace Adeyemi', role: 'admin' },
  clinics: { email: 'ada@example.com', fullName: 'Ada Okafor', role: 'user', company: 'Okafor Clinics' },
  couriers: {
    email: 'bruno@example.com',
    fullName: 'Bruno Keller',
    role: 'user',
    company: 'Keller Couriers',
  },
  newcomer: { email: 'carla@example.com', fullName: 'Carla Mendes', role: 'user' },
  suspended: {
    email: 'dmitri@example.com',
    fullName: 'Dmitri Petrov',
    role: 'user',
    company: 'Petrov Media',
  },
  reseller: {
    email: 'rosa@example.com',
    fullName: 'Rosa Lindqvist',
    role: 'reseller',
    company: 'Nordic Voice',
  },
} as const satisfies Record<string, { email: string; fullName: string; role: string; company?: string }>;

export type Who = keyof typeof PEOPLE;

const MINUTES_A_DAY = 24 * 60;
const days = (count: number): number => count * MINUTES_A_DAY;

/** Six weeks of a small business, told in the order in which it happened. */
export async function tellStory(world: World): Promise<void> {
  await world.at(days(42), () => world.join('clinics'));
  await world.at(days(41), () => topUp(world, 'clinics', '250.00', 'BTC'));
  await world.at(days(40), () =>
    send(world, 'clinics', 'OKAFOR', 'Your appointment is tomorrow at 9:30.', 40),
  );
  await world.at(days(38), () => world.join('reseller'));
  await world.at(days(37), () => topUp(world, 'reseller', '750.00', 'USDT_ERC20'));
  // Two months at once, so that the package still runs at the end of the story.
  await world.at(days(37) - 60, () => buyMonth(world, 'reseller'));
  await world.at(days(37) - 61, () => buyMonth(world, 'reseller'));
  await world.at(days(36), () =>
    send(world, 'reseller', 'NORDIC', 'Your number has been ported. Welcome!', 120),
  );
  await world.at(days(30), () => world.join('couriers'));
  await world.at(days(29), () => topUp(world, 'couriers', '50.00', 'USDT_TRC20'));
  await world.at(days(28), () => send(world, 'couriers', 'KELLER', 'Your parcel arrives today.', 1500));
  await world.at(days(26), () => world.join('suspended'));
  await world.at(days(25), () => topUp(world, 'suspended', '100.00', 'ETH'));
  await world.at(days(24), () => send(world, 'suspended', 'PRIZE', 'You have won! Call us now.', 60));
  await world.at(days(23), () =>
    world.asAdministrator('PUT', `/api/admin/users/${world.id('suspended')}/suspend`),
  );
  await world.at(days(12), () => topUp(world, 'clinics', '100.00', 'ETH'));
  await world.at(days(9), () =>
    send(world, 'clinics', 'OKAFOR', 'The flu vaccine is here: book online.', 85, 'mixed'),
  );
  await world.at(days(7), () => topUp(world, 'reseller', '250.00', 'BTC', '241.50'));
  await world.at(days(6), () =>
    send(world, 'reseller', 'NORDIC', 'Maintenance tonight from 01:00 to 02:00.', 300),
  );
  await world.at(days(4), () => world.join('newcomer'));
  await world.at(days(3), () => refusedTopUp(world, 'newcomer'));
  await world.at(days(2), () => goodwill(world, 'couriers'));
  await world.at(days(1), () => send(world, 'clinics', 'OKAFOR', 'Please call us back.', 1, 'refused'));
  await world.at(180, () => send(world, 'clinics', 'OKAFOR', 'Your results are ready.', 3));
  await world.at(120, () => submit(world, 'newcomer', '50.00', 'USDT_TRC20', 'photographed'));
  await world.at(45, () => submit(world, 'clinics', '250.00', 'BTC', 'photographed'));
  await world.at(10, () => submit(world, 'reseller', '500.00', 'USDT_ERC20', 'unproven'));
}

type Coin = 'BTC' | 'ETH' | 'USDT_ERC20' | 'USDT_TRC20';

/** @param amountReceived what arrived, where it is not the amount */
async function topUp(
  world: World,
  who: Who,
  amount: string,
  coin: Coin,
  amountReceived?: string,
): Promise<void> {
  const { id, transactionHash } = await submit(world, who, amount, coin, 'photographed');
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

async function refusedTopUp(world: World, who: Who): Promise<void> {
  const { id } = await submit(world, who, '100.00', 'ETH', 'unproven');
  world.pass(90);
  const reason = 'No such transaction on the chain';
  await world.asAdministrator('POST', '/api/admin/reject-payment', { transactionId: id, reason });
}

async function submit(
  world: World,
  who: Who,
  amount: string,
  coin: Coin,
  proof: 'photographed' | 'unproven',
): Promise<Transaction> {
  const transactionHash = hashOn(coin, `${who} ${amount} ${world.now().toISOString()}`);
  const receiptImageUrl =
    proof === 'photographed' ? await world.upload(who, receiptImage(transactionHash)) : null;
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
  await world.asAdministrator('POST', `/api/admin/users/${world.id(who)}/adjustments`, {
    amount: '5.00',
    reason,
  });
}

/** Numbers of Ofcom's range for drama: no message sent to one ever reaches anybody. */
const number = (each: number): string => `+4477009${String(each).padStart(5, '0')}`;
/** The simulated carriers refuse numbers that end like the first, and never report on the second. */
const REFUSED = `+44770090${SANDBOX_ENDINGS.refused}`;
export const UNREPORTED = `+44770090${SANDBOX_ENDINGS.unreported}`;

async function send(
  world: World,
  who: Who,
  senderId: string,
  message: string,
  count: number,
  fate: 'delivered' | 'mixed' | 'refused' = 'delivered',
): Promise<void> {
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
