import { z } from 'zod';
import { appForFile, funded, newNumber, readAs } from '../../kit/index.ts';
import { register, sendFrom } from './senders.ts';

const app = await appForFile({ background: false });
const person = await funded(app, '10.00');

test('without the setting any sender goes, to any country, and names can be registered beforehand', async () => {
  for (const sender of ['Anybody', '+447911123456', '12345']) {
    expect((await sendFrom(person, sender, [newNumber(), '+12025550123'])).status).toBe(201);
  }
  expect((await register(person, 'Later')).status).toBe('requested');
  const senders = await readAs(person.as(`/api/users/${person.id}/senders`), z.looseObject({ approval: z.boolean() }));
  expect(senders.approval).toBe(false);
});
