import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appForFile, eventually, freePort } from '../kit/index.ts';
import { makeCertificate } from './certificate.ts';
import { knowsCarriers, startEdge } from './edge.ts';
import { processAt } from './program.ts';
import { PROXY_TOKEN } from './trunk.ts';
import { endingWithUs } from '../kit/ending-with-us.ts';

/** How the edge is started, and what it listens to. */

const ROOT = join(import.meta.dir, '..', '..');
const app = await appForFile({ background: false });

const options = (port: number) =>
  [
    `OPTIONS sip:127.0.0.1:${port};transport=tls SIP/2.0`,
    'Via: SIP/2.0/TLS 127.0.0.1:9;branch=z9hG4bK1',
    'From: <sip:a@sip.example.com>;tag=1',
    'To: <sip:sip.example.com>',
    'Call-ID: over-tls',
    'CSeq: 1 OPTIONS',
    'Max-Forwards: 70',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');

test('with a certificate it speaks TLS', async () => {
  const { certificate, key } = makeCertificate('DNS:sip.example.com');
  const port = await freePort();
  const edge = await startEdge(app, { SIP_TLS_CERTIFICATE: certificate, SIP_TLS_KEY: key, SIP_TLS_PORT: String(port) });
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    tls: { ca: await Bun.file(certificate).text(), serverName: 'sip.example.com' },
    socket: {
      handshake: (connected, trusted) => {
        if (trusted) connected.write(options(port));
        else resolve('not trusted');
      },
      data: (_socket, bytes) => resolve(bytes.toString()),
    },
  });
  expect(await answer).toStartWith('SIP/2.0 200 OK');
  expect(edge.log()).not.toContain('ERROR');
  socket.end();
  await edge.stop();
});

/** `bun run sip`, until it ends by itself. */
async function run(env: Record<string, string>): Promise<{ code: number; said: string }> {
  const child = Bun.spawn(endingWithUs('TERM', [process.execPath, 'src/services/sip/sip-command.ts']), {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      SESSION_SECRET: 'only for this test and for no other',
      ...env,
    },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const said = await new Response(child.stderr).text();
  return { code: await child.exited, said };
}

test('the command says what is missing', async () => {
  const withoutToken = await run({ DATABASE_URL: app.databaseUrl });
  expect(withoutToken).toMatchObject({ code: 2 });
  expect(withoutToken.said).toContain('SIP_PROXY_TOKEN');
  const slots = await run({
    ...{ PATH: process.env.PATH ?? '', DATABASE_URL: app.databaseUrl, SIP_PROXY_TOKEN: PROXY_TOKEN },
    ...{ SIP_ANSWERING_SLOTS: '41', SIP_ADDRESS: '127.0.0.1' },
  });
  expect(slots.code).toBe(1);
  expect(slots.said).toEndWith('SIP_ANSWERING_SLOTS: SIP_ANSWERING_SOUND has ports for 40 only\n');
  const nothing = await mkdtemp(join(tmpdir(), 'topline-path-'));
  for (const program of ['setpriv', 'sh', 'dirname', 'find', 'head']) {
    Bun.spawnSync(['ln', '-s', Bun.which(program) ?? '', join(nothing, program)]);
  }
  const without = await run({
    PATH: nothing,
    DATABASE_URL: app.databaseUrl,
    SIP_PROXY_TOKEN: PROXY_TOKEN,
    SIP_TLS_CERTIFICATE: '/nowhere/cert.pem',
    SIP_TLS_ROOTS: '/nowhere/certs',
    RTPENGINE: `udp:127.0.0.1:${await freePort()}`,
  });
  await rm(nothing, { recursive: true, force: true });
  expect(without).toEqual({
    code: 1,
    said: 'packages are missing: apt-get install kamailio pgbouncer ca-certificates rtpengine-daemon\n',
  });
});

test('without echo and answering machine it starts, and nothing goes wrong', async () => {
  const edge = await startEdge(app, { SIP_ECHO_PORT: 'off', SIP_ANSWERING_PORT: 'off' });
  await knowsCarriers(edge, []);
  // Its end is not looked at: processes of Kamailio then complain of one another.
  const log = edge.log();
  await edge.stop();
  expect(log).not.toMatch(/ERROR|CRITICAL|WARNING|not found/);
});

test('the answering machine stands beside the edge, is started again, and ends with it', async () => {
  const port = await freePort(2);
  const edge = await startEdge(app, { SIP_ANSWERING_PORT: String(port), SIP_ANSWERING_SLOTS: '1' });
  const first = await eventually('a slot is there', 60_000, () => processAt(port));
  // Its parent tells it what to do.
  process.kill(first.parent, 'SIGKILL');
  const second = await eventually('another is there', 60_000, () => otherThan(first));
  process.kill(second.pid, 'SIGKILL');
  await eventually('a third is there', 60_000, () => otherThan(second));
  await edge.stop();
  await eventually('no slot is there', 30_000, async () => (await processAt(port)) === null);

  async function otherThan({ pid }: { pid: number }) {
    const found = await processAt(port);
    return found?.pid === pid ? null : found;
  }
});
