import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { startProgram } from './program.ts';
import { PROXY_TOKEN, REALM } from './trunk.ts';
import { eventually, freePort, readAs } from '../kit/index.ts';

/** The real Kamailio with the edge's own configuration, on a port of its own. */
export interface Edge {
  port: number;
  rpcUrl: string;
  /** Its log so far. */
  log(): string;
  /** Kills it at once, so that everything in its memory is lost. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Its processes are children of the one that was started. */
function killWhole(child: Bun.Subprocess): void {
  Bun.spawnSync(['pkill', '-KILL', '-P', String(child.pid)]);
  child.kill('SIGKILL');
}

const START = join(import.meta.dir, '..', '..', 'deploy', 'sip', 'start.sh');

/** @param topline the server that it asks, and the database that both use */
export async function startEdge(
  topline: { url: string; databaseUrl: string },
  env: Record<string, string> = {},
): Promise<Edge> {
  const [port, rpcPort] = [await freePort(), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), 'topline-edge-'));
  const rpcUrl = `http://127.0.0.1:${rpcPort}/`;
  let log = '';
  const start = async () => {
    const child = startProgram(['sh', START], {
      // Kamailio ends its processes then.
      signal: 'TERM',
      hear: (text) => {
        log += text;
      },
      env: {
        TOPLINE_URL: topline.url,
        SIP_DATABASE_URL: topline.databaseUrl,
        SIP_PROXY_TOKEN: PROXY_TOKEN,
        SIP_REALM: REALM,
        SIP_ADDRESS: '127.0.0.1',
        SIP_PORT: String(port),
        SIP_RPC_PORT: String(rpcPort),
        SIP_RUN_DIR: folder,
        SIP_WORKERS: '4',
        SIP_FLOOD: '20000',
        // Carriers of most tests answer only what their script says.
        SIP_HEALTH_SECONDS: '0',
        SIP_NAT_SECONDS: '0',
        // Those who test it start it.
        SIP_ECHO_PORT: 'off',
        SIP_ANSWERING_PORT: 'off',
        ...env,
      },
    });
    await eventually('the edge answers', async () => {
      if (child.exitCode !== null) throw new Error(`the edge did not start:\n${log}`);
      return (await askEdge(rpcUrl, 'core.version').catch(() => null)) !== null;
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${log}`);
    });
    return child;
  };
  let child = await start();
  const kill = async () => {
    killWhole(child);
    await child.exited;
  };
  return {
    port,
    rpcUrl,
    log: () => log,
    kill,
    restart: async () => {
      child = await start();
    },
    stop: async () => {
      child.kill('SIGTERM');
      await child.exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Calls the edge by JSON-RPC, as Topline does. */
export async function askEdge(rpcUrl: string, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { authorization: `Bearer ${PROXY_TOKEN}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const answer = await readAs(response, z.looseObject({ result: z.unknown().optional() }));
  return answer.result;
}

/** Waits until an edge knows these carriers: it asks Topline for them after it has started. */
export const knowsCarriers = (edge: Edge, names: readonly string[]): Promise<boolean> =>
  eventually('the edge knows the carriers', async () => {
    const known = JSON.stringify(await askEdge(edge.rpcUrl, 'htable.dump', ['carriers']));
    return names.every((name) => known.includes(`${name}|`));
  });
