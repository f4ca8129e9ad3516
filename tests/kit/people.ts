import { settings } from '../../db/schema/index.ts';
import type { PersonRole } from '../../src/platform/kit/people.ts';
import { cookieOf, signUp, type TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import { confirmAddress, deliverMails, mailTo, tokenIn } from './mails.ts';
import { getUser } from '../../src/accounts/profile/contract.ts';
import { listPeople } from '../../src/callers/people/contract.ts';
import { readAnswer } from './read.ts';

/** Somebody who acts in another's account, by an account of their own. */
export interface TestPerson {
  personId: string;
  email: string;
  password: string;
  cookie: string;
}

/** Makes an account the demonstration. */
export async function showToEverybody({ deps: { db } }: TestApp, { email }: TestActor): Promise<void> {
  const shown = { name: 'demonstration_account' as const, value: email.toLowerCase() };
  await db
    .insert(settings)
    .values(shown)
    .onConflictDoUpdate({ target: [settings.name, settings.about], set: shown });
}

let invited = 0;

/** Invites an address to an account, and gives the token of the link. */
export async function inviteTo(app: TestApp, owner: TestActor, role: PersonRole, address?: string) {
  const { emailConfirmed } = await readAnswer(owner.withCookie(`/api/users/${owner.id}`), getUser);
  if (!emailConfirmed) await confirmAddress(app, owner);
  const email = address ?? `invited-${++invited}-${Date.now().toString(36)}@example.com`;
  const response = await owner.withCookie(`/api/users/${owner.id}/people`, { json: { email, role } });
  if (response.status !== 201) throw new Error(`answered ${response.status}: ${await response.text()}`);
  await deliverMails(app);
  return { email, token: tokenIn(await mailTo(app, email, /invited/)) };
}

/** A person in somebody's account, signed in there. */
export async function addPerson(app: TestApp, owner: TestActor, role: PersonRole): Promise<TestPerson> {
  const { email, password, withCookie } = await signUp(app, { fullName: 'Pia Person' });
  const { token } = await inviteTo(app, owner, role, email);
  const accepted = await withCookie('/api/auth/invitation', { json: { token } });
  if (accepted.status !== 200) throw new Error(`answered ${accepted.status}: ${await accepted.text()}`);
  const people = await readAnswer(owner.withCookie(`/api/users/${owner.id}/people`), listPeople);
  const { id: personId = '' } = people.find((person) => person.email === email) ?? {};
  return { personId, email, password, cookie: cookieOf(accepted) };
}
