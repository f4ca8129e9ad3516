import type { MachineInstruction } from '../../src/services/sip/answering-machine/contract.ts';
import { telephoneWav, toneOf } from '../../src/services/sip/answering-machine/tones.ts';
import { eventually } from '../kit/eventually.ts';
import { type Machine, PlainTopline, startMachine } from './machine-kit.ts';
import { openPhone, type Phone, samplesOf, secondsOfTone, untilTone } from './machine-phone.ts';

/** Callers whom the machine lets speak to somebody else: three real baresips. */

const topline = new PlainTopline();
const phones: Phone[] = [];
const machines: Machine[] = [];
const [far, ringing] = [await openPhone(), await openPhone(false)];
const [machine, machineOfRinging] = [await startMachine(topline, far.port), await startMachine(topline, ringing.port)];
machines.push(machine, machineOfRinging);
afterEach(() => Promise.all(phones.splice(0).map((phone) => phone.close())));
afterAll(async () => {
  await Promise.all([far.close(), ringing.close(), ...machines.map((each) => each.stop())]);
  await topline.stop();
});

const connect = { do: 'connect', step: 2, user: 'machine', ringSeconds: 5, seconds: 60 } as const;

async function callMachine(port: number, ...plan: MachineInstruction[]): Promise<{ caller: Phone; callId: string }> {
  const caller = await openPhone();
  phones.push(caller);
  const callId = topline.plan(...plan);
  await caller.call(callId, port);
  return { caller, callId };
}

test('both hear each other, keys pass, and the end of one is the end of the other', async () => {
  const { caller, callId } = await callMachine(machine.ports[0], connect);
  await far.until('CALL_ESTABLISHED');
  await caller.say(toneOf(60, 850));
  await far.say(toneOf(60, 1250));
  await untilTone(far.heard, { hertz: 850, seconds: 1 });
  await untilTone(caller.heard, { hertz: 1250, seconds: 1 });
  expect(secondsOfTone(await caller.heard(), 850)).toBe(0);
  // The machine keeps nothing of their talk: only the line of the caller may write, which is emptied again.
  const written = [...new Bun.Glob('run/machine/0/**/*-dec.wav').scanSync({ cwd: machine.folder })];
  expect(written).toHaveLength(1);
  await caller.press('7');
  expect((await far.until('CALL_DTMF_START')).param).toBe('7');
  await far.hangUp();
  await caller.until('CALL_CLOSED');
  expect(topline.reports.get(callId)).toEqual([{ happened: 'arrived', step: 0 }]);
});

test.each(['the caller', 'the other'])('%s lets the other end wait, and is heard again then', async (who) => {
  const called = await openPhone();
  phones.push(called);
  const own = await startMachine(topline, called.port);
  machines.push(own);
  const { caller } = await callMachine(own.ports[0], connect);
  await called.until('CALL_ESTABLISHED');
  const [holder, waiting] = who === 'the caller' ? [caller, called] : [called, caller];
  await holder.say(toneOf(60, 850));
  await untilTone(waiting.heard, { hertz: 850, seconds: 0.5 });
  await holder.hold(true);
  await holder.hold(false);
  await holder.say(toneOf(60, 1250));
  await untilTone(waiting.heard, { hertz: 1250, seconds: 1 });
});

test('a caller who hangs up ends the other call, and the slot takes the next', async () => {
  far.events.length = 0;
  const { caller } = await callMachine(machine.ports[0], connect);
  await far.until('CALL_ESTABLISHED');
  await caller.hangUp();
  await far.until('CALL_CLOSED');
  far.events.length = 0;
  const next = await callMachine(machine.ports[0], { ...connect, seconds: 1 });
  await far.until('CALL_ESTABLISHED');
  // At its limit it ends for both.
  await Promise.all([far.until('CALL_CLOSED'), next.caller.until('CALL_CLOSED')]);
});

test('where nobody answers, the caller hears it ring and goes on', async () => {
  const path = '/api/sip/machine-calls/any/sounds/0';
  topline.sounds.set(path, telephoneWav(toneOf(1, 700)));
  const { caller, callId } = await callMachine(
    machineOfRinging.ports[0],
    { ...connect, step: 1 },
    { do: 'record', step: 2, sound: path, seconds: 60 },
  );
  await ringing.until('CALL_INCOMING');
  await untilTone(caller.heard, { hertz: 450, seconds: 0.5 });
  await ringing.hangUp();
  await untilTone(caller.heard, { hertz: 700, seconds: 0.7 });
  expect((await topline.reported(callId, 2))[1]).toEqual({ happened: 'unconnected', step: 1 });
  await untilTone(caller.heard, { hertz: 1000, seconds: 0.3 });
  await caller.say(toneOf(60, 850));
  await untilTone(caller.said, { hertz: 850, seconds: 1.5 });
  await caller.hangUp();
  const kept = await eventually('the message', async () => topline.recordings.get(callId));
  expect(secondsOfTone(samplesOf(kept), 850)).toBeGreaterThan(1);
});
