import { expect, test } from 'bun:test';
import { createTwilio } from '../../src/carriers/adapters/twilio/twilio.ts';
import { appForFile, eventually, forFile, funded } from '../kit/index.ts';
import { newNumber, postSms } from '../kit/messages.ts';
import { carriersAt } from './accounts.ts';
import { twilio } from './dialects.ts';
import { Simulator } from './simulator.ts';

const simulator = await forFile(new Simulator(twilio));
const app = await appForFile({ adapters: [createTwilio()], env: carriersAt(await simulator.listen()) });

test('a carrier is told by which request each message came, whoever wakes the queue', async () => {
  const person = await funded(app, '5.00');
  const answers = await Promise.all(Array.from({ length: 6 }, () => postSms(person, [newNumber()])));
  await eventually('all have left', async () => simulator.taken.length === answers.length);
  const idsOf = (all: readonly { headers: Headers }[]) => all.map(({ headers }) => headers.get('x-request-id'));
  expect(idsOf(simulator.taken.map(({ request }) => request)).toSorted()).toEqual(idsOf(answers).toSorted());
});
