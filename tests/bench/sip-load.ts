import type { Credentials } from '../api/trunks/digest.ts';
import { answerTo, type Message, parse, request, soundLines } from '../sip/telephone.ts';
import type { UdpCarrier } from '../sip/udp-carrier.ts';

/**
 * Many calls with the credentials of many trunks. Caller and carrier are sockets of this process, so that
 * one clock takes both times: from an INVITE with a digest until it is at the carrier. SIPp counts in steps of 4 ms.
 */
export interface LoadOrder {
  /** The edge's port. */
  port: number;
  carrier: UdpCarrier;
  credentials: readonly Credentials[];
  count: number;
  /** How many begin in a second at most. */
  rate: number;
  /** How many there are at once at most. */
  atOnce: number;
  /** How long a call lasts after its answer, in milliseconds. */
  lastsMs?: number;
}

export interface LoadAnswer {
  /** Those that succeeded, in a second. */
  rate: number;
  failures: number;
  /** Milliseconds of each call until its INVITE is at the carrier, sorted. */
  setUps: number[];
  /** Milliseconds of each call until the caller hears that it is answered, sorted. */
  answers: number[];
}

/** So long after its answer the caller hangs up, unless the order says otherwise. */
const SOON_MS = 50;
/** A request without any answer is repeated after so long (RFC 3261, T1); without a final one it has failed after so many. */
const REPEATED_MS = 500;
const PATIENCE_MS = 20_000;
/** The numbers that are called, each once. */
const FIRST_NUMBER = 447_911_100_000;
let called = 0;

/** Runs until all calls are over. @throws if more than half of them failed */
export async function runLoad(order: LoadOrder): Promise<LoadAnswer> {
  const { carrier, credentials, count, rate, atOnce, lastsMs = SOON_MS } = order;
  const [setUps, answers, faults]: [number[], number[], string[]] = [[], [], []];
  const began = new Map<string, number>();
  carrier.refuses = ({ first }) => {
    const number = /sip:(\+\d+)/.exec(first)?.[1] ?? '';
    const at = began.get(number);
    if (at !== undefined) setUps.push(performance.now() - at);
    began.delete(number);
    return false;
  };
  const line = await openLine(order.port);
  const callOnce = async (own: Credentials) => {
    const number = `+${FIRST_NUMBER + (called++ % 100_000)}`;
    const call = { method: 'INVITE', uri: `sip:${number}@127.0.0.1:${order.port}`, callId: crypto.randomUUID() };
    const refused = await line.ask({ ...call, more: soundLines(9) });
    const challenge = refused.message;
    const via = /Via: .*/.exec(challenge.text)?.[0] ?? '';
    line.send({ ...call, method: 'ACK', more: [via, `To: ${challenge.header('To')}`] });
    const digest = answerTo(challenge, own, call);
    began.set(number, performance.now());
    const { message, tookMs } = await line.ask({ ...call, cseq: 2, more: [digest, ...soundLines(9)] });
    if (message.status !== 200) throw new Error(message.first);
    answers.push(tookMs);
    const target = /<([^>]+)>/.exec(message.header('Contact') ?? '')?.[1] ?? '';
    const more = [`Route: ${message.header('Record-Route')}`, `To: ${message.header('To')}`];
    line.send({ ...call, method: 'ACK', uri: target, cseq: 2, more });
    await Bun.sleep(lastsMs);
    const { message: end } = await line.ask({ ...call, method: 'BYE', uri: target, cseq: 3, more });
    if (end.status !== 200) throw new Error(end.first);
  };
  const begun = performance.now();
  const running = new Set<Promise<void>>();
  for (let i = 0; i < count; i++) {
    const due = begun + (i * 1000) / rate - performance.now();
    if (due > 0) await Bun.sleep(due);
    while (running.size >= atOnce) await Promise.race(running);
    const own = credentials[i % credentials.length];
    if (!own) break;
    const one: Promise<void> = callOnce(own)
      .catch((error: unknown) => void faults.push(String(error)))
      .finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
  const seconds = (performance.now() - begun) / 1000;
  line.close();
  carrier.taken.length = 0;
  if (faults.length > count / 2)
    throw new Error(`${faults.length} of ${count} failed: ${[...new Set(faults)].join('; ')}`);
  const sorted = (times: number[]) => times.toSorted((a, b) => a - b);
  return {
    rate: (count - faults.length) / seconds,
    failures: faults.length,
    setUps: sorted(setUps),
    answers: sorted(answers),
  };
}

type Asked = Parameters<typeof request>[1];

/** A telephone system with many calls at one port. */
async function openLine(edgePort: number) {
  const waiting = new Map<string, (message: Message) => void>();
  const socket = await Bun.udpSocket({
    hostname: '127.0.0.1',
    socket: {
      data: (_socket, bytes) => {
        const message = parse(bytes.toString());
        waiting.get(`${message.header('Call-ID')} ${message.header('CSeq')}`)?.(message);
      },
    },
  });
  const { port } = socket;
  const textOf = (asked: Asked) => {
    const lines = request({ port }, asked);
    return lines.join('\r\n') + (lines.includes('') ? '' : '\r\n\r\n');
  };
  return {
    send: (asked: Asked) => void socket.send(textOf(asked), edgePort, '127.0.0.1'),
    /** Sends a request, and again until it is heard of. @returns its final answer */
    ask: async (asked: Asked): Promise<{ message: Message; tookMs: number }> => {
      const key = `${asked.callId} ${asked.cseq ?? 1} ${asked.method}`;
      const text = textOf(asked);
      const { promise, resolve, reject } = Promise.withResolvers<Message>();
      const again = setInterval(() => socket.send(text, edgePort, '127.0.0.1'), REPEATED_MS);
      const end = setTimeout(() => reject(new Error(`no answer to ${asked.method}`)), PATIENCE_MS);
      waiting.set(key, (message) => {
        clearInterval(again);
        if (message.status >= 200) resolve(message);
      });
      const begun = performance.now();
      socket.send(text, edgePort, '127.0.0.1');
      return promise
        .then((message) => ({ message, tookMs: performance.now() - begun }))
        .finally(() => {
          waiting.delete(key);
          clearInterval(again);
          clearTimeout(end);
        });
    },
    close: () => socket.close(),
  };
}
