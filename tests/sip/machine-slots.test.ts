import { bought } from '../api/numbers/numbers.ts';
import { forward, plan, received, voicemail } from '../api/voice/incoming.ts';
import { listSipEdges, type SipEdge } from '../../src/services/sip/edges/contract.ts';
import { called, hearsSpeech, startAnswering, takesCalls } from './answered-calls.ts';
import { processAt } from './program.ts';
import type { Caller } from './speaker.ts';
import { eventually, forFile, funded, makeAdmin, readAnswer, type TestActor } from '../kit/index.ts';

/** So many calls begin at the same one of two slots once in a million runs. */
const TRIES = 20;
let owner: TestActor;
let number: { id: string; number: string };
const opened: Caller[] = [];
const here = await forFile(startAnswering());
beforeEach(async () => {
  owner = await funded(here.app, '100.00');
  number = await bought(owner);
  await plan(owner, number.id, [voicemail, forward('+442079460000')]);
});
afterEach(async () => {
  for (const each of opened.splice(0)) {
    await each.hangUp();
    each.close();
  }
});

async function calls(): Promise<Caller> {
  const caller = await called(here.edge, number.number);
  opened.push(caller);
  return caller;
}

/** Calls the number and is led to the next step of its plan: the number outside. */
async function isLedOn(): Promise<void> {
  const before = here.outside.taken.length;
  await calls();
  const asked = here.outside.taken.slice(before).map(({ first }) => first.split(' ')[0]);
  expect(asked).toContain('INVITE');
  const [last] = await received(owner);
  expect(last?.legs).toMatchObject([{ kind: 'number', destination: '+442079460000' }]);
}

/** Bytes that wait at a UDP port of this machine for its program. */
async function waitingAt(port: number): Promise<number> {
  const rows = (await Bun.file('/proc/net/udp').text()).split('\n');
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const [, , , , queues = ''] = rows.map((row) => row.trim().split(/\s+/)).find(([, at]) => at?.endsWith(end)) ?? [];
  return Number.parseInt(queues.split(':')[1] ?? '0', 16);
}

/** Waits for the edges to be so, and reads them as administrators do. */
const edgesWith = async (wanted: Partial<SipEdge>): Promise<SipEdge[]> => {
  const admin = await makeAdmin(here.app);
  return eventually(`the edge says ${JSON.stringify(wanted)}`, async () => {
    const edges = await readAnswer(await admin.as(listSipEdges.path), listSipEdges);
    return Bun.deepMatch(wanted, edges[0]) && edges;
  });
};

test('while both slots have a call, the next one is led on; then it is answered again', async () => {
  const [first, second] = [await calls(), await calls()];
  await Promise.all([hearsSpeech(first), hearsSpeech(second)]);
  expect(here.outside.taken).toEqual([]);
  const [{ full } = { full: 0 }] = await edgesWith({ slots: 2, taken: 2 });
  await isLedOn();
  await edgesWith({ slots: 2, taken: 2, full: full + 1 });
  expect((await first.hangUp())?.status).toBe(200);
  await edgesWith({ slots: 2, taken: 1 });
  const before = here.outside.taken.length;
  await hearsSpeech(await calls());
  expect(here.outside.taken).toHaveLength(before);
}, 120_000);

test('a slot that does not answer is passed over, and works again once it was started again', async () => {
  const [silent] = here.slots;
  const { pid } = await eventually('the slot', () => processAt(silent));
  process.kill(pid, 'SIGSTOP');
  try {
    for (let tries = 0; tries < TRIES && (await waitingAt(silent)) === 0; tries += 1) {
      const caller = await calls();
      await hearsSpeech(caller);
      expect((await caller.hangUp())?.status).toBe(200);
    }
    expect(await waitingAt(silent), 'it was asked').toBeGreaterThan(0);
    await hearsSpeech(await calls());
    await isLedOn();
  } finally {
    process.kill(pid, 'SIGKILL');
  }
  await takesCalls(here);
  await hearsSpeech(await calls());
}, 180_000);
