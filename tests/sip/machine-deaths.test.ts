import { bought } from '../api/numbers/numbers.ts';
import { menu, plan, voicemail } from '../api/voice/incoming.ts';
import {
  called,
  expectMessage,
  hearsSpeech,
  leaveMessage,
  over,
  speakAfterTone,
  startAnswering,
  takesCalls,
  WAIT_MS,
} from './answered-calls.ts';
import { processAt } from './program.ts';
import type { Caller } from './speaker.ts';
import { answerLines } from './telephone.ts';
import { balanceOf, eventually, forFile, funded, type TestActor, there } from '../kit/index.ts';

let owner: TestActor;
let number: { id: string; number: string };
const opened: { close(): void }[] = [];
const here = await forFile(startAnswering());
beforeEach(async () => {
  owner = await funded(here.app, '100.00');
  number = await bought(owner);
});
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

async function calls(to: { number: string }): Promise<Caller> {
  const caller = await called(here.edge, to.number);
  opened.push(caller);
  return caller;
}

async function isHungUp({ phone }: Caller): Promise<void> {
  for (;;) {
    const message = there(await phone.next(WAIT_MS), 'nobody hung up');
    // An answer that came again says nothing new.
    if (!message.first.startsWith('BYE ')) continue;
    phone.send(answerLines(message, 'SIP/2.0 200 OK'), here.edge.port);
    return;
  }
}

/** Kills the whole machine and waits until the edge has started it again. */
async function killMachine(): Promise<void> {
  const { parent } = await eventually('the machine', () => processAt(here.slots[0]));
  process.kill(parent, 'SIGKILL');
  await eventually('another one', async () => {
    const found = await processAt(here.slots[0]);
    return found !== null && found.parent !== parent;
  });
}

async function expectWorking(): Promise<void> {
  await takesCalls(here);
  const next = await funded(here.app, '100.00');
  const own = await bought(next);
  await plan(next, own.id, [voicemail]);
  await leaveMessage(await calls(own), 600);
  await expectMessage(next, 600);
}

test('a message that is left while the machine is killed is kept, and its caller is hung up', async () => {
  await plan(owner, number.id, [voicemail]);
  const before = await balanceOf(owner);
  const caller = await calls(number);
  await speakAfterTone(caller, 440);
  await killMachine();
  await isHungUp(caller);
  await expectMessage(owner, 440);
  expect(await balanceOf(owner)).toBe(before);
  await expectWorking();
}, 120_000);

test('a caller in a menu while the machine is killed is hung up, has called in vain, and costs nothing', async () => {
  await plan(owner, number.id, [menu, voicemail]);
  const before = await balanceOf(owner);
  const caller = await calls(number);
  await hearsSpeech(caller);
  await killMachine();
  await isHungUp(caller);
  expect(await over(owner)).toMatchObject({ outcome: 'missed', cost: '0.0000', legs: [], recordings: [] });
  expect(await balanceOf(owner)).toBe(before);
  await expectWorking();
}, 120_000);

test('a caller in a menu while the baresip of the slot is killed is hung up', async () => {
  await plan(owner, number.id, [menu, voicemail]);
  const caller = await calls(number);
  await hearsSpeech(caller);
  for (const port of here.slots) {
    const { pid } = await eventually('the slot', () => processAt(port));
    process.kill(pid, 'SIGKILL');
  }
  await isHungUp(caller);
  expect(await over(owner)).toMatchObject({ outcome: 'missed', cost: '0.0000' });
  await expectWorking();
}, 120_000);
