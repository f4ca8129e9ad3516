import { PEOPLE } from '../../../src/demonstration/people.ts';
import { tellStory } from '../../../src/demonstration/story.ts';
import { StoryClock, World } from '../../../src/demonstration/world.ts';
import { provisionNumbers } from '../../../src/services/numbers/provisioning/provision.ts';
import { users } from '../../../db/schema/index.ts';
import { expectSoundBooks, startTestApp } from '../../kit/index.ts';

/** Waits for no carrier: what they report is not what is looked at here. A number is set up at once. */
class Told extends World {
  override until(): Promise<void> {
    return provisionNumbers(this.deps);
  }
}

test('the demonstration is told to its end, by what the API lets its people do', async () => {
  await using app = await startTestApp({ background: false });
  const world = new Told(app.deps, new StoryClock());
  await world.appoint();
  await tellStory(world);
  const people = await app.deps.db.select({ email: users.email, role: users.role, status: users.status }).from(users);
  expect(people.toSorted((one, other) => one.email.localeCompare(other.email))).toEqual(
    Object.values(PEOPLE)
      .map(({ email, role }) => ({
        email,
        role,
        status: email === PEOPLE.suspended.email ? ('suspended' as const) : ('active' as const),
      }))
      .toSorted((one, other) => one.email.localeCompare(other.email)),
  );
  await expectSoundBooks(app);
});

test('the demonstration is not told beside a server that runs', async () => {
  await using app = await startTestApp();
  const env = { ...process.env, DATABASE_URL: app.databaseUrl, SESSION_SECRET: app.deps.config.sessionSecret };
  const seed = Bun.spawn(['bun', 'src/demonstration/seed-command.ts'], { env, stdout: 'ignore', stderr: 'pipe' });
  expect(await new Response(seed.stderr).text()).toContain('Topline is running on this data. Stop it');
  expect(await seed.exited).toBe(1);
});
