import { confirmAddress, call, signIn, signUp } from '../../../kit/index.ts';
import { inviteTo, showToEverybody } from '../../../kit/people.ts';
import { otherAccount, person } from '../people-things.ts';
import type { Rows } from '../row.ts';

export const PEOPLE_ROWS: Rows = {
  listPeople: { may: 'the owner', key: 'account' },
  listPeopleActivity: { may: "the owner's browser", of: person },
  invitePerson: {
    may: "the owner's browser",
    json: async ({ app }, owner) => {
      await confirmAddress(app, owner).catch(() => {});
      return { email: `new-${Bun.randomUUIDv7()}@example.com`, role: 'reader' };
    },
    leaves: 'person.invited',
  },
  changePerson: { may: "the owner's browser", of: person, json: { role: 'sender' }, leaves: 'person.role_changed' },
  removePerson: { may: "the owner's browser", of: person, leaves: 'person.removed' },
  checkInvitation: {
    may: 'anybody',
    leaves: { nothing: 'it reads' },
    call: async ({ app }, owner, path) =>
      call(app, path, { json: { token: (await inviteTo(app, owner, 'reader')).token } }),
  },
  openDemonstration: {
    may: 'anybody',
    leaves: { nothing: 'it reads' },
    call: async ({ app }, owner, path) => {
      await showToEverybody(app, owner);
      return call(app, path, { method: 'POST' });
    },
  },
  acceptInvitation: {
    may: 'a browser',
    leaves: 'person.joined',
    call: async ({ app }, owner, path) => {
      const { token } = await inviteTo(app, await signUp(app), 'reader', owner.email);
      return call(app, path, { json: { token } }, { cookie: await signIn(app, owner) });
    },
  },
  listAccounts: { may: 'a browser', of: otherAccount },
  enterAccount: {
    may: 'a browser',
    json: { personId: null },
    leaves: { nothing: 'what a person changes in an account is noted there, with their name' },
  },
};
