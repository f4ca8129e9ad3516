import { events } from '../../../db/schema/index.ts';
import { appForFile, eventually, openEvents, signUp } from '../../kit/index.ts';

/** A process that dies between its commit and telling of it: the others look by themselves. */

const app = await appForFile();

const leave = (userId: string, data: object) =>
  app.deps.db.insert(events).values({
    ...{ name: 'balance', userId, data: JSON.stringify(data), at: app.clock.now() },
    ...{ toOwner: true, toAdmins: false, toEveryone: false },
  });

test('a committed event gets its place also while no stream is open', async () => {
  const person = await signUp(app);
  expect(app.deps.bus.streams).toBe(0);
  await leave(person.id, { heard: 'by nobody' });
  await eventually('it has its place', async () => {
    const [left] = await app.deps.sql<{ waiting: boolean }[]>`select events_wait() as waiting`;
    return left?.waiting === false;
  });
});

test('an open stream has it soon', async () => {
  const person = await signUp(app);
  await using stream = await openEvents(app, { authorization: `Bearer ${person.key}` });
  await leave(person.id, { told: 'by nobody' });
  expect((await stream.next('balance')).data).toEqual({ told: 'by nobody' });
});
