import { expect } from 'bun:test';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Credentials } from '../api/trunks/digest.ts';
import { ended, eventually } from '../kit/eventually.ts';
import { freePort } from '../kit/free-port.ts';
import { startProgram } from './program.ts';
import { ACK_TO_REFUSAL, scenario, SDP, send, withBody, within } from './sipp-text.ts';

/** A running SIPp: a telephone system that calls, or a carrier that is called. */
export interface Sipp {
  port: number;
  pid: number;
  /** Settles when all its calls are over. @returns whether each followed its scenario, and the log */
  done: Promise<{ ok: boolean; log: string }>;
  stop(): Promise<void>;
}

const request = (method: string, uri: string, cseq: string, more = '', body = '') => `${method} ${uri} SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: "Desk" <sip:[field0]@sip.example.com>;tag=[pid]t[call_number]
To: <sip:[service]@sip.example.com>
Call-ID: [call_id]
CSeq: ${cseq}
Max-Forwards: 70
Contact: <sip:desk@[local_ip]:[local_port]>
${more}${withBody(body)}`;

const ANSWER = (line: string, more = '', body = '') => `SIP/2.0 ${line}
[last_Via:]
[last_From:]
[last_To:];tag=[pid]u[call_number]
[last_Call-ID:]
[last_CSeq:]
[last_Record-Route:]
Contact: <sip:far@[local_ip]:[local_port];transport=[transport]>
${more}${withBody(body)}`;

const INVITE = (extra: string) =>
  request('INVITE', 'sip:[service]@[remote_ip]:[remote_port]', '[cseq] INVITE', extra, SDP);

/** Answers are delayed, as over any real network: no customer calls over loopback. */
const FAR = '<pause milliseconds="100"/>';

/** The expected course of a telephone system's call. */
export type CallScript =
  | { end: 'we hang up'; afterMs: number }
  | { end: 'they hang up' }
  | { end: 'refused'; status: number }
  | { end: 'we cancel'; afterMs: number };

/** INVITE, challenge, INVITE with a digest. @param headers of the INVITE, one on each line */
const challengedInvite = (headers: string): string => `${send(INVITE(headers))}
<recv response="100" optional="true"/>
<recv response="407" auth="true"/>
${send(ACK_TO_REFUSAL, '')}
${send(INVITE(`[authentication]\n${headers}`))}
<recv response="100" optional="true"/>`;

/** A carrier is not challenged: its address is known. */
const plainInvite = `${send(INVITE(''))}<recv response="100" optional="true"/>`;

/** The beginning of a call, then the expected steps. */
function callScenario(script: CallScript, beginning: string): string {
  // Over UDP it may also arrive after the answer.
  const ringing = '<recv response="180" optional="global"/><recv response="183" optional="true"/>';
  const answered = `${ringing}<recv response="200" rrs="true"/>${send(within('ACK'), '')}`;
  switch (script.end) {
    case 'we hang up':
      return `${beginning}${answered}<pause milliseconds="${script.afterMs}"/>${send(within('BYE'))}<recv response="200"/>`;
    case 'they hang up':
      return `${beginning}${answered}<recv request="BYE"/>${FAR}${send(ANSWER('200 OK').replace(/;tag=\S+/, ''), '')}`;
    case 'refused':
      return `${beginning}${ringing}<recv response="${script.status}"/>${send(ACK_TO_REFUSAL, '')}`;
    case 'we cancel':
      return `${beginning}<recv response="180"/><pause milliseconds="${script.afterMs}"/>
${send(`CANCEL sip:[service]@[remote_ip]:[remote_port] SIP/2.0
[last_Via:]
[last_From:]
To: <sip:[service]@sip.example.com>
Call-ID: [call_id]
CSeq: [cseq] CANCEL
Max-Forwards: 70
Content-Length: 0

`)}<recv response="200"/><recv response="487"/>${send(ACK_TO_REFUSAL, '')}`;
  }
}

