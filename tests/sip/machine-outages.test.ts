import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { telephoneWav, toneOf } from '../../src/services/sip/answering-machine/tones.ts';
import { eventually } from '../kit/eventually.ts';
import { type Machine, PlainTopline, startMachine } from './machine-kit.ts';
import { openPhone, type Phone, samplesOf, secondsOfTone, untilTone } from './machine-phone.ts';
import { processAt } from './program.ts';

const open: { topline: PlainTopline; machine: Machine; phones: Phone[] }[] = [];
afterEach(async () => {
  for (const { topline, machine, phones } of open.splice(0)) {
    await Promise.all(phones.map((phone) => phone.close()));
    await machine.stop();
    await topline.stop();
  }
});

async function prepare() {
  const topline = new PlainTopline();
  const all = { topline, machine: await startMachine(topline), phones: [await openPhone()] };
  open.push(all);
  return { ...all, phone: all.phones[0] ?? (await openPhone()) };
}

const record = { do: 'record', step: 0, sound: null, seconds: 60 } as const;

/** Calls, and says something after the tone. */
async function leave({ topline, machine, phone }: Awaited<ReturnType<typeof prepare>>): Promise<string> {
  const callId = topline.plan(record);
  await phone.call(callId, machine.ports[0]);
  await untilTone(phone.heard, { hertz: 1000, seconds: 0.3 });
  await phone.say(toneOf(60, 850));
  await untilTone(phone.said, { hertz: 850, seconds: 1.5 });
  return callId;
}

const messageOf = (topline: PlainTopline, callId: string) =>
  eventually('the message', 60_000, async () => topline.recordings.get(callId));

test('a message that was left while Topline was gone comes later, also after a restart', async () => {
  const all = await prepare();
  const { topline, machine, phone } = all;
  const callId = await leave(all);
  await topline.stop();
  await phone.hangUp();
  await eventually('it waits', async () => {
    const names = await readdir(join(machine.folder, 'state', 'recordings'));
    return names.includes(`${callId}.wav`);
  });
  await machine.restart();
  expect(topline.recordings.size).toBe(0);
  topline.start();
  const message = await messageOf(topline, callId);
  expect(secondsOfTone(samplesOf(message), 850)).toBeGreaterThan(1);
  await eventually('nothing waits', async () => {
    return (await readdir(join(machine.folder, 'state', 'recordings'))).length === 0;
  });
});

test('Topline hears later, once, of a call that went with the machine while Topline was gone', async () => {
  const all = await prepare();
  const { topline, machine } = all;
  const callId = await leave(all);
  await topline.stop();
  await machine.restart();
  const reports = topline.reports.get(callId) ?? [];
  expect(reports).toEqual([{ happened: 'arrived', step: 0 }]);
  topline.start();
  expect((await topline.reported(callId, 2))[1]).toEqual({ happened: 'lost', step: 0 });
  expect(secondsOfTone(samplesOf(topline.recordings.get(callId)), 850)).toBeGreaterThan(1);
  await eventually('nothing waits', async () => {
    const names = await Promise.all(
      ['recordings', 'calls'].map((name) => readdir(join(machine.folder, 'state', name))),
    );
    return names.flat().length === 0;
  });
  await machine.restart();
  const next = topline.plan({ do: 'hang-up', sound: null });
  const again = await openPhone();
  open.at(-1)?.phones.push(again);
  await again.call(next, machine.ports[0]);
  await topline.reported(next, 1);
  expect(reports).toHaveLength(2);
});

test('a message that Topline cannot take now is sent again', async () => {
  const all = await prepare();
  const { topline, phone } = all;
  topline.refusals.push(503, 401);
  const callId = await leave(all);
  await phone.hangUp();
  await messageOf(topline, callId);
  expect(topline.refusals).toEqual([]);
});

test('while Topline is gone a call is refused, and one that has begun is hung up', async () => {
  const { topline, machine, phone } = await prepare();
  const path = '/api/sip/machine-calls/any/sounds/0';
  topline.sounds.set(path, telephoneWav(toneOf(60, 440)));
  const menu = { do: 'menu', step: 0, sound: path, seconds: 5 } as const;
  await phone.call(topline.plan(menu, menu), machine.ports[0]);
  await untilTone(phone.heard, { hertz: 440, seconds: 0.5 });
  await topline.stop();
  await phone.press('1');
  await phone.until('CALL_CLOSED');
  phone.events.length = 0;
  await phone.call(topline.plan(menu), machine.ports[0]);
  await phone.until('CALL_CLOSED');
  expect(phone.events.map(({ type }) => type)).not.toContain('CALL_ESTABLISHED');
});

test('where a baresip is killed, its message is kept and its slot takes calls again', async () => {
  const all = await prepare();
  const { topline, machine } = all;
  const callId = await leave(all);
  const { pid } = await eventually('the slot', () => processAt(machine.ports[0]));
  process.kill(pid, 'SIGKILL');
  const message = await messageOf(topline, callId);
  expect(secondsOfTone(samplesOf(message), 850)).toBeGreaterThan(1);
  const again = await openPhone();
  open.at(-1)?.phones.push(again);
  const next = topline.plan({ do: 'hang-up', sound: null });
  await eventually('the slot is there again', 60_000, async () => {
    await again.call(next, machine.ports[0]);
    await again.until('CALL_CLOSED');
    return topline.reports.has(next);
  });
});

test('sound that nobody asked to record does not stay', async () => {
  const { topline, machine, phone } = await prepare();
  const path = '/api/sip/machine-calls/any/sounds/0';
  topline.sounds.set(path, telephoneWav(toneOf(60, 440)));
  await phone.call(topline.plan({ do: 'menu', step: 0, sound: path, seconds: 5 }), machine.ports[0]);
  const heard = join(machine.folder, 'run', 'machine', '0', 'heard');
  /** The most that a file had so far: what lies before that was thrown away. */
  const most = new Map<string, number>();
  await eventually('both files shrink', 30_000, async () => {
    const names = await readdir(heard).catch(() => []);
    const shrunk = await Promise.all(
      names.map(async (name) => {
        const { blocks } = await stat(join(heard, name));
        const before = most.get(name) ?? 0;
        most.set(name, Math.max(before, blocks));
        return before > 100 && blocks < before / 2;
      }),
    );
    return shrunk.some(Boolean);
  });
});
