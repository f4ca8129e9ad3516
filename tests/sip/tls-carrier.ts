import type { Certificate } from './certificate.ts';
import { type Message, parse } from './telephone.ts';
import { answer } from './udp-carrier.ts';

/** A carrier that takes calls by TLS. */
export interface TlsCarrier {
  port: number;
  /** The INVITEs that it was sent. */
  invites: Message[];
  /** Which of them it answers 488. */
  refuses: (invite: Message) => boolean;
  soundPort: number;
  close(): void;
}

export async function openTlsCarrier({ certificate, key }: Certificate): Promise<TlsCarrier> {
  const carrier: TlsCarrier = {
    port: 0,
    invites: [],
    refuses: () => false,
    soundPort: 9,
    close: () => listener.stop(true),
  };
  const listener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    tls: { cert: await Bun.file(certificate).text(), key: await Bun.file(key).text() },
    socket: {
      data: (socket, bytes) => {
        // Each request of these tests comes whole.
        for (const text of bytes.toString().split(/(?=(?:INVITE|ACK|BYE|CANCEL|OPTIONS) sip:)/)) {
          const message = parse(text);
          if (!/^[A-Z]+ sip:/.test(message.first) || message.first.startsWith('ACK')) continue;
          if (message.first.startsWith('INVITE')) carrier.invites.push(message);
          socket.write(answer(message, { ...carrier, isTaken: true, shortest: 0 }));
        }
      },
    },
  });
  carrier.port = listener.port;
  return carrier;
}
