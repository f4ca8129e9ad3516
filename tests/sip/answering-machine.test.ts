import { forFile, eventually } from '../kit/index.ts';
import { secondsOf, telephoneWav, toneOf } from '../../src/services/sip/answering-machine/tones.ts';
import { PlainTopline, startMachine } from './machine-kit.ts';
import { openPhone, type Phone, samplesOf, secondsOfTone, untilTone } from './machine-phone.ts';

/** The answering machine and its callers: real baresips at both ends, without Kamailio and without Topline. */

const topline = await forFile(new PlainTopline());
const phones: Phone[] = [];
/** The tone that tells callers to speak, but for its edges. */
const BEEP = { hertz: 1000, seconds: 0.3 };
const machine = await forFile(startMachine(topline));
afterEach(() => Promise.all(phones.splice(0).map((phone) => phone.close())));

async function newPhone(): Promise<Phone> {
  const phone = await openPhone();
  phones.push(phone);
  return phone;
}

/** A sound at Topline. @returns its address */
function soundOf(seconds: number, hertz: number): string {
  const path = `/api/sip/machine-calls/any/sounds/${hertz}-${seconds}`;
  topline.sounds.set(path, telephoneWav(toneOf(seconds, hertz)));
  return path;
}

test('a caller hears the menu and presses a key amid it, which Topline gets', async () => {
  const callId = topline.plan(
    { do: 'menu', step: 3, sound: soundOf(60, 440), seconds: 5 },
    { do: 'hang-up', sound: soundOf(1, 700) },
  );
  const phone = await newPhone();
  await phone.call(callId, machine.ports[0]);
  await untilTone(phone.heard, { hertz: 440, seconds: 0.5 });
  await phone.press('5');
  await phone.until('CALL_CLOSED');
  expect(topline.reports.get(callId)).toEqual([
    { happened: 'arrived', step: 0 },
    { happened: 'digit', step: 3, digit: '5' },
  ]);
  const heard = await phone.heard();
  expect(secondsOfTone(heard, 700)).toBeGreaterThan(0.8);
  expect(secondsOfTone(heard, 700)).toBeLessThan(1.2);
});

test('a caller who presses nothing is silent, and hears the whole sound', async () => {
  const callId = topline.plan({ do: 'menu', step: 0, sound: soundOf(1.5, 440), seconds: 1 });
  const phone = await newPhone();
  await phone.call(callId, machine.ports[0]);
  await phone.until('CALL_CLOSED');
  expect(topline.reports.get(callId)?.at(-1)).toEqual({ happened: 'silence', step: 0 });
  expect(secondsOfTone(await phone.heard(), 440)).toBeGreaterThan(1.3);
});

test('a caller who is not let in is refused and not answered', async () => {
  const phone = await newPhone();
  await phone.call(topline.plan({ do: 'hang-up', sound: null }), machine.ports[0]);
  await phone.until('CALL_CLOSED');
  await phone.call(crypto.randomUUID(), machine.ports[0]);
  await eventually('the second is refused', async () => {
    return phone.events.filter(({ type }) => type === 'CALL_CLOSED').length === 2;
  });
  expect(phone.events.filter(({ type }) => type === 'CALL_ESTABLISHED')).toEqual([]);
});

test('a message is what the caller says after the tone, until the hash key', async () => {
  const callId = topline.plan({ do: 'record', step: 1, sound: soundOf(1, 440), seconds: 60 });
  const phone = await newPhone();
  await phone.call(callId, machine.ports[0]);
  await phone.until('CALL_ESTABLISHED');
  // Words before the tone are no part of it.
  await phone.say(toneOf(0.5, 700));
  await untilTone(phone.heard, BEEP);
  await phone.say(toneOf(2, 850));
  await untilTone(phone.said, { hertz: 850, seconds: 1.9 });
  await phone.press('#');
  await phone.until('CALL_CLOSED');
  const samples = samplesOf(topline.recordings.get(callId));
  expect(secondsOfTone(samples, 850)).toBeGreaterThan(1.8);
  expect([440, 700, 1000].map((hertz) => secondsOfTone(samples, hertz))).toEqual([0, 0, 0]);
  expect(topline.reports.get(callId)?.at(-1)).toEqual({ happened: 'recorded', step: 1 });
  expect(secondsOfTone(await phone.heard(), 440)).toBeGreaterThan(0.8);
});

test('a message ends at its limit, and one whose caller hangs up is kept too', async () => {
  const [long, short] = [await newPhone(), await newPhone()];
  const limited = topline.plan({ do: 'record', step: 0, sound: null, seconds: 2 });
  const left = topline.plan({ do: 'record', step: 0, sound: null, seconds: 60 });
  await long.call(limited, machine.ports[0]);
  await short.call(left, machine.ports[1]);
  await Promise.all(
    [long, short].map(async (phone) => {
      await untilTone(phone.heard, BEEP);
      await phone.say(toneOf(60, 850));
    }),
  );
  await untilTone(short.said, { hertz: 850, seconds: 1.5 });
  await short.hangUp();
  await long.until('CALL_CLOSED');
  const lengths = await eventually('both messages', async () => {
    const both = [limited, left].map((id) => secondsOf(samplesOf(topline.recordings.get(id))));
    return both.every((seconds) => seconds > 0) && both;
  });
  expect(lengths[0]).toBeGreaterThan(1.7);
  expect(lengths[0]).toBeLessThan(2.5);
  expect(lengths[1]).toBeGreaterThan(1.2);
});

test('two calls at once do not hear each other, and a busy slot takes no third', async () => {
  const [first, second, third] = [await newPhone(), await newPhone(), await newPhone()];
  const ids = [440, 700].map((hertz) =>
    topline.plan(
      { do: 'menu', step: 0, sound: soundOf(60, hertz), seconds: 5 },
      { do: 'record', step: 1, sound: null, seconds: 60 },
    ),
  );
  await first.call(ids[0] ?? '', machine.ports[0]);
  await second.call(ids[1] ?? '', machine.ports[1]);
  await untilTone(first.heard, { hertz: 440, seconds: 1 });
  await untilTone(second.heard, { hertz: 700, seconds: 1 });
  await third.call(topline.plan(), machine.ports[0]);
  expect((await third.until('CALL_CLOSED')).param).toContain('486');
  expect(secondsOfTone(await first.heard(), 700)).toBe(0);
  expect(secondsOfTone(await second.heard(), 440)).toBe(0);
  const pitches = [850, 1250];
  await Promise.all(
    [first, second].map(async (phone, index) => {
      await phone.press('1');
      await untilTone(phone.heard, BEEP);
      await phone.say(toneOf(60, pitches[index] ?? 0));
      await untilTone(phone.said, { hertz: pitches[index] ?? 0, seconds: 1.5 });
      await phone.hangUp();
    }),
  );
  const messages = await eventually('both messages', async () => {
    const both = ids.map((id) => samplesOf(topline.recordings.get(id)));
    return both.every((samples) => samples.length > 0) && both;
  });
  const found = messages.map((samples) => pitches.map((hertz) => secondsOfTone(samples, hertz) > 1));
  expect(found).toEqual([
    [true, false],
    [false, true],
  ]);
});
