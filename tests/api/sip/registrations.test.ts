import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { events, sipLocation } from '../../../db/schema/index.ts';
import { tellOfRegistrations } from '../../../src/services/sip/registrations/tell-of-registrations.ts';
import { makeTrunk, PROXY_TOKEN, REALM, type Trunk } from '../../sip/trunk.ts';
import { appForFile, readAs } from '../../kit/index.ts';

/** The registrations as customers see them; the edge writes their rows and is tested in tests/sip. */

const MINUTE = 60_000;
let trunk: Trunk;
const app = await appForFile({ background: false, env: { SIP_PROXY_TOKEN: PROXY_TOKEN, SIP_REALM: REALM } });
beforeEach(async () => {
  trunk = await makeTrunk(app);
});

const inMinutes = (count: number) => new Date(app.clock.now().getTime() + count * MINUTE);

const register = (ruid: string, more: Partial<typeof sipLocation.$inferInsert> = {}) =>
  app.deps.db.insert(sipLocation).values({
    ruid: `${trunk.credentials.username}-${ruid}`,
    username: trunk.credentials.username,
    contact: 'sip:tl@192.0.2.5:5062;transport=tcp',
    socket: 'tcp:198.51.100.1:5060',
    userAgent: 'Asterisk PBX',
    expires: inMinutes(10),
    ...more,
  });

async function listed(): Promise<unknown> {
  const { person, trunkId } = trunk;
  return (
    await readAs(
      person.as(`/api/users/${person.id}/voice-packages/${trunkId}/registrations`),
      z.object({ registrations: z.unknown() }),
    )
  ).registrations;
}

async function timesTold(): Promise<number> {
  const told = await app.deps.db.select().from(events).where(eq(events.name, 'trunk-registrations'));
  return told.filter(({ userId }) => userId === trunk.person.id).length;
}

test('one sees what is registered: from where, with which device, and until when', async () => {
  expect(await listed()).toEqual([]);
  await register('old', { expires: inMinutes(0) });
  await register('plain');
  await register('nat', {
    contact: 'sip:tl@10.0.0.7:5060',
    received: 'sip:[2001:db8::7]:61234;transport=tls',
    socket: 'tls:198.51.100.1:5061',
    userAgent: '',
  });
  expect(await listed()).toEqual([
    {
      address: '[2001:db8::7]:61234',
      device: null,
      transport: 'tls',
      expiresAt: inMinutes(10).toISOString(),
    },
    {
      address: '192.0.2.5:5062',
      device: 'Asterisk PBX',
      transport: 'tcp',
      expiresAt: inMinutes(10).toISOString(),
    },
  ]);
});

test('screens are told once of what comes, changes and goes, and not of a renewal', async () => {
  await register('first');
  await Promise.all([tellOfRegistrations(app.deps), tellOfRegistrations(app.deps)]);
  expect(await timesTold()).toBe(1);

  const first = eq(sipLocation.ruid, `${trunk.credentials.username}-first`);
  await app.deps.db
    .update(sipLocation)
    .set({ expires: inMinutes(20) })
    .where(first);
  await tellOfRegistrations(app.deps);
  expect(await timesTold()).toBe(1);

  await app.deps.db.update(sipLocation).set({ contact: 'sip:tl@192.0.2.9' }).where(first);
  await tellOfRegistrations(app.deps);
  expect(await timesTold()).toBe(2);

  await app.deps.db
    .update(sipLocation)
    .set({ expires: inMinutes(0) })
    .where(first);
  await Promise.all([tellOfRegistrations(app.deps), tellOfRegistrations(app.deps)]);
  expect(await timesTold()).toBe(3);
  await tellOfRegistrations(app.deps);
  expect(await timesTold()).toBe(3);
});
