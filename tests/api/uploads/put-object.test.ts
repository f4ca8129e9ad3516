import { connect } from 'node:net';
import { appForFile, expectProblem, signUp, suspend, type TestActor } from '../../kit/index.ts';
import { requestLink, SAMPLES, send, storedFiles, zipOf } from './uploads.ts';

/** 5 MB. */
const MAX_RECEIPT_BYTES = 5_242_880;
let person: TestActor;
const app = await appForFile();
beforeEach(async () => {
  person = await signUp(app);
});

const png = SAMPLES['image/png'];

function pngOf(bytes: number): Buffer {
  const file = Buffer.alloc(bytes);
  png.copy(file);
  return file;
}

describe('PUT to the signed link', () => {
  test.each(Object.entries(SAMPLES))('keeps %s, known by its content', async (type, bytes) => {
    const link = await requestLink(person);
    const response = await send(link, bytes, { headers: { 'content-type': 'text/html' } });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ objectPath: link.objectPath });
    const stored = await person.as(link.objectPath);
    expect(stored.headers.get('content-type')).toBe(type);
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test.each<[string, string | Buffer]>([
    ['a page', '<html><script>alert(1)</script></html>'],
    ['a drawing that can run scripts', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['nothing', ''],
    ['a program', Buffer.from('MZ\x90\x00', 'latin1')],
    ['a spreadsheet', zipOf('xl/workbook.xml')],
    ['a zip that only begins like one', Buffer.from('PK\x03\x04word/document.xml', 'latin1')],
    ['an old spreadsheet', Buffer.concat([SAMPLES['application/msword'].subarray(0, 512), Buffer.alloc(99)])],
  ])('refuses %s, and the link is used up', async (_name, bytes) => {
    const before = await storedFiles(app);
    const link = await requestLink(person);
    const response = await send(link, bytes, { headers: { 'content-type': 'image/png' } });
    await expectProblem(response, 'unsupported_media_type');
    expect((await person.as(link.objectPath)).status).toBe(404);
    expect(await storedFiles(app)).toEqual(before);
    expect((await send(link, png)).status).toBe(404);
  });

  test('takes 5,242,880 bytes and not one more', async () => {
    const link = await requestLink(person);
    const tooLarge = await send(link, pngOf(MAX_RECEIPT_BYTES + 1));
    expect(tooLarge.status).toBe(413);
    expect(await tooLarge.json()).toMatchObject({ code: 'payload_too_large', detail: 'File must be smaller than 5MB' });
    expect((await send(await requestLink(person), pngOf(MAX_RECEIPT_BYTES))).status).toBe(200);
  });

  test('counts a body of unannounced length while it arrives', async () => {
    const before = await storedFiles(app);
    const link = await requestLink(person);
    const piece = new Uint8Array(pngOf(1024 * 1024));
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (++sent > 6 ? controller.close() : controller.enqueue(piece)),
    });
    expect((await send(link, body)).status).toBe(413);
    expect(await storedFiles(app)).toEqual(before);
  });

  test('is good for one file', async () => {
    const link = await requestLink(person);
    expect((await send(link, png)).status).toBe(200);
    await expectProblem(await send(link, SAMPLES['image/gif']), 'upload_used');
    expect((await person.as(link.objectPath)).headers.get('content-type')).toBe('image/png');
  });

  test('keeps one of several sent at once, whole', async () => {
    const before = await storedFiles(app);
    const link = await requestLink(person);
    const files = Array.from({ length: 8 }, (_, index) => pngOf(1000 + index));
    const responses = await Promise.all(files.map((file) => send(link, file)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(7);
    const winner = responses.findIndex(({ status }) => status === 200);
    const stored = await person.as(link.objectPath);
    expect((await stored.arrayBuffer()).byteLength).toBe(1000 + winner);
    expect(await storedFiles(app)).toHaveLength(before.length + 1);
  });

  test('an upload that breaks off leaves no file, and its link stays valid', async () => {
    const before = await storedFiles(app);
    const link = await requestLink(person);
    await breakOff(link.uploadURL);
    expect((await send(link, png)).status).toBe(200);
    expect(await storedFiles(app)).toHaveLength(before.length + 1);
  });

  test('holds for 10 minutes', async () => {
    const link = await requestLink(person);
    app.clock.advance(10 * 60_000 - 5_000);
    expect((await send(link, png)).status).toBe(200);
    app.clock.advance(10_000);
    const late = await send(link, png);
    expect(late.status).toBe(403);
    expect(await late.json()).toMatchObject({ code: 'bad_signature', detail: 'This upload link has expired' });
  });

  test.each([
    ['another signature', (url: URL) => url.searchParams.set('signature', 'AAAA')],
    ['a later end', (url: URL) => url.searchParams.set('expires', '99999999999')],
    ['another object', (url: URL) => (url.pathname = `/api/objects/${crypto.randomUUID()}`)],
  ])('refuses a link with %s', async (_name, forge) => {
    const link = await requestLink(person);
    const url = new URL(link.uploadURL);
    forge(url);
    await expectProblem(await fetch(url, { method: 'PUT', body: new Uint8Array(png) }), 'bad_signature');
  });

  test('refuses a link without its signature', async () => {
    const link = await requestLink(person);
    expect((await app.fetch(link.objectPath, { method: 'PUT', body: new Uint8Array(png) })).status).toBe(422);
  });

  test('a link ends with its owner’s suspension', async () => {
    const link = await requestLink(person);
    await suspend(app, person);
    expect((await send(link, png)).status).toBe(403);
  });
});

/** Announces a body, sends the beginning, which alone would pass for a PNG, and hangs up. */
async function breakOff(address: string): Promise<void> {
  const url = new URL(address);
  const beginning = png.subarray(0, 8);
  const closed = Promise.withResolvers<void>();
  const socket = connect(Number(url.port), url.hostname, () => {
    const head = `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 5000\r\n\r\n`;
    socket.write(Buffer.concat([Buffer.from(head), beginning]), () => socket.destroy());
  });
  socket.on('close', () => closed.resolve());
  await closed.promise;
}
