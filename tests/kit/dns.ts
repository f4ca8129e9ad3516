import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode, type RecordType } from 'dns-packet';

/** A name server on this machine with the TXT records of a test; all other names do not exist. */
export interface DnsServer {
  /** Its address in the form of `DNS_SERVERS`. */
  address: string;
  /** Sets the answer for a name: texts, none (the name does not exist), or a failure of the server. */
  set(name: string, answer: readonly string[] | 'out of order'): void;
  /** The names for which it was asked. */
  asked: string[];
  stop(): void;
}

/** The response codes of RFC 1035, 4.1.1. */
const [OUT_OF_ORDER, NO_SUCH_NAME] = [2, 3];
const AUTHORITATIVE = 0x04_00;

export async function startDns(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const answers = new Map<string, readonly string[] | 'out of order'>();
  const asked: string[] = [];
  socket.on('message', (message, { address, port }) => {
    const { id, questions = [] } = decode(message);
    const name = questions[0]?.name.toLowerCase() ?? '';
    asked.push(name);
    const found = answers.get(name) ?? [];
    const texts = found === 'out of order' ? [] : found;
    const code = found === 'out of order' ? OUT_OF_ORDER : texts.length > 0 ? 0 : NO_SUCH_NAME;
    const type: RecordType = 'TXT';
    const reply = encode({
      ...{ type: 'response', id, flags: AUTHORITATIVE | code, questions },
      answers: texts.map((data) => ({ type, name, ttl: 0, data })),
    });
    socket.send(reply, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, answer) => void answers.set(name.toLowerCase(), answer),
    asked,
    stop: () => socket.close(),
  };
}
