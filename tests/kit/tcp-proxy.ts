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
  /** Passes nothing more on over the connection from one of those ports. @returns what resets it in the end */
  lose(port: number): () => void;
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

  /** Each connection to the database with the server's own. */
  const upstreams = new Map<net.Socket, net.Socket>();
  const lost = new Set<net.Socket>();
  const keep = (socket: net.Socket, peer: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => peer.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      peer.destroy();
    });
    socket.on('data', (bytes: Buffer) => {
      if (mode !== 'silent' && !lost.has(socket)) peer.write(bytes);
    });
  };
  const server = net.createServer((client) => {
    if (mode === 'refuse') {
      client.on('error', () => {});
      client.destroy();
      return;
    }
    const upstream = net.connect(Number(target.port || 5432), target.hostname);
    upstreams.set(upstream, client);
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
      return [...upstreams.keys()].flatMap(({ localPort }) => (localPort ? [localPort] : []));
    },
    reset,
    lose: (port) => {
      const found = [...upstreams].find(([{ localPort }]) => localPort === port);
      if (!found) throw new Error('no connection has this port');
      for (const socket of found) lost.add(socket);
      return () => {
        for (const socket of found) socket.resetAndDestroy();
      };
    },
    mode: (next) => {
      mode = next;
    },
    stop: async () => {
      reset();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
