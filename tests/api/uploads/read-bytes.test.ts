import { Problem } from '../../../src/platform/kit/errors.ts';
import { readBytes } from '../../../src/edge/uploads/read-bytes.ts';

/** 5 MB. */
const MAX_RECEIPT_BYTES = 5_242_880;

const upload = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', { method: 'PUT', body, headers });

const pieces = (...chunks: (Uint8Array | Error)[]) =>
  new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const chunk = chunks.shift();
      if (chunk instanceof Error) controller.error(chunk);
      else if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });

/** The problem that reading ends in, or what it reads. */
const fault = (request: Request) =>
  readBytes(request).catch((error: unknown) => (error instanceof Problem ? error.reason : error));

const piece = new Uint8Array([1, 2, 3]);

test('puts the pieces together', async () => {
  expect([...(await readBytes(upload(pieces(piece, piece))))]).toEqual([1, 2, 3, 1, 2, 3]);
  expect(await readBytes(upload(null))).toHaveLength(0);
});

test('a body that breaks off, or ends before its announced length, is refused', async () => {
  expect(await fault(upload(pieces(piece, new Error('gone'))))).toBe('malformed_request');
  expect(await fault(upload(pieces(piece), { 'content-length': '4' }))).toBe('malformed_request');
});

test('stops reading at the limit', async () => {
  const half = new Uint8Array(MAX_RECEIPT_BYTES / 2);
  let read = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      read += half.length;
      controller.enqueue(half);
    },
  });
  expect(await fault(upload(endless))).toBe('payload_too_large');
  expect(read).toBeLessThan(2 * MAX_RECEIPT_BYTES + 1);
});
