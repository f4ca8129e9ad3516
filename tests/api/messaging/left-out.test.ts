import { expect, test } from 'bun:test';
import type { Adapter } from '../../../src/carriers/port.ts';
import { smsMessage } from '../../../src/services/messaging/contract.ts';
import { appForFile, balanceOf, expectProblem, funded, quickSandboxes, readAs } from '../../kit/index.ts';
import { newNumber, postSms, send, untilStatus } from '../../kit/messages.ts';

/** A number that ends in 51 is a fixed line. */
const lookingUp = (adapter: Adapter): Adapter => ({
  ...adapter,
  open: (host) => {
    const carrier = adapter.open(host);
    carrier.lookUpNumber = async (number) => ({
      ...{ kind: number.endsWith('51') ? 'fixed' : 'mobile', country: 'GB' },
      ...{ network: null, networkName: null, ported: null },
    });
    return carrier;
  },
});

const app = await appForFile({ adapters: quickSandboxes().map(lookingUp), soundBooks: true });
const person = await funded(app, '10.00');

test('a fixed line and one that opted out are both left out of what is charged', async () => {
  const [good, fixed, stopped] = [newNumber('70'), newNumber('51'), newNumber('70')];
  const added = await person.as(`/api/users/${person.id}/opt-outs`, { json: { number: stopped } });
  expect(added.status).toBe(201);
  const message = await send(person, [good, fixed, stopped]);
  expect([message.cost, message.counts.failed, message.counts.optedOut]).toEqual(['0.0300', 1, 1]);
  const ended = await untilStatus(person, message.id, 'partial');
  expect([ended.actualCost, ended.counts.delivered]).toEqual(['0.0300', 1]);
  expect(await balanceOf(person)).toBe('9.97');
  await expectProblem(await postSms(person, [fixed, stopped]), 'recipient_opted_out');
  const json = {
    senderId: 'Topline',
    recipients: [good, fixed, stopped],
    fields: [{ name: 'Ann' }, { name: 'Bob' }, { name: 'Eve' }],
    message: 'Hello {name}',
    price: '0.03',
  };
  const personal = await readAs(person.as(`/api/users/${person.id}/sms`, { json }), smsMessage);
  expect([personal.cost, personal.counts.failed, personal.counts.optedOut]).toEqual(['0.0300', 1, 1]);
  await untilStatus(person, personal.id, 'partial');
  const sent = await app.deps
    .sql`select text from sandbox_messages where number = any(${[good, fixed, stopped]}) order by text`;
  expect(sent.map(({ text }) => text)).toEqual(['Hello', 'Hello Ann']);
});