/** How a carrier handles a call. */
export type CarrierScript =
  'answers' | 'is called and hangs up' | { refuses: string } | 'rings' | { ringsThenRefuses: string };

function carrierScenario(script: CarrierScript): string {
  const take = `<recv request="INVITE" rrs="true"/>${send(ANSWER('100 Trying'), '')}`;
  const answer = `${send(ANSWER('180 Ringing'), '')}${FAR}${send(ANSWER('200 OK', '', SDP))}<recv request="ACK" rrs="true"/>`;
  const bye = `<recv request="BYE"/>${FAR}${send(ANSWER('200 OK').replace(/;tag=\S+/, ''), '')}`;
  if (script === 'answers') return `${take}${answer}${bye}`;
  if (script === 'is called and hangs up') {
    // In the called side's requests, From and To are exchanged.
    const ends = ['From', 'To'].map(
      (header) => `<ereg regexp=".*" search_in="hdr" header="${header}:" assign_to="${header}"/>`,
    );
    const noted = answer.replace('rrs="true"/>', `rrs="true"><action>${ends.join('')}</action></recv>`);
    const bye = within('BYE').replace('[last_From:]', 'From: [$To]').replace('[last_To:]', 'To: [$From]');
    return `${take}${noted}<pause milliseconds="300"/>${send(bye)}<recv response="200"/>`;
  }
  if (script === 'rings') {
    // The answer to the INVITE takes the route of the INVITE, not of the CANCEL.
    const way = ['1', '2'].map(
      (nth) => `<ereg regexp=".*" search_in="hdr" header="Via:" occurrence="${nth}" assign_to="${nth}"/>`,
    );
    const taken = take.replace('rrs="true"/>', `rrs="true"><action>${way.join('')}</action></recv>`);
    const gone = ANSWER('487 Request Terminated')
      .replace('[last_Via:]', 'Via: [$1]\nVia: [$2]')
      .replace('[last_CSeq:]', 'CSeq: [cseq] INVITE');
    return `${taken}${send(ANSWER('180 Ringing'), '')}<recv request="CANCEL"/>${send(ANSWER('200 OK'), '')}
${send(gone)}<recv request="ACK"/>`;
  }
  if ('refuses' in script) return `${take}${send(ANSWER(script.refuses))}<recv request="ACK"/>`;
  return `${take}${send(ANSWER('180 Ringing'), '')}${send(ANSWER(script.ringsThenRefuses))}<recv request="ACK"/>`;
}

/** @param serves whether it goes on until it is stopped: whoever waits while it has ended waits in vain */
async function run(
  written: string,
  args: readonly string[],
  {
    fields,
    at,
    ip = '127.0.0.1',
    serves = false,
  }: { fields?: string; at?: number; ip?: string; serves?: boolean } = {},
): Promise<Sipp> {
  const folder = await mkdtemp(join(tmpdir(), 'topline-sipp-'));
  const file = join(folder, 'scenario.xml');
  await Bun.write(file, written);
  const inf = join(folder, 'fields.csv');
  if (fields) await Bun.write(inf, `SEQUENTIAL\n${fields}\n`);
  // Sound takes four: it always has sockets for that.
  const ports = await freePort(6);
  const port = at ?? ports;
  const errors = join(folder, 'errors.log');
  let said = '';
  const child = startProgram(
    // prettier-ignore
    ['sipp', '-sf', file, '-i', ip, '-p', String(port), '-cp', String(ports + 1), '-mp', String(ports + 2),
      // It answers yes to the question whether it still has the call.
      '-nostdin', '-aa', '-trace_err', '-error_file', errors, '-timeout_error', ...(fields ? ['-inf', inf] : []), ...args],
    {
      cwd: folder,
      env: { TERM: 'dumb' },
      hear: (text) => {
        said += text;
      },
    },
  );
  let isStopped = false;
  const done = (async () => {
    const code = await child.exited;
    const log = `SIPp ended with ${code}:\n${said}${await readFile(errors, 'utf8').catch(() => '')}`;
    if (serves && !isStopped) ended.set(child, log);
    await rm(folder, { recursive: true, force: true });
    return { ok: code === 0, log };
  })();
  await eventually('SIPp is there', async () => (await takesPackets(child.pid, port)) || child.exitCode !== null);
  // Where its calls are over by now, they say how that was.
  if ((child.exitCode ?? 0) > CALLS_FAILED || (serves && child.exitCode !== null)) {
    const { log } = await done;
    ended.delete(child);
    throw new Error(log);
  }
  return {
    port,
    pid: child.pid,
    done,
    stop: async () => {
      isStopped = true;
      child.kill('SIGKILL');
      await done;
      ended.delete(child);
    },
  };
}

