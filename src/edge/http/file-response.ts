import type { FileAnswer, FileFacts } from '../../platform/kit/answer.ts';

const CACHE_CONTROL: Record<FileFacts['keeping'], string> = {
  nobody: 'no-store',
  owner: 'private, no-cache',
  everybody: 'public, max-age=3600',
};

/**
 * A file as the answer to a request, which may ask for a part or name the copy that it has. The person who
 * made the file may mean harm: a browser shows only types that it cannot run, and the file may load nothing.
 */
export async function fileResponse(request: Request, { facts, content }: FileAnswer): Promise<Response> {
  const headers: Record<string, string> = {
    'content-type': facts.contentType,
    'x-content-type-options': 'nosniff',
    'content-security-policy': policy(facts.contentType),
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': CACHE_CONTROL[facts.keeping],
  };
  if (facts.name !== null) {
    headers['content-disposition'] = `${facts.shown ? 'inline' : 'attachment'}; filename="${facts.name}"`;
  }
  if (facts.version) headers.etag = `"${facts.version}"`;
  if (headers.etag && request.headers.get('if-none-match') === headers.etag) {
    return new Response(null, { status: 304, headers });
  }
  if (typeof content !== 'function') return new Response(await streamOf(content), { headers });
  return partOf(await content(), request.headers.get('range'), headers);
}

/** PDF viewers isolate a file themselves, and several refuse a file that is sandboxed as well. */
const policy = (contentType: string) =>
  contentType === 'application/pdf' ? "default-src 'none'" : "default-src 'none'; sandbox";

/**
 * Players request parts so that they can jump. One range is supported; any other request gets the whole file, as
 * HTTP allows.
 */
function partOf(bytes: Uint8Array<ArrayBuffer>, range: string | null, known: Record<string, string>): Response {
  const headers = { ...known, 'accept-ranges': 'bytes' };
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (from === '' && to === '') return new Response(bytes, { headers });
  const last = bytes.length - 1;
  // Without a start, the end is the number of last bytes that are wanted.
  const start = from === '' ? Math.max(0, bytes.length - Number(to)) : Number(from);
  const end = from === '' || to === '' ? last : Math.min(last, Number(to));
  if (start > end) {
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes.length}` } });
  }
  return new Response(bytes.subarray(start, end + 1), {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${bytes.length}` },
  });
}

/**
 * Made while it is read, so that a slow reader holds neither memory nor a database connection. Its beginning is made before
 * the answer begins: an error there is answered, a later one can only break the connection.
 */
async function streamOf(chunks: AsyncGenerator<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  let beginning: IteratorResult<Uint8Array> | null = await chunks.next();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = beginning ?? (await chunks.next());
      beginning = null;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await chunks.return(undefined);
    },
  });
}
