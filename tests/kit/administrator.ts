import { actorOf, type Server, signIn, signUp, type TestActor } from './actors.ts';

const ADMIN = { email: 'admin@example.com', password: 'an administrator of tests' };

/** The settings that give a separate process its first administrator. */
export const ADMIN_SETTINGS = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };

/** The first administrator of a process with `ADMIN_SETTINGS`, signed in. */
export async function firstAdministrator(server: Server): Promise<TestActor> {
  const nobody = actorOf(server, { ...ADMIN, id: '', key: '', cookie: '' });
  return actorOf(server, { ...nobody, cookie: await signIn(server, nobody) });
}

/** A new account, to which that administrator has given credit (a decimal string in pounds). */
export async function fundedByAdministrator(server: Server, amount: string): Promise<TestActor> {
  const [person, admin] = [await signUp(server), await firstAdministrator(server)];
  const json = { amount, reason: 'Test credit' };
  const credited = await admin.withCookie(`/api/admin/users/${person.id}/adjustments`, { json });
  if (credited.status !== 201) throw new Error(`the credit was answered with ${credited.status}`);
  return person;
}
