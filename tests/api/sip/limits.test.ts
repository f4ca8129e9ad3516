import { askAsEdge } from '../../sip/as-edge.ts';
import { appForFile, call, codeOf } from '../../kit/index.ts';
import { makeTrunk, PROXY_TOKEN, SIP_SETTINGS } from '../../sip/trunk.ts';
import { digestOf } from '../trunks/digest.ts';

/** The requests of one address that pass at once. */
const BURST = 300;
const app = await appForFile({ background: false, env: { ...SIP_SETTINGS, RATE_LIMITS: 'on' } });
const trunk = await makeTrunk(app);

const ask = (source: string, secret = trunk.credentials.secret) =>
  call(app, `/api/sip/authenticate?caller=${source}`, {
    json: digestOf({ ...trunk.credentials, secret }),
    headers: { authorization: `Bearer ${PROXY_TOKEN}` },
  });

const statuses = async (count: number, asked: () => Promise<Response>) =>
  (await Promise.all(Array.from({ length: count }, asked))).map(({ status }) => status);

test('whoever guesses is stopped, and nobody else', async () => {
  const guesses = await statuses(BURST + 50, () => ask('198.51.100.7', 'guessed'));
  expect(guesses.filter((status) => status === 403)).toHaveLength(BURST);
  expect(guesses.filter((status) => status === 429)).toHaveLength(50);
  expect((await ask('198.51.100.7')).status).toBe(429);
  expect((await ask('198.51.100.8')).status).toBe(200);
  const ringing = await askAsEdge(app, '/api/sip/incoming-calls?caller=198.51.100.7', {
    ...{ carrier: '', called: `ring-${crypto.randomUUID()}-0`, source: '198.51.100.7:5060' },
  });
  expect(ringing.status).toBe(429);
});

test('an accepted telephone is not counted', async () => {
  for (let round = 0; round < 2; round++) {
    const passed = await statuses(BURST - 50, () => ask('198.51.100.9'));
    expect(passed.filter((status) => status !== 200)).toEqual([]);
  }
});

test('without the token nobody is read to the end, and made-up tokens and callers share one count', async () => {
  const big = (n: number) =>
    app.fetch(`/api/sip/calls?caller=203.0.113.${n % 250}`, {
      method: 'POST',
      body: `{"${'a'.repeat(100_000)}`,
      headers: { authorization: `Bearer made-up-${n}` },
    });
  expect(await codeOf(await big(0))).toBe('not_signed_in');
  const passed = await statuses(BURST + 50, () => big(Math.floor(Math.random() * 1e6)));
  expect(passed).toContain(429);
  expect(new Set(passed)).toEqual(new Set([401, 429]));
  // The edge itself is asked from the same address.
  expect((await ask('198.51.100.10')).status).toBe(200);
});
