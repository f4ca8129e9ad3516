import { type Credentials, hex } from '../api/trunks/digest.ts';

/** A SIP message as it came in. */
export interface Message {
  /** `SIP/2.0 200 OK`, or `INVITE sip:… SIP/2.0`. */
  first: string;
  status: number;
  text: string;
  header(name: string): string | undefined;
}

/** A SIP client that sends exactly the messages that a test gives it, over UDP. */
export interface Telephone {
  port: number;
  send(lines: readonly string[], to: number): void;
  /** The next message, or null if none arrives within that time. */
  next(withinMs?: number): Promise<Message | null>;
  close(): void;
}

/** A busy machine may need this for an answer. */
const PATIENCE_MS = 20_000;

/** @param hostname its address */
export async function openTelephone(hostname = '127.0.0.1'): Promise<Telephone> {
  const waiting: Message[] = [];
  const readers: ((message: Message) => void)[] = [];
  const socket = await Bun.udpSocket({
    hostname,
    socket: {
      data: (_socket, bytes) => {
        const message = parse(bytes.toString());
        // A provisional answer decides nothing yet.
        if (message.status === 100) return;
        const reader = readers.shift();
        if (reader) reader(message);
        else waiting.push(message);
      },
    },
  });
  return {
    port: socket.port,
    send: (lines, to) => {
      // An empty line ends the headers: whoever has a body has written it.
      const end = lines.includes('') ? '' : '\r\n\r\n';
      socket.send(lines.join('\r\n') + end, to, '127.0.0.1');
    },
    next: async (withinMs = PATIENCE_MS) => {
      const first = waiting.shift();
      if (first) return first;
      const { promise, resolve } = Promise.withResolvers<Message | null>();
      readers.push(resolve);
      const timer = setTimeout(() => {
        const place = readers.indexOf(resolve);
        if (place >= 0) readers.splice(place, 1);
        resolve(null);
      }, withinMs);
      return promise.finally(() => clearTimeout(timer));
    },
    close: () => socket.close(),
  };
}

/** Reads a SIP message. */
export function parse(text: string): Message {
  const [first = '', ...lines] = text.split('\r\n');
  return {
    first,
    status: Number(/^SIP\/2\.0 (\d{3})/.exec(first)?.[1] ?? 0),
    text,
    header: (name) =>
      lines
        .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
        ?.slice(name.length + 1)
        .trim(),
  };
}

let count = 0;

/** The lines of a request. @param more further headers, which also replace those of the same name */
export function request(
  { port }: Pick<Telephone, 'port'>,
  { method, uri, cseq = 1, callId, more = [] }: RequestOptions,
): string[] {
  count += 1;
  const lines = [
    `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bKtest${count}`,
    `From: <sip:desk@sip.example.com>;tag=t${callId}`,
    'To: <sip:far@sip.example.com>',
    `Call-ID: ${callId}`,
    `CSeq: ${cseq} ${method}`,
    'Max-Forwards: 70',
    `Contact: <sip:desk@127.0.0.1:${port}>`,
    'Content-Length: 0',
  ];
  const named = (line: string) => line.split(':')[0]?.toLowerCase();
  const replaced = new Set(more.map(named));
  return [`${method} ${uri} SIP/2.0`, ...lines.filter((line) => !replaced.has(named(line))), ...more];
}

/** The end of a message that says where one hears: its last headers, and its body. @param srtp sound is encrypted */
export function soundLines(port: number, srtp = false): string[] {
  const body = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${port} RTP/${srtp ? 'SAVP' : 'AVP'} 0`,
    ...(srtp ? [`a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${'A'.repeat(40)}`] : []),
    '',
  ];
  return ['Content-Type: application/sdp', `Content-Length: ${body.join('\r\n').length}`, '', ...body];
}

export interface RequestOptions {
  method: string;
  uri: string;
  callId: string;
  cseq?: number;
  more?: readonly string[];
}

/** The lines of an answer to a request. @param first like `SIP/2.0 486 Busy Here` */
export function answerLines(request: Message, first: string): string[] {
  const via = request.text.split('\r\n').filter((line) => line.startsWith('Via:'));
  const same = ['From', 'Call-ID', 'CSeq'].map((name) => `${name}: ${request.header(name)}`);
  return [first, ...via, ...same, `To: ${request.header('To')};tag=a`, 'Content-Length: 0'];
}

/** The header that answers a challenge. */
export function answerTo(
  challenge: Message,
  { username, realm, secret }: Credentials,
  { method, uri, hash = 'md5' }: { method: string; uri: string; hash?: 'md5' | 'sha256' },
): string {
  const nonce = /nonce="([^"]+)"/.exec(challenge.text)?.[1] ?? '';
  const [nc, cnonce] = ['00000001', 'abc'];
  const ha1 = hex(hash, `${username}:${realm}:${secret}`);
  const ha2 = hex(hash, `${method}:${uri}`);
  const response = hex(hash, [ha1, nonce, nc, cnonce, 'auth', ha2].join(':'));
  const name = challenge.status === 401 ? 'Authorization' : 'Proxy-Authorization';
  const algorithm = hash === 'md5' ? 'MD5' : 'SHA-256';
  return `${name}: Digest username="${username}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}", algorithm=${algorithm}, qop=auth, nc=${nc}, cnonce="${cnonce}"`;
}

/** The next message of this dialog: unconfirmed answers are repeated, also those of other dialogs. */
async function nextOf(phone: Telephone, callId: string): Promise<Message | null> {
  for (;;) {
    const message = await phone.next();
    if (message === null || message.header('Call-ID') === callId) return message;
  }
}

/** Sends a request, answers the challenge and gives the answer to that. */
export async function challenged(
  phone: Telephone,
  edgePort: number,
  credentials: Credentials,
  { hash = 'md5', ...options }: RequestOptions & { hash?: 'md5' | 'sha256' },
): Promise<Message | null> {
  phone.send(request(phone, options), edgePort);
  const challenge = await nextOf(phone, options.callId);
  if (challenge?.status !== 401 && challenge?.status !== 407) return challenge;
  const { method, uri, callId, more = [] } = options;
  if (method === 'INVITE') {
    const via = /Via: .*/.exec(challenge.text)?.[0] ?? '';
    phone.send(request(phone, { method: 'ACK', uri, callId, more: [via, `To: ${challenge.header('To')}`] }), edgePort);
  }
  const answer = answerTo(challenge, credentials, { method, uri, hash });
  phone.send(request(phone, { ...options, cseq: 2, more: [...more, answer] }), edgePort);
  return nextOf(phone, callId);
}

/** Registers a telephone at a port with its trunk. @param q which of several rings first: those with the highest */
export async function registerDesk(
  edgePort: number,
  credentials: Credentials,
  { port, q = '1.0' }: { port: number; q?: string },
): Promise<void> {
  const line = await openTelephone();
  const name = `<sip:${credentials.username}@${credentials.realm}>`;
  const answer = await challenged(line, edgePort, credentials, {
    method: 'REGISTER',
    uri: `sip:127.0.0.1:${edgePort}`,
    callId: crypto.randomUUID(),
    more: [`From: ${name};tag=r`, `To: ${name}`, `Contact: <sip:desk@127.0.0.1:${port}>;q=${q}`],
  });
  line.close();
  if (answer?.status !== 200) throw new Error(`not registered: ${answer?.first}`);
}
