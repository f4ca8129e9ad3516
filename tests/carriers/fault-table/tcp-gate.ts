import { connect, createServer, type Socket } from 'node:net';
import { portOf } from '../../kit/port-of.ts';

/** A gate between us and a gateway over TCP. `cut`: it gets the request, and its answer is cut off. */
export type TcpFault = 'none' | 'hang' | 'reset' | 'cut';

/** A gateway's door, in front of a process that is sound. */
export class TcpGate {
  #fault: TcpFault = 'none';
  readonly #server = createServer((socket) => this.#join(socket));
  readonly #sockets = new Set<Socket>();
  #port = 0;

  constructor(private readonly target: number) {}

  /** Whoever hung before is cut off when the fault is over, as by a gateway that was restarted. */
  set fault(fault: TcpFault) {
    if (fault === 'none' && this.#fault === 'hang') this.#drop();
    this.#fault = fault;
  }

  async open(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.listen(this.#port, '127.0.0.1', resolve);
    await promise;
    this.#port = portOf(this.#server);
    return this.#port;
  }

  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#drop();
    await promise;
  }

  #drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(client: Socket): void {
    const gateway = connect(this.target, '127.0.0.1');
    for (const [one, other] of [
      [client, gateway],
      [gateway, client],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (this.#fault === 'reset') client.destroy();
      else if (this.#fault !== 'hang') gateway.write(bytes);
    });
    gateway.on('data', (bytes) => {
      if (this.#fault === 'cut') client.destroy();
      else if (this.#fault !== 'hang') client.write(bytes);
    });
  }
}
