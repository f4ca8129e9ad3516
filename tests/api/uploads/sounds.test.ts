import { soundUrl } from '../../../src/edge/uploads/sound-link.ts';
import { requireSound } from '../../../src/edge/uploads/sound.ts';
import { appForFile, expectProblem, signUp } from '../../kit/index.ts';
import { mp3Of, requestLink, requestSoundLink, SAMPLES, send, storedFiles, uploadSound, wavOf } from './uploads.ts';

const app = await appForFile();
const person = await signUp(app);

/** A file that begins with tags, as most MP3 files do. */
const tagged = Buffer.concat([Buffer.from('ID3\x03\x00\x00\x00\x00\x00\x00', 'latin1'), mp3Of(40)]);

test.each([
  ['audio/wav', wavOf(1)],
  ['audio/wav', wavOf(2, { rate: 16_000 })],
  ['audio/wav', wavOf(120)],
  ['audio/mpeg', mp3Of(40)],
  ['audio/mpeg', tagged],
  ['audio/mpeg', mp3Of(4590)],
])('takes %s by its content, and its owner hears it', async (type, bytes) => {
  const link = await requestSoundLink(person);
  expect((await send(link, bytes, { headers: { 'content-type': 'image/png' } })).status).toBe(200);
  const heard = await person.as(link.objectPath);
  expect(heard.headers.get('content-type')).toBe(type);
  expect(heard.headers.get('content-disposition')).toStartWith('inline');
  expect(Buffer.from(await heard.arrayBuffer()).equals(bytes)).toBe(true);
});

const FORM = 'A recording must be an MP3 file, or a WAV file with one channel, 16 bits and 8 or 16 kHz';
const LONG = 'A recording can last at most 120 seconds';
const cutWav = Buffer.from('RIFF\x00\x00\x00\x00WAVE', 'latin1');

test.each<[string, Buffer, string]>([
  ['121 seconds', wavOf(121), LONG],
  // 4,600 frames of 1,152 samples at 44.1 kHz are 120.2 seconds.
  ['an MP3 file that is too long', mp3Of(4600), LONG],
  ['two channels', wavOf(1, { channels: 2 }), FORM],
  ['44.1 kHz', wavOf(1, { rate: 44_100 }), FORM],
  ['8 bits', wavOf(1, { bits: 8 }), FORM],
  ['no sound at all', wavOf(0), FORM],
  ['a head without a body', cutWav, FORM],
  ['tags without a sound', Buffer.from('ID3\x03\x00\x00\x00\x00\x00\x00', 'latin1'), FORM],
  ['something that begins like a frame', Buffer.concat([Buffer.from([0xff, 0xfb]), Buffer.alloc(999)]), FORM],
  ['an MP3 file that is damaged behind its first frame', Buffer.concat([mp3Of(1), Buffer.alloc(5000, 0x55)]), FORM],
  ['an MP3 file that is cut amid its first frame', mp3Of(1).subarray(0, 60), FORM],
  ['an image', SAMPLES['image/png'], FORM],
  ['nothing', Buffer.alloc(0), FORM],
])('refuses %s, and the link is used up', async (_name, bytes, words) => {
  const before = await storedFiles(app);
  const link = await requestSoundLink(person);
  const response = await send(link, bytes);
  expect(response.status).toBe(415);
  expect(await response.json()).toMatchObject({ code: 'unsupported_media_type', detail: words });
  expect(await storedFiles(app)).toEqual(before);
  expect((await send(link, wavOf(1))).status).toBe(404);
});

test('five megabytes of whatever kind are looked at within a moment', () => {
  const bytes = 5 * 1024 * 1024;
  const pattern = (...of: number[]) => Buffer.alloc(bytes, Buffer.from(of));
  const chunks = wavOf(0).fill(0, 36);
  const kinds = [
    pattern(0xff),
    pattern(0xff, 0xfb),
    pattern(0xff, 0xfb, 0x10, 0xc4),
    Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 1, 1, 1, 1]), pattern(0xff, 0xe0)]),
    Buffer.concat([chunks, Buffer.alloc(bytes)]),
  ];
  const work = process.cpuUsage();
  for (const kind of kinds) expect(() => requireSound(kind)).toThrow();
  const { user, system } = process.cpuUsage(work);
  // It took the parser of a library 7.5 seconds for one of them: a loop over each byte, not a measure of speed.
  expect(user + system).toBeLessThan(1_500_000);
});

test('a link for a receipt takes no sound, one for a sound no receipt, and neither becomes the other', async () => {
  const receipt = await requestLink(person);
  await expectProblem(await send(receipt, wavOf(1)), 'unsupported_media_type');
  const asSound = { ...receipt, uploadURL: `${receipt.uploadURL}&kind=sound` };
  await expectProblem(await send(asSound, wavOf(1)), 'bad_signature');
  const sound = await requestSoundLink(person);
  const asReceipt = { ...sound, uploadURL: sound.uploadURL.replace('&kind=sound', '') };
  await expectProblem(await send(asReceipt, SAMPLES['image/png']), 'bad_signature');
});

test('whoever has the signed address of a sound hears it until it ends; nothing else is given out there', async () => {
  const objectId = (await uploadSound(person)).split('/').at(-1) ?? '';
  const { config, clock } = app.deps;
  const at = (id: string) => new URL(soundUrl({ config, now: clock.now() }, id));
  const get = ({ pathname, search }: URL) => app.fetch(pathname + search);
  const heard = await get(at(objectId));
  expect(heard.status).toBe(200);
  expect(heard.headers.get('content-type')).toBe('audio/wav');
  expect(heard.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Buffer.from(await heard.arrayBuffer()).equals(wavOf(1))).toBe(true);

  for (const [name, value] of [
    ['signature', 'AAAA'],
    ['expires', String(Math.floor(clock.now().getTime() / 1000) + 9_000_000)],
  ] as const) {
    const forged = at(objectId);
    forged.searchParams.set(name, value);
    await expectProblem(await get(forged), 'bad_signature');
  }
  const another = at(objectId);
  another.pathname = `/api/sounds/${crypto.randomUUID()}`;
  await expectProblem(await get(another), 'bad_signature');
  await expectProblem(await get(at(crypto.randomUUID())), 'not_found');

  const receipt = await requestLink(person);
  expect((await send(receipt, SAMPLES['image/png'])).status).toBe(200);
  await expectProblem(await get(at(receipt.objectPath.split('/').at(-1) ?? '')), 'not_found');

  const old = at(objectId);
  // It lasts for one to two hours, by how much of the present hour is left.
  app.clock.advance(60 * 60_000);
  expect((await get(old)).status).toBe(200);
  app.clock.advance(61 * 60_000);
  await expectProblem(await get(old), 'bad_signature');
});
