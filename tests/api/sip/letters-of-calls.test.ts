import { sipReports } from '../../../db/schema/index.ts';
import { writeWav } from '../../../src/platform/kit/wav.ts';
import { takeReports } from '../../../src/services/sip/take-reports.ts';
import { keepMessage } from '../../../src/services/voice/recordings/keep-message.ts';
import { decided } from '../../carriers/ring-trunk.ts';
import { appForFile, eventually, funded, hurryJobs, signUp, type TestActor } from '../../kit/index.ts';
import { SIP_SETTINGS } from '../../sip/trunk.ts';
import { bought } from '../numbers/numbers.ts';
import { lettersOfCalls, onlyReceived, plan, toldOfCalls, voicemail } from '../voice/incoming.ts';

let owner: TestActor;
let number: { id: string; number: string };
const app = await appForFile({ env: { ...SIP_SETTINGS } });
beforeEach(async () => {
  owner = await funded(app, '100.00');
  number = await bought(owner);
});

/** A caller is answered by the machine, and has hung up. @returns the call's id */
async function callEnded(): Promise<string> {
  const { id } = await decided(app, number.number, { carrier: 'sandbox', answers: true });
  const answeredAt = app.clock.now();
  const at = new Date(answeredAt.getTime() + 4000);
  await app.deps.db.insert(sipReports).values([
    { callId: id, kind: 'answered', at: answeredAt, carrier: 'sandbox' },
    { callId: id, kind: 'ended', at, answeredAt, carrier: 'sandbox' },
  ]);
  await takeReports(app.deps);
  await eventually('the end of the call', async () => (await onlyReceived(owner)).endedAt);
  return id;
}

async function messageTimeOver(): Promise<void> {
  await hurryJobs(app);
  await eventually('the end of the jobs', async () => {
    const jobs = await app.deps.sql`
      select from graphile_worker.jobs where task_identifier = 'write-of-missed-call'`;
    return jobs.length === 0;
  });
}

test('a caller who hangs up amid the greeting is written of as a missed call, once', async () => {
  await plan(owner, number.id, [voicemail], { mailCalls: true });
  await callEnded();
  expect(await toldOfCalls(app, owner)).toMatchObject([{ event: 'call-missed', outcome: 'missed' }]);
  expect(await lettersOfCalls(app, owner), 'there may be a message yet').toEqual([]);
  await messageTimeOver();
  expect(await lettersOfCalls(app, owner)).toEqual(['call_missed']);
});

test('a message that comes after the end of its call is all that is written of', async () => {
  await plan(owner, number.id, [voicemail], { mailCalls: true });
  const callId = await callEnded();
  const bytes = writeWav({ rate: 8000, samples: new Int16Array(8000) });
  await keepMessage(app.deps, { callId, bytes, duration: 1 });
  await messageTimeOver();
  expect(await lettersOfCalls(app, owner)).toEqual(['voicemail_received']);
});

test('nothing is written to an owner who wants no letters', async () => {
  await plan(owner, number.id, [voicemail], { mailCalls: false });
  await callEnded();
  await messageTimeOver();
  expect(await lettersOfCalls(app, owner)).toEqual([]);
});

test('nothing is written to an owner whose number is somebody else’s meanwhile, whatever that one wants', async () => {
  await plan(owner, number.id, [voicemail], { mailCalls: true });
  await callEnded();
  await app.deps.sql`update did_numbers set user_id = ${(await signUp(app)).id} where id = ${number.id}`;
  await messageTimeOver();
  expect(await lettersOfCalls(app, owner)).toEqual([]);
});
