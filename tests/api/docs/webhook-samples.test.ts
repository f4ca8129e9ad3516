import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sign, SIGNATURE_HEADER } from '../../../src/accounts/webhooks/deliveries/deliver.ts';
import { WEBHOOK_SAMPLES } from '../../../web/features/api-docs/webhooks/webhook-samples.ts';
import { machineTime, WebhookReceiver } from '../../kit/index.ts';

const SECRET = 'whsec_3f9c';
const BODY = `{"type":"message-status","data":{"text":"it's “£1” $HOME"}}`;
const folder = await mkdtemp(join(tmpdir(), 'topline-webhooks-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Delivery {
  body: string;
  header: string;
}

async function run(program: string, file: string, code: string, env: Record<string, string>): Promise<string> {
  const path = join(folder, file);
  await Bun.write(path, code);
  const child = Bun.spawn([program, path], {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'inherit',
    env: { PATH: process.env.PATH, WEBHOOK_SECRET: SECRET, ...env },
  });
  const output = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  return output.trim();
}

const [checkByHand = '', sendByHand = ''] = WEBHOOK_SAMPLES.curl.split('\n\n');

const LANGUAGES = [
  {
    name: 'TypeScript',
    check: ({ body, header }: Delivery) =>
      run(
        process.execPath,
        'check.ts',
        `${WEBHOOK_SAMPLES.TypeScript}
console.log(isGenuine(process.env.BODY!, process.env.HEADER!, process.env.WEBHOOK_SECRET!));`,
        { BODY: body, HEADER: header },
      ),
  },
  {
    name: 'Python',
    check: async ({ body, header }: Delivery) => {
      const call = 'is_genuine(os.environb[b"BODY"], os.environ["HEADER"], os.environ["WEBHOOK_SECRET"])';
      const code = `${WEBHOOK_SAMPLES.Python}\nimport os\nprint(${call})`;
      return (await run('python3', 'check.py', code, { BODY: body, HEADER: header })).toLowerCase();
    },
  },
  {
    name: 'shell',
    check: async ({ body, header }: Delivery) => {
      await Bun.write(join(folder, 'body.json'), body);
      return String((await run('bash', 'check.sh', checkByHand, { SIGNATURE: header })) === 'genuine');
    },
  },
];

describe.each(LANGUAGES)('$name', ({ name, check }) => {
  const now = () => sign(BODY, [SECRET], machineTime());

  test('knows a genuine delivery, during a change of secrets too', async () => {
    expect(await check({ body: BODY, header: now() })).toBe('true');
    const changing = sign(BODY, ['whsec_next', SECRET], machineTime());
    expect(await check({ body: BODY, header: changing })).toBe('true');
  });

  test.each([
    ['another body', () => ({ body: `${BODY} `, header: now() })],
    ['another secret', () => ({ body: BODY, header: sign(BODY, ['whsec_other'], machineTime()) })],
    ['another time', () => ({ body: BODY, header: now().replace(/^t=\d+/, 't=1') })],
    ['nothing', () => ({ body: BODY, header: '' })],
    ['something else', () => ({ body: BODY, header: 't=now,v1=ü,v1' })],
  ])('does not take %s for it', async (_what, delivery) => {
    expect(await check(delivery())).toBe('false');
  });

  // Whoever checks by hand may do so a day later.
  if (name !== 'shell') {
    test('does not take one that was recorded and sent again', async () => {
      const old = sign(BODY, [SECRET], machineTime(-301_000));
      expect(await check({ body: BODY, header: old })).toBe('false');
    });
  }
});

test('a delivery that somebody sends to themselves is signed as ours are', async () => {
  const receiver = new WebhookReceiver();
  await Bun.write(join(folder, 'body.json'), BODY);
  await run('bash', 'send.sh', sendByHand.replace('https://example.com/webhooks', receiver.url), {});
  const [received] = receiver.received;
  const header = received?.headers.get(SIGNATURE_HEADER) ?? '';
  const at = new Date(Number(/t=(\d+)/.exec(header)?.[1]) * 1000);
  expect([received?.body, header]).toEqual([BODY, sign(BODY, [SECRET], at)]);
  await receiver.stop();
});
