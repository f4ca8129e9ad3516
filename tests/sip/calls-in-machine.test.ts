import { bought } from '../api/numbers/numbers.ts';
import { forward, menu, plan, voicemail } from '../api/voice/incoming.ts';
import {
  called,
  expectMessage,
  hears,
  hearsSpeech,
  leaveMessage,
  over,
  startAnswering,
  WAIT_MS,
} from './answered-calls.ts';
import { soundPortOf } from './sound.ts';
import { type Caller, openSpeaker, type Speaker } from './speaker.ts';
import { callFrom, expectPlayed } from './sipp.ts';
import { registerDesk } from './telephone.ts';
import { callsOf, makeTrunk, type Trunk, ringing } from './trunk.ts';
import { openUdpCarrier, type UdpCarrier } from './udp-carrier.ts';
import { balanceOf, eventually, expectSoundBooks, forFile, funded, type TestActor } from '../kit/index.ts';

/**
 * A carrier's calls to numbers with a menu and voicemail, with sound: over the edge (Kamailio), to its answering machine
 * (baresip), which Topline tells what to do; and on to a trunk's telephone or a number outside.
 */

let trunk: Trunk;
/** Whose number is called. */
let owner: TestActor;
let number: { id: string; number: string };
const opened: { close(): void }[] = [];
const here = await forFile(startAnswering());
beforeEach(async () => {
  trunk = await makeTrunk(here.app);
  owner = trunk.person;
  number = await bought(owner);
});
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

/** Somebody calls the number and is answered. */
async function calls(): Promise<Caller> {
  const caller = await called(here.edge, number.number);
  opened.push(caller);
  return caller;
}

test('a caller who reaches nobody hears the greeting and leaves a message, which the owner hears', async () => {
  await plan(owner, number.id, [ringing(trunk), voicemail]);
  const before = await balanceOf(owner);
  const caller = await calls();
  await hearsSpeech(caller);
  await leaveMessage(caller, 440);
  await expectMessage(owner, 440);
  expect(await balanceOf(owner)).toBe(before);
}, 120_000);

test('a caller who hangs up amid the greeting has called in vain, and costs nothing', async () => {
  await plan(owner, number.id, [voicemail]);
  const before = await balanceOf(owner);
  const caller = await calls();
  await hearsSpeech(caller);
  expect((await caller.hangUp())?.status).toBe(200);
  expect(await over(owner)).toMatchObject({ outcome: 'missed', cost: '0.0000', recordings: [] });
  expect(await balanceOf(owner)).toBe(before);
}, 120_000);

test('another customer’s trunk is answered by the machine, too, and no carrier carries that', async () => {
  await plan(owner, number.id, [voicemail]);
  const other = await makeTrunk(here.app);
  const script = { end: 'we hang up', afterMs: 1000 } as const;
  const to = { to: number.number.slice(1) };
  await expectPlayed(await callFrom({ ...other, edgePort: here.edge.port, script }, to));
  expect(await over(owner)).toMatchObject({ outcome: 'missed', cost: '0.0000', recordings: [] });
  const placed = await eventually('the call is over', async () =>
    (await callsOf(other.person)).find(({ endedAt }) => endedAt !== null),
  );
  expect(placed).toMatchObject({ status: 'completed', provider: null, billedMinutes: 1, packageMinutes: 1 });
  expect(here.outside.taken).toEqual([]);
}, 120_000);

test('2 in the menu takes a message', async () => {
  await plan(owner, number.id, [menu, forward('+442079460000'), voicemail]);
  const caller = await calls();
  await hearsSpeech(caller);
  caller.press('2', caller.there);
  await leaveMessage(caller, 600);
  await expectMessage(owner, 600);
}, 120_000);

/** Both ends say a pitch and hear each other's. @param far who was called by this carrier or telephone */
async function expectBothHear(caller: Caller, far: UdpCarrier, speaker: Speaker): Promise<void> {
  const invite = await eventually('it rings there', WAIT_MS, async () =>
    far.taken.find(({ first }) => first.startsWith('INVITE ')),
  );
  speaker.say(800, soundPortOf(invite));
  caller.say(500, caller.there);
  await hears(caller, 800, 0.5);
  await hears(speaker, 500, 0.5);
}

test('1 in the menu rings the trunk, both hear each other, and who is left is hung up', async () => {
  const [desk, speaker] = [await openUdpCarrier(null), await openSpeaker()];
  opened.push(desk, speaker);
  desk.soundPort = speaker.port;
  await registerDesk(here.edge.port, trunk.credentials, { port: desk.port });
  await plan(owner, number.id, [menu, ringing(trunk), voicemail]);
  const caller = await calls();
  await hearsSpeech(caller);
  caller.press('1', caller.there);
  await expectBothHear(caller, desk, speaker);
  const invite = desk.taken.find(({ first }) => first.startsWith('INVITE '));
  expect(invite?.header('From')).toContain('sip:+447911000001@');
  expect(invite?.header('P-Called-Party-ID')).toContain(number.number);
  expect((await caller.hangUp())?.status).toBe(200);
  await eventually('it is hung up there', async () => desk.taken.some(({ first }) => first.startsWith('BYE ')));
  expect(await over(owner)).toMatchObject({
    ...{ outcome: 'answered', cost: '0.0000' },
    legs: [{ kind: 'trunk', status: 'completed', actualCost: '0.0000' }],
  });
}, 120_000);

test('1 in the menu calls a number outside, which is paid to the penny', async () => {
  const speaker = await openSpeaker();
  opened.push(speaker);
  here.outside.soundPort = speaker.port;
  // Without a trunk, whose minutes would pay for it.
  owner = await funded(here.app, '50.00');
  number = await bought(owner);
  await plan(owner, number.id, [menu, forward('+442079460000')]);
  const before = await balanceOf(owner);
  const caller = await calls();
  await hearsSpeech(caller);
  caller.press('1', caller.there);
  await expectBothHear(caller, here.outside, speaker);
  expect((await caller.hangUp())?.status).toBe(200);
  const { outcome, cost, legs } = await over(owner);
  expect({ outcome, legs }).toMatchObject({
    outcome: 'answered',
    legs: [{ kind: 'number', destination: '+442079460000', status: 'completed', billedMinutes: 1 }],
  });
  expect(cost).toBe(legs[0]?.ratePerMinute ?? '');
  expect(Number(before) - Number(await balanceOf(owner))).toBeCloseTo(Number(cost), 4);
  await expectSoundBooks(here.app);
}, 120_000);

test('1 in the menu calls another customer’s number: no carrier carries that', async () => {
  here.outside.taken.length = 0;
  const [desk, speaker] = [await openUdpCarrier(null), await openSpeaker()];
  opened.push(desk, speaker);
  desk.soundPort = speaker.port;
  const other = await makeTrunk(here.app);
  const theirs = await bought(other.person);
  await plan(other.person, theirs.id, [ringing(other)]);
  await registerDesk(here.edge.port, other.credentials, { port: desk.port });
  await plan(owner, number.id, [menu, forward(theirs.number)]);
  const caller = await calls();
  await hearsSpeech(caller);
  caller.press('1', caller.there);
  await expectBothHear(caller, desk, speaker);
  expect((await caller.hangUp())?.status).toBe(200);
  const destination = theirs.number;
  expect((await over(owner)).legs).toMatchObject([
    { kind: 'number', destination, status: 'completed', billedMinutes: 1 },
  ]);
  expect(await over(other.person)).toMatchObject({ from: number.number, outcome: 'answered', cost: '0.0000' });
  expect(here.outside.taken).toEqual([]);
}, 120_000);
