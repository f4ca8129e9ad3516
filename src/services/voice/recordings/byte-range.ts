/**
 * Bytes as an answer to a request that may ask for a part of them, as players do in order to jump. One
 * range is understood; anything else gets the whole, as HTTP allows.
 * @param range the `Range` header
 */
export function byteRange(
  bytes: Uint8Array<ArrayBuffer>,
  range: string | null,
  headers: Record<string, string>,
): Response {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (from === '' && to === '') return new Response(bytes, { headers });
  const last = bytes.length - 1;
  // Without a start, the end says how many of the last bytes are wanted.
  const start = from === '' ? Math.max(0, bytes.length - Number(to)) : Number(from);
  const end = from === '' || to === '' ? last : Math.min(last, Number(to));
  if (start > end) {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${bytes.length}` },
    });
  }
  return new Response(bytes.subarray(start, end + 1), {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${bytes.length}` },
  });
}
