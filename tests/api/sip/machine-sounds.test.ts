import { beforeEach, expect, spyOn, test } from 'bun:test';
import { join } from 'node:path';
import { readWav, writeWav } from '../../../src/platform/kit/wav.ts';
import { decided } from '../../carriers/ring-trunk.ts';
import { appForFile, funded, type TestActor } from '../../kit/index.ts';
import { PROXY_TOKEN, SIP_SETTINGS } from '../../sip/trunk.ts';
import { secondsOfTone } from '../../sip/machine-phone.ts';
import { bought } from '../numbers/numbers.ts';
import { uploadSound } from '../uploads/uploads.ts';
import { always, menu, plan, voicemail } from '../voice/incoming.ts';

let owner: TestActor;
let number: { id: string; number: string };
const app = await appForFile({ background: false, env: { ...SIP_SETTINGS } });
beforeEach(async () => {
  owner = await funded(app, '100.00');
  number = await bought(owner);
});

/** A call comes to an edge that has an answering machine. @returns its id */
const arrive = async (): Promise<string> =>
  (await decided(app, number.number, { carrier: 'sandbox', answers: true })).id;

/** Reads the sound for its caller. @param name of the step, or of the good-bye */
const sound = async (callId: string, name: string): Promise<Int16Array> => {
  const headers = { authorization: `Bearer ${PROXY_TOKEN}` };
  const answer = await app.fetch(`/api/sip/machine-calls/${callId}/sounds/${name}`, { headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('audio/wav');
  const wav = readWav(await answer.bytes());
  expect(wav?.rate).toBe(8000);
  return wav?.samples ?? new Int16Array();
};

test('greetings are read out, a menu with its keys', async () => {
  await plan(owner, number.id, [menu, voicemail]);
  const id = await arrive();
  const [choices, greeting, goodbye] = [await sound(id, '0'), await sound(id, '1'), await sound(id, 'goodbye')];
  expect(goodbye.length).toBeGreaterThan(4000);
  expect(choices.length).toBeGreaterThan(greeting.length);
  expect(Math.max(...greeting)).toBeGreaterThan(1000);
});

test('a recording is read and converted for the first call only, and again where that failed', async () => {
  const samples = Int16Array.from({ length: 16_000 }, (_, at) => 9000 * Math.sin(at / 8));
  const recording = await uploadSound(owner, writeWav({ rate: 16_000, samples }));
  await plan(owner, number.id, [always({ kind: 'voicemail', greeting: '', recording })]);
  const read = spyOn(app.deps.objects, 'get').mockRejectedValueOnce(new Error('the store is away'));
  const headers = { authorization: `Bearer ${PROXY_TOKEN}` };
  expect((await app.fetch(`/api/sip/machine-calls/${await arrive()}/sounds/0`, { headers })).status).toBe(500);
  const [first, second] = [await sound(await arrive(), '0'), await sound(await arrive(), '0')];
  expect(read).toHaveBeenCalledTimes(2);
  read.mockRestore();
  expect(first.length).toBe(8000);
  expect(second).toEqual(first);
});

/** The greeting of the number is this recording. @returns what its caller hears */
async function heard(file: Uint8Array): Promise<Int16Array> {
  const recording = await uploadSound(owner, file);
  await plan(owner, number.id, [always({ kind: 'voicemail', greeting: '', recording })]);
  return sound(await arrive(), '0');
}

test('a recorded greeting is played as telephones carry sound', async () => {
  const samples = Int16Array.from({ length: 32_000 }, (_, at) => 9000 * Math.sin(at / 8));
  const played = await heard(writeWav({ rate: 16_000, samples }));
  expect(played.length).toBe(16_000);
  expect(Math.max(...played.subarray(2000, 8000))).toBeWithin(8900, 9100);
});

/** A second of 600 Hz at 12,000 of 32,768, two channels at 44.1 kHz, by Debian's lame (--resample 44.1 -b 32). */
const mp3 = () => Bun.file(join(import.meta.dir, 'tone-600-hertz.mp3')).bytes();

test('a long MP3 greeting, which is read in pieces, is heard without gaps', async () => {
  const second = await mp3();
  const played = await heard(Buffer.concat(Array.from({ length: 20 }, () => second)));
  expect(played.length / 8000).toBeWithin(20, 22);
  expect(secondsOfTone(played, 600)).toBeGreaterThan(19);
});

test('an MP3 greeting keeps its length, its pitch and its loudness', async () => {
  const played = await heard(await mp3());
  // Encoders begin and end with some silence.
  expect(played.length / 8000).toBeWithin(1, 1.1);
  expect(secondsOfTone(played, 600)).toBeGreaterThan(0.9);
  for (const other of [300, 1200]) expect(secondsOfTone(played, other)).toBe(0);
  expect(Math.max(...played.subarray(2000, 6000))).toBeWithin(11_500, 12_500);
});
