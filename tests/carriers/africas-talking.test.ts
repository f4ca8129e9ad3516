import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { Carrier, SendResult } from '../../src/carriers/port.ts';
import { ACCOUNT, carriersAt, hostFor, PUBLIC_CALLBACK } from './accounts.ts';
import { africasTalking, recipient, sentByAfricasTalking } from './dialect-africas-talking.ts';
import type { Answered } from './dialects.ts';
import { Simulator } from './simulator.ts';

let simulator: Simulator;
let carrier: Carrier;
beforeEach(async () => {
  simulator = new Simulator(africasTalking);
  const host = hostFor(carriersAt(await simulator.listen()));
  carrier = africasTalking.adapter({ sendMs: 1000, healthMs: 1000 }).open(host);
});
afterEach(async () => {
  await simulator.stop();
  expect(simulator.faults).toEqual([]);
});

async function answeredWith(answer: Answered): Promise<SendResult> {
  simulator.answerSends(answer);
  const number = '+254711082123';
  const callbackUrl = `${PUBLIC_CALLBACK}/africas-talking`;
  return carrier.sendSms({ reference: 'r1', sender: 'Topline', number, text: 'Hello', callbackUrl });
}

test.each([
  [402, 'other-carrier', 'This sender ID is not allowed for this destination'],
  [403, 'never', 'This number does not exist or cannot receive messages'],
  [405, 'other-carrier', 'The carrier did not take the message'],
  [406, 'never', 'The recipient has asked not to receive messages'],
  [407, 'other-carrier', 'This destination cannot be reached at the moment'],
  [409, 'never', 'The recipient has asked not to receive messages'],
] as const)('%i means %s: %s', async (code, retry, customerWords) => {
  const result = await answeredWith(sentByAfricasTalking(recipient(code, 'refused')));
  expect(result).toMatchObject({ kind: 'refused', code: String(code), retry, customerWords });
});

test('a sender that it does not know is refused for all recipients at once', async () => {
  const answer: Answered = { status: 201, body: { SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } } };
  expect(await answeredWith(answer)).toMatchObject({ kind: 'refused', code: 'InvalidSenderId' });
});

test('a fault within its platform leaves open what became of a message', async () => {
  const result = await answeredWith(sentByAfricasTalking(recipient(500, 'InternalServerError')));
  expect(result).toEqual({ kind: 'uncertain', detail: 'status 500' });
});

test.each([
  [{ status: 'Failed', failureReason: 'UserInBlackList' }, 'The recipient has asked not to receive messages'],
  [{ status: 'Rejected', failureReason: 'UserDoesNotExist' }, 'This number does not exist or cannot receive messages'],
  [{ status: 'AbsentSubscriber' }, 'The phone was switched off or out of reach'],
  [{ status: 'Expired' }, 'The message could not be delivered in time'],
] as const)('a report %o says why', async (fields, customerWords) => {
  const url = `${PUBLIC_CALLBACK}/africas-talking?secret=${ACCOUNT.africasTalking.callbackSecret}`;
  const body = new URLSearchParams({ id: 'ATXid_1', phoneNumber: '+254711082123', ...fields }).toString();
  const { news } = await carrier.parseCallback({ url, headers: new Headers(), body });
  expect(news).toMatchObject([{ carrierMessageId: 'ATXid_1', outcome: 'undelivered', customerWords }]);
});
