import { writeClients } from '../../../clients/generate.ts';
import { ApiError, createClient, pages } from '../../../clients/typescript/client.ts';
import { appForFile, newNumber, balanceOf, funded } from '../../kit/index.ts';

const app = await appForFile({ background: false });
const CLIENTS = new URL('../../../clients/', import.meta.url);

test('the clients are what `bun clients/generate.ts` writes from the description', async () => {
  const { typescript, python } = await writeClients();
  expect(await Bun.file(new URL('typescript/client.ts', CLIENTS)).text()).toBe(typescript);
  expect(await Bun.file(new URL('python/client.py', CLIENTS)).text()).toBe(python);
});

/** A server before ours that does each first request, and then says that it is busy. */
function unsure() {
  const seen: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const what = `${request.method} ${pathname.split('/').at(-1)}`;
      const body = request.method === 'GET' ? null : await request.text();
      const response = await fetch(app.url + pathname + search, {
        method: request.method,
        headers: request.headers,
        body,
      });
      seen.push(what);
      if (seen.filter((each) => each === what).length > 1) return response;
      return new Response('{}', { status: 503 });
    },
  });
  return { url: server.url.href, seen, [Symbol.asyncDispose]: () => server.stop(true) };
}

test('TypeScript: what is sent twice is charged once, a refusal has its code, and pages follow each other', async () => {
  const owner = await funded(app, '1.00');
  await using between = unsure();
  const client = createClient({ url: between.url, key: owner.key, waitMs: 1 });
  const order = (...recipients: string[]) => ({ senderId: 'Topline', recipients, message: 'Hello' });
  const sent = await client.sendSms({ id: owner.id, body: order(newNumber()) });
  expect([sent.cost, await balanceOf(owner)]).toEqual(['0.0300', '0.97']);
  expect(between.seen).toEqual(['POST sms', 'POST sms']);
  const next = await client.sendSms({ id: owner.id, body: order(newNumber()) });
  const refused = await client.sendSms({ id: owner.id, body: order('nobody') }).catch((error: unknown) => error);
  expect(refused instanceof ApiError && [refused.status, refused.code]).toEqual([422, 'validation_failed']);
  const ids = await Array.fromAsync(
    pages((page) => client.listSms({ id: owner.id, ...page }), 1),
    ({ id }) => id,
  );
  expect(ids).toEqual([next.id, sent.id]);
});

test('Python: the same', async () => {
  const owner = await funded(app, '1.00');
  await using between = unsure();
  const code = `
import client, sys
me, url, key, number = sys.argv[1:]
topline = client.Client(url, key, wait=0.001)
order = {'senderId': 'Topline', 'recipients': [number], 'message': 'Hello'}
print(topline.send_sms(me, order)['cost'])
topline.send_sms(me, order)
try:
    topline.send_sms(me, {**order, 'recipients': ['nobody']})
except client.ApiError as refused:
    print(refused.status, refused.code)
print(len(list(topline.pages(lambda **page: topline.list_sms(me, **page), limit=1))))
`;
  const python = Bun.spawn(['python3', '-B', '-c', code, owner.id, between.url, owner.key, newNumber()], {
    cwd: new URL('python', CLIENTS).pathname,
    stderr: 'inherit',
  });
  expect((await new Response(python.stdout).text()).trim().split('\n')).toEqual([
    '0.0300',
    '422 validation_failed',
    '2',
  ]);
  expect(await balanceOf(owner)).toBe('0.94');
});
