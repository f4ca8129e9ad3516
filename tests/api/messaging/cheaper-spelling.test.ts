import { expect, test } from 'bun:test';
import { z } from 'zod';
import { smsMessage } from '../../../src/services/messaging/contract.ts';
import { appForFile, funded, newNumber, readAs } from '../../kit/index.ts';

const app = await appForFile({ soundBooks: true });

test('a text is spelled cheaper where that is asked for, each recipient’s own as well, and the quote says so', async () => {
  const person = await funded(app, '10.00');
  const path = `/api/users/${person.id}/sms`;
  const body = {
    recipients: [newNumber(), newNumber()],
    message: `“{name}” ${'x'.repeat(80)}`,
    fields: [{ name: 'Zoë' }, { name: 'Иван' }],
    senderId: 'Topline',
  };
  const costOf = async (more: object) => {
    const { total } = await readAs(
      person.as(`${path}/quote`, { json: { ...body, ...more } }),
      z.looseObject({ total: z.string() }),
    );
    const sent = await readAs(person.as(path, { json: { ...body, ...more } }), smsMessage);
    expect(sent.cost).toBe(total);
    return sent;
  };
  expect((await costOf({})).cost).toBe('0.1200');
  const cheaper = await costOf({ cheaperSpelling: true });
  expect([cheaper.cost, cheaper.message]).toEqual(['0.0900', `"{name}" ${'x'.repeat(80)}`]);
  const texts = await app.deps.sql<{ text: string }[]>`
    select text from sms_recipients where message_id = ${cheaper.id} order by id`;
  // The alphabet of the second name saves nothing, so its marks stay as they were written.
  expect(texts.map(({ text }) => text.slice(0, 6))).toEqual(['"Zoe" ', '“Иван”']);
});
