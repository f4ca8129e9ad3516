import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MachineInstruction } from '../../src/services/sip/answering-machine/contract.ts';
import type { MachineReport } from '../../src/services/sip/answering-machine/topline-client.ts';
import { eventually } from '../kit/eventually.ts';
import { freePort } from '../kit/free-port.ts';
import { startProgram } from './program.ts';
import { PROXY_TOKEN } from './trunk.ts';

/** A stand-in for Topline: it gives answering machines a test's instructions. */
export class PlainTopline {
  /** The instructions for each call, one after the other. At the end they are hung up. */
  readonly plans = new Map<string, MachineInstruction[]>();
  /** The reports about each call, each report once. */
  readonly reports = new Map<string, MachineReport[]>();
  /** WAV files by their address. */
  readonly sounds = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly recordings = new Map<string, Uint8Array>();
  /** Statuses of the next answers to recordings; then they are taken. */
  readonly refusals: number[] = [];
  #server = this.#serve(0);
  readonly url = this.#server.url.origin;

  stop(): Promise<void> {
    return this.#server.stop(true);
  }

  /** Stands at the same address again. */
  start(): void {
    this.#server = this.#serve(Number(new URL(this.url).port));
  }

  /** A call that is to be dealt with so. @returns its id */
  plan(...instructions: MachineInstruction[]): string {
    const callId = crypto.randomUUID();
    this.plans.set(callId, instructions);
    return callId;
  }

  /** Waits until so much was reported of a call. */
  async reported(callId: string, count: number): Promise<MachineReport[]> {
    return eventually(`${count} reports`, async () => {
      const reports = this.reports.get(callId) ?? [];
      return reports.length >= count && reports;
    });
  }

  #serve(port: number): Bun.Server<undefined> {
    return Bun.serve({ hostname: '127.0.0.1', port, fetch: (request) => this.#answer(request) });
  }

  async #answer(request: Request): Promise<Response> {
    if (request.headers.get('authorization') !== `Bearer ${PROXY_TOKEN}`) {
      return new Response(null, { status: 401 });
    }
    const { pathname } = new URL(request.url);
    const callId = pathname.split('/')[4] ?? '';
    if (request.method === 'GET') {
      const sound = this.sounds.get(pathname);
      return sound ? new Response(sound) : new Response(null, { status: 404 });
    }
    if (request.method === 'PUT') {
      const bytes = await request.bytes();
      const refusal = this.refusals.shift();
      if (refusal !== undefined) return new Response(null, { status: refusal });
      if (!this.recordings.has(callId)) this.recordings.set(callId, bytes);
      return new Response(null, { status: 204 });
    }
    const plan = this.plans.get(callId);
    if (!plan) return new Response(null, { status: 404 });
    const reports = this.reports.get(callId) ?? [];
    this.reports.set(callId, reports);
    const report: MachineReport = await request.json();
    reports.push(report);
    return Response.json(plan[reports.length - 1] ?? { do: 'hang-up', sound: null });
  }
}

/** The real machine, with two slots. */
export interface Machine {
  /** Where its slots take calls. */
  ports: readonly [number, number];
  /** The folder of its settings and its waiting reports. */
  folder: string;
  /** Ends it at once and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A free port for the first of two slots: each slot takes two. */
export const machinePort = (): Promise<number> => freePort(4);

/** Waits until both slots can be called. @param first the port of the first one */
export const machineStands = (first: number): Promise<boolean> =>
  eventually('the slots are there', 60_000, async () => listensAt(first) && listensAt(first + 2));

/** @param edgePort where it calls on */
export async function startMachine(topline: { url: string }, edgePort = 9): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'topline-machine-'));
  const first = await machinePort();
  const start = async () => {
    const child = startProgram(
      [process.execPath, join(ROOT, 'src/services/sip/answering-machine/machine-command.ts')],
      {
        env: {
          TOPLINE_URL: topline.url,
          SIP_PROXY_TOKEN: PROXY_TOKEN,
          SIP_ADDRESS: '127.0.0.1',
          SIP_PORT: String(edgePort),
          SIP_ANSWERING_PORT: String(first),
          SIP_ANSWERING_SLOTS: '2',
          SIP_RUN_DIR: join(folder, 'run'),
          SIP_STATE_DIR: join(folder, 'state'),
        },
      },
    );
    await machineStands(first);
    return child;
  };
  let child = await start();
  const kill = async () => {
    child.kill('SIGKILL');
    await child.exited;
    await eventually('its slots ended', async () => !listensAt(first) && !listensAt(first + 2));
  };
  return {
    ports: [first, first + 2],
    folder,
    restart: async () => {
      await kill();
      child = await start();
    },
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const ROOT = join(import.meta.dir, '..', '..');

/** Tells whether somebody takes TCP connections at a port of this machine. */
function listensAt(port: number): boolean {
  try {
    Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => {} } }).stop(true);
    return false;
  } catch {
    return true;
  }
}
