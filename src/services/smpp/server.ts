import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Session } from '../../carriers/adapters/smpp/library.ts';
import { SECOND_MS } from '../../platform/kit/durations.ts';
import type { Look, Round } from '../../platform/schedule.ts';
import type { Deps } from '../deps.ts';
import { renewBinds } from './bind.ts';
import { claimDeliveries, deliveriesWait } from './deliveries.ts';
import { dropIncomplete } from './join-parts.ts';
import { CustomerSession } from './session.ts';

/** The most connections of one process. */
const MOST_CONNECTIONS = 2000;
const TEND_MS = 10 * SECOND_MS;
/** For so long requests under way are waited for at the end. */
const END_MS = 5 * SECOND_MS;

export interface SmppServer {
  works: readonly (Look | Round)[];
  stop(): Promise<void>;
}

/** Takes the binds of customers' gateways, where the settings say so. */
export function startSmppServer(deps: Deps): SmppServer | null {
  const { listen, listenTls, tls } = deps.config.smppServer;
  const sessions = new Set<CustomerSession>();
  const accept = (socket: Socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '').split('%')[0] ?? '';
    const connection = new Session({ socket });
    const session = new CustomerSession(deps, connection, { address, changed: () => void deliverAll() });
    sessions.add(session);
    connection.on('close', () => sessions.delete(session));
  };
  const servers: Server[] = [];
  const open = (server: Server, { host, port }: { host: string; port: number }) => {
    server.maxConnections = MOST_CONNECTIONS;
    server.on('error', (error) => deps.log.error({ error, port }, 'no binds are taken'));
    server.listen(port, host);
    servers.push(server);
  };
  if (listen) open(createServer(accept), listen);
  if (listenTls && tls) {
    const files = { cert: readFileSync(tls.cert), key: readFileSync(tls.key) };
    open(createTlsServer(files, accept), listenTls);
  }
  if (servers.length === 0) return null;

  /** Gives each gateway that is bound here what waits for it. */
  const deliverWaiting = async () => {
    const byKey = Map.groupBy(
      [...sessions].filter(({ room }) => room > 0),
      ({ keyId }) => keyId,
    );
    for (const [keyId, bound] of byKey) {
      if (keyId === null) continue;
      const room = bound.reduce((sum, session) => sum + session.room, 0);
      for (const delivery of await claimDeliveries(deps, keyId, room)) {
        // One that was closed meanwhile gives it back at once.
        const [freest] = bound.toSorted((one, other) => other.room - one.room);
        freest?.deliver(delivery);
      }
    }
  };
  let wanted = false;
  let delivering: Promise<void> | null = null;
  const deliverAll = (): Promise<void> => {
    wanted = true;
    delivering ??= (async () => {
      while (wanted) {
        wanted = false;
        await deliverWaiting();
      }
    })()
      .catch((error: unknown) => deps.log.warn({ error }, 'deliveries by SMPP wait'))
      .finally(() => (delivering = null));
    return delivering;
  };
  const tend = async () => {
    for (const session of sessions) session.watch();
    await renewBinds(
      deps,
      [...sessions].flatMap(({ bindId }) => bindId ?? []),
    );
    await dropIncomplete(deps);
  };
  return {
    works: [
      { name: 'deliver-by-smpp', isWaiting: deliveriesWait, run: deliverAll },
      { name: 'tend-smpp', everyMs: TEND_MS, run: tend },
    ],
    stop: async () => {
      for (const server of servers) server.close();
      for (const session of sessions) session.unbind();
      const until = performance.now() + END_MS;
      while (sessions.size > 0 && performance.now() < until) await Bun.sleep(20);
    },
  };
}
