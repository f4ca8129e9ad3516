import net from 'node:net';
import { portOf } from './port-of.ts';

/** Sits between a server and its database, and disturbs their connections as networks do. */
export interface TcpProxy {
  /** The database's address through the proxy. */
  url: string;
  /** The number of its present connections. */
  readonly open: number;
  /** The ports from which it connects to the database: they identify the server's sessions. */
  readonly ports: number[];
  /** Resets all present connections; new ones are accepted as before. */
  reset(): void;
  /** Sets the behaviour from now on, for new and old connections. */
  mode(mode: 'carry' | 'refuse' | 'silent'): void;
  stop(): Promise<void>;
}

/**
 * Opens a proxy in front of the PostgreSQL server of `databaseUrl`.
 * `refuse` closes new connections at once; `silent` accepts everything and passes nothing on.
 */
export async function openTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  let mode: 'carry' | 'refuse' | 'silent' = 'carry';

  const upstreams = new Set<net.Socket>();
  const keep = (socket: net.Socket, peer: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => peer.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      peer.destroy();
    });
    socket.on('data', (bytes: Buffer) => {
      if (mode !== 'silent') peer.write(bytes);
    });
  };
  const server = net.createServer((client) => {
    if (mode === 'refuse') {
      client.on('error', () => {});
      client.destroy();
      return;
    }
    const upstream = net.connect(Number(target.port || 5432), target.hostname);
    upstreams.add(upstream);
    upstream.on('close', () => upstreams.delete(upstream));
    keep(client, upstream);
    keep(upstream, client);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${portOf(server)}`;
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: url.toString(),
    get open() {
      return sockets.size / 2;
    },
    get ports() {
      return [...upstreams].flatMap(({ localPort }) => (localPort ? [localPort] : []));
    },
    reset,
    mode: (next) => {
      mode = next;
    },
    stop: async () => {
      reset();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
