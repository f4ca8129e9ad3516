import { hex } from '../api/trunks/digest.ts';
import { type Message, parse, soundLines } from './telephone.ts';

/** A carrier that answers each request by itself: calls are answered until they are hung up. */
export interface UdpCarrier {
  port: number;
  /** The requests that it took, oldest first; those that it challenged are not among them. */
  taken: Message[];
  /** Those that it challenged: without credentials, or with wrong ones. */
  challenged: Message[];
  /** Those that it left without an answer. */
  ignored: Message[];
  /** While it is true, it answers nothing. */
  isSilent: boolean;
  /** Which requests it challenges. */
  asks: string[];
  /** Registrations for less are answered 423, in seconds. */
  shortest: number;
  /** How many BYEs are lost on the way to it. */
  lostByes: number;
  /** Which calls and BYEs it refuses. */
  refuses: (request: Message) => boolean;
  /** How it says so; `488 Not Acceptable Here` where it is not set. */
  refusal?: string;
  /** Where it hears, as it says in the answer to a call; null: it says nothing of that. */
  soundPort: number | null;
  close(): void;
}

/** @param identity whom it takes calls, registrations and questions from; null: anybody */
export async function openUdpCarrier(identity: { user: string; secret: string } | null): Promise<UdpCarrier> {
  const carrier: UdpCarrier = {
    port: 0,
    taken: [],
    challenged: [],
    ignored: [],
    isSilent: false,
    asks: ['INVITE', 'REGISTER', 'OPTIONS'],
    shortest: 0,
    lostByes: 0,
    refuses: () => false,
    soundPort: null,
    close: () => socket.close(),
  };
  const socket = await Bun.udpSocket({
    hostname: '127.0.0.1',
    socket: {
      data: (_socket, bytes, port, address) => {
        const message = parse(bytes.toString());
        const [method = ''] = message.first.split(' ');
        const isLost = method === 'BYE' && carrier.lostByes > 0;
        if (isLost) carrier.lostByes -= 1;
        if (carrier.isSilent || isLost) {
          carrier.ignored.push(message);
          return;
        }
        const isKnown = identity === null || !carrier.asks.includes(method);
        const isTaken = isKnown || knows(message, method, identity);
        carrier[isTaken ? 'taken' : 'challenged'].push(message);
        if (method !== 'ACK') socket.send(answer(message, { isTaken, ...carrier }), port, address);
      },
    },
  });
  carrier.port = socket.port;
  return carrier;
}

const NONCE = 'carrier-nonce';

/** Tells whether the request has the right digest (RFC 2617, without `qop`). */
function knows(message: Message, method: string, { user, secret }: { user: string; secret: string }): boolean {
  const said = message.header('Authorization') ?? '';
  const uri = /uri="([^"]+)"/.exec(said)?.[1] ?? '';
  const [ha1, ha2] = [hex('md5', `${user}:carrier.example:${secret}`), hex('md5', `${method}:${uri}`)];
  return said.includes(`response="${hex('md5', [ha1, NONCE, ha2].join(':'))}"`);
}

type Answering = Pick<UdpCarrier, 'port' | 'soundPort' | 'shortest' | 'refuses' | 'refusal'> & { isTaken: boolean };

/** Writes a carrier's answer. @param port where it takes requests */
export function answer(message: Message, { isTaken, port, soundPort, shortest, ...carrier }: Answering): string {
  const lines = message.text.split('\r\n');
  const kept = lines.filter((line) => /^(Via|From|Call-ID|CSeq|Record-Route|Contact):/i.test(line));
  const isCall = message.first.startsWith('INVITE');
  const own = isCall ? kept.filter((line) => !/^Contact:/i.test(line)) : kept;
  const to = message.header('To') ?? '';
  const isRefused = /^(INVITE|BYE) /.test(message.first) && carrier.refuses(message);
  const isAnswered = isTaken && isCall && !isRefused;
  const sound =
    isAnswered && soundPort !== null
      ? soundLines(soundPort, message.text.includes('RTP/SAVP'))
      : ['Content-Length: 0', '', ''];
  const isBrief = isTaken && Number(message.header('Expires') ?? shortest) < shortest;
  const refusal = isBrief
    ? '423 Interval Too Brief'
    : isRefused
      ? (carrier.refusal ?? '488 Not Acceptable Here')
      : null;
  return [
    `SIP/2.0 ${refusal ?? (isTaken ? '200 OK' : '401 Unauthorized')}`,
    ...own,
    `To: ${to}${to.includes('tag=') ? '' : ';tag=carrier'}`,
    ...(isCall ? [`Contact: <sip:far@127.0.0.1:${port}>`] : []),
    ...(isTaken ? [] : [`WWW-Authenticate: Digest realm="carrier.example", nonce="${NONCE}", algorithm=MD5`]),
    ...(isBrief ? [`Min-Expires: ${shortest}`] : []),
    ...sound,
  ].join('\r\n');
}
