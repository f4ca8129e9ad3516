import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../kit/free-port.ts';
import { ACK_TO_REFUSAL, scenario, SDP, send, withBody, within } from '../sip/sipp-text.ts';
import type { Credentials } from '../api/trunks/digest.ts';

/** SIPp as a load: many calls, or many registrations, with the credentials of many trunks. */

const request = (method: string, uri: string, more = '', body = '') => `${method} ${uri} SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: <sip:[field0]@sip.example.com>;tag=[pid]t[call_number]
To: <sip:${method === 'REGISTER' ? '[field0]' : '[service]'}@sip.example.com>
Call-ID: [call_id]
CSeq: [cseq] ${method}
Max-Forwards: 70
Contact: <sip:[field0]@[local_ip]:[local_port]>
${more}${withBody(body)}`;

const AUTHORIZED = '[field1]\n';
const TO = 'sip:[service]@[remote_ip]:[remote_port]';

/**
 * A call that is answered, and hung up after so long; its set-up is timed from the INVITE with a digest to the ringing, where that
 * arrives: nobody repeats it (RFC 3261, 13.2.2.1).
 */
const callFor = (milliseconds: number) =>
  scenario(
    'bench',
    `${send(request('INVITE', TO, '', SDP))}
<recv response="100" optional="true"/><recv response="407" auth="true"/>${send(ACK_TO_REFUSAL, '')}
${send(request('INVITE', TO, AUTHORIZED, SDP), 'retrans="500" start_rtd="1"')}
<recv response="100" optional="true"/><recv response="180" optional="true" rtd="1"/><recv response="200" rrs="true"/>
${send(within('ACK'), '')}<pause milliseconds="${milliseconds}"/>${send(within('BYE'))}<recv response="200"/>`,
  );

/** So long after its answer the caller hangs up, unless the order says otherwise. */
const SOON_MS = 50;

const REGISTRATION = scenario(
  'bench',
  `${send(request('REGISTER', 'sip:[remote_ip]:[remote_port]'))}
<recv response="401" auth="true"/>
${send(request('REGISTER', 'sip:[remote_ip]:[remote_port]', AUTHORIZED))}<recv response="200"/>`,
);

export interface LoadOrder {
  what: 'calls' | 'registrations';
  /** The edge's port. */
  port: number;
  credentials: readonly Credentials[];
  count: number;
  /** How many begin in a second at most. */
  rate: number;
  /** How many there are at once at most. */
  atOnce: number;
  /** How long a call lasts after its answer, in milliseconds. */
  lastsMs?: number;
}

export interface LoadAnswer {
  /** Those that succeeded, in a second. */
  rate: number;
  failures: number;
  /** Milliseconds of each call from its INVITE with a digest to the ringing, sorted. */
  setUps: number[];
}

/** Runs SIPp until all calls or registrations are over. @throws if it could not run, or more than half of them failed */
export async function runLoad({
  what,
  port,
  credentials,
  count,
  rate,
  atOnce,
  lastsMs = SOON_MS,
}: LoadOrder): Promise<LoadAnswer> {
  const folder = await mkdtemp(join(tmpdir(), 'topline-sip-load-'));
  await Bun.write(join(folder, 'scenario.xml'), what === 'calls' ? callFor(lastsMs) : REGISTRATION);
  const people = credentials.map(
    ({ username, secret }) => `${username};[authentication username=${username} password=${secret}]`,
  );
  await Bun.write(join(folder, 'fields.csv'), ['SEQUENTIAL', ...people, ''].join('\n'));
  const own = await freePort();
  const begun = performance.now();
  const child = Bun.spawn(
    // prettier-ignore
    ['sipp', '-sf', 'scenario.xml', '-inf', 'fields.csv', '-i', '127.0.0.1', '-p', String(own), '-cp', String(await freePort()),
      '-s', '+447911123456', '-m', String(count), '-r', String(rate), '-l', String(atOnce), '-nostdin', '-timeout', '180s',
      '-timeout_error', '-recv_timeout', '20000', '-trace_stat', '-stf', 'stat.csv', '-fd', '1', '-trace_rtt', '-rtt_freq', '1', '-trace_err', '-error_file', 'errors.log', `127.0.0.1:${port}`],
    {
      cwd: folder,
      env: { PATH: process.env.PATH, TERM: 'dumb' },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    },
  );
  const code = await child.exited;
  const seconds = (performance.now() - begun) / 1000;
  const errors = await readFile(join(folder, 'errors.log'), 'utf8').catch(() => '');
  const setUps = await readSetUps(folder);
  const failures = await readFailures(folder);
  await rm(folder, { recursive: true, force: true });
  if (code > 1 || failures > count / 2) throw new Error(`SIPp ended with ${code}: ${kindsOf(errors)}`);
  return { rate: (count - failures) / seconds, failures, setUps };
}

const kindsOf = (errors: string): string =>
  [...new Set(errors.match(/(while expecting '\d+'[^,]*, received '[^\n]*|receive timeout on message [^ ]*)/g))].join(
    '\n',
  );

/** The last row of SIPp's statistics. */
async function readFailures(folder: string): Promise<number> {
  const text = await readFile(join(folder, 'stat.csv'), 'utf8');
  const [head = '', ...rows] = text.trim().split('\n');
  const column = head.split(';').indexOf('FailedCall(C)');
  return Number(rows.at(-1)?.split(';')[column] ?? 0);
}

/** The rows of SIPp's file of response times: date, milliseconds and name of each. */
async function readSetUps(folder: string): Promise<number[]> {
  const name = (await readdir(folder)).find((each) => each.endsWith('_rtt.csv'));
  if (!name) return [];
  const text = await readFile(join(folder, name), 'utf8');
  const times = text
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(';')[1]));
  return times.filter((time) => time > 0).toSorted((a, b) => a - b);
}