/** SIPp's exit code where calls were not as its script says; above it, it could not run. */
const CALLS_FAILED = 1;

/** Tells whether this process takes packets at a UDP port of this machine. */
async function takesPackets(pid: number, port: number): Promise<boolean> {
  const place = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const sockets = (await readFile('/proc/net/udp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/));
  const ids = sockets.flatMap(([, address, , , , , , , , id]) => (address?.endsWith(place) ? `socket:[${id}]` : []));
  const open = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const files = await Promise.all(open.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  return ids.some((id) => files.includes(id));
}

/** A telephone system that makes calls, all by one script. @param rate calls per second */
export const callFrom = (
  { credentials, edgePort, script }: { credentials: Credentials; edgePort: number; script: CallScript },
  {
    to = '+447911123456',
    calls = 1,
    rate = 50,
    headers = '',
    from = credentials.username,
    timeout = 25,
    ip = '127.0.0.1',
  } = {},
): Promise<Sipp> =>
  run(
    scenario('telephone system', callScenario(script, challengedInvite(headers))),
    // prettier-ignore
    ['-s', to, '-m', String(calls), '-r', String(rate), '-au', credentials.username, '-ap', credentials.secret,
      '-timeout', `${timeout}s`, '-recv_timeout', `${timeout * 1000}`, `127.0.0.1:${edgePort}`],
    { fields: from, ip },
  );

/** The address from which a carrier calls in the tests: another one than that of telephone systems. */
export const CARRIER_ADDRESS = '127.0.0.2';

/** A carrier that leads a call in to one of our numbers. @param from the caller's number */
export const callIn = (
  { edgePort, script }: { edgePort: number; script: CallScript },
  { to, from = '447911000001', ip = CARRIER_ADDRESS }: { to: string; from?: string; ip?: string },
): Promise<Sipp> =>
  run(
    scenario('a carrier that calls', callScenario(script, plainInvite)),
    ['-s', to, '-m', '1', '-timeout', '25s', '-recv_timeout', '25000', `127.0.0.1:${edgePort}`],
    { fields: from, ip },
  );

/**
 * A carrier that takes calls at a port, all of them by one script, until it is stopped.
 * @param calls after so many it is over, and says whether each was as its script says; without it it goes on
 */
export const startCarrier = (script: CarrierScript, at: number, { calls }: { calls?: number } = {}): Promise<Sipp> =>
  run(
    scenario('carrier', carrierScenario(script)),
    calls === undefined ? ['-timeout', '600s'] : ['-m', String(calls), '-timeout', '25s'],
    { at, serves: calls === undefined },
  );

/** Waits until all its calls are over, each of them as its script says. @throws where a carrier ends before that */
export async function expectPlayed({ done }: Sipp): Promise<void> {
  let result: Awaited<Sipp['done']> | null = null;
  void (async () => {
    result = await done;
  })();
  const { ok, log } = await eventually('its calls are over', LONGEST_MS, async () => result);
  expect(ok ? 'played' : log).toBe('played');
}

/** SIPp ends by itself before that. */
const LONGEST_MS = 600_000;
