import { people } from '../../../db/schema/index.ts';
import { newId } from '../../../src/platform/kit/ids.ts';
import { signUp } from '../../kit/index.ts';
import type { Maker } from './row.ts';

/** Somebody who is invited to the owner's account. */
export const person: Maker = async ({ app }, { id: accountId }) => {
  const { db, clock } = app.deps;
  const [personId, linkId] = [newId(clock), newId(clock)];
  await db.insert(people).values({
    ...{ id: personId, accountId, email: `${personId}@invited.example`, role: 'reader', linkId },
    createdAt: clock.now(),
  });
  return { personId };
};

/** An account of somebody else's in which the owner may act. */
export const otherAccount: Maker = async ({ app }, { id: userId, email }) => {
  const { db, clock } = app.deps;
  const { id: accountId } = await signUp(app);
  await db
    .insert(people)
    .values({ id: newId(clock), accountId, userId, email, role: 'reader', createdAt: clock.now() });
  return {};
};

export const PEOPLE_THINGS = [person, otherAccount];
