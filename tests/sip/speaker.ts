import { type Message, openTelephone, request, type Telephone } from './telephone.ts';
import { finalOf, soundPortOf } from './sound.ts';
import { CARRIER_ADDRESS } from './sipp.ts';

/** Sound that is listened to: G.711 (µ-law) over RTP, and keys (RFC 4733). */
export interface Speaker {
  port: number;
  /** All that was heard so far, 8000 samples a second. */
  heard(): Int16Array;
  /** The keys that were pressed at the other end. */
  pressed(): string;
  /** Says a pitch to a port until it says another one, or none. */
  say(hertz: number | null, to: number): void;
  press(key: string, to: number): void;
  close(): void;
}

const PACKET_SAMPLES = 160;
const PACKET_MS = 20;
const KEYS = '0123456789*#';
const PCMU = 0;
const EVENTS = 101;

/** Opens it at a free port. */
export async function openSpeaker(): Promise<Speaker> {
  const heard: number[] = [];
  const pressed = new Map<number, string>();
  const socket = await Bun.udpSocket({
    hostname: '127.0.0.1',
    socket: {
      data: (_socket, bytes) => {
        const type = bytes.readUInt8(1) & 0x7f;
        if (type === PCMU) heard.push(...bytes.subarray(12).values().map(fromMuLaw));
        // Its packets have the time of its beginning.
        if (type === EVENTS) pressed.set(bytes.readUInt32BE(4), KEYS[bytes.readUInt8(12)] ?? '?');
      },
      // A telephone that has hung up does not listen any more.
      error: () => {},
    },
  });
  const ssrc = socket.port;
  let [sequence, time] = [0, 0];
  let saying: { hertz: number | null; to: number } = { hertz: null, to: 0 };
  const send = (type: number, payload: Uint8Array, at = time) => {
    const header = Buffer.alloc(12);
    header.set([0x80, type]);
    header.writeUInt16BE((sequence += 1) & 0xffff, 2);
    header.writeUInt32BE(at, 4);
    header.writeUInt32BE(ssrc, 8);
    if (saying.to > 0) socket.send(Buffer.concat([header, payload]), saying.to, '127.0.0.1');
  };
  const timer = setInterval(() => {
    time += PACKET_SAMPLES;
    const { hertz } = saying;
    const samples = Uint8Array.from({ length: PACKET_SAMPLES }, (_, at) =>
      toMuLaw(hertz === null ? 0 : 12_000 * Math.sin((2 * Math.PI * hertz * (time + at)) / 8000)),
    );
    send(PCMU, samples);
  }, PACKET_MS);
  return {
    port: socket.port,
    heard: () => Int16Array.from(heard),
    pressed: () => [...pressed.values()].join(''),
    say: (hertz, to) => {
      saying = { hertz, to };
    },
    press: (key, to) => {
      saying = { ...saying, to };
      // Longer and longer, and its end three times, as packets may be lost.
      const began = time;
      for (const [place, ends] of [false, false, false, true, true, true].entries()) {
        const event = Buffer.from([KEYS.indexOf(key), ends ? 0x8a : 0x0a, 0, 0]);
        event.writeUInt16BE(Math.min(place + 1, 4) * PACKET_SAMPLES, 2);
        send(EVENTS, event, began);
      }
    },
    close: () => {
      clearInterval(timer);
      socket.close();
    },
  };
}

/** ITU-T G.711, as `g711.c` of Sun Microsystems has it. */
const BIAS = 0x84;
function toMuLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const size = Math.min(Math.abs(Math.round(sample)), 32_635) + BIAS;
  const exponent = Math.floor(Math.log2(size)) - 7;
  return ~(sign | (exponent << 4) | ((size >> (exponent + 3)) & 0x0f)) & 0xff;
}
function fromMuLaw(byte: number): number {
  const code = ~byte & 0xff;
  const size = (((code & 0x0f) << 3) + BIAS) << ((code >> 4) & 7);
  return code & 0x80 ? BIAS - size : size - BIAS;
}

/** A call of a carrier to a number, with its sound. */
export interface Caller extends Speaker {
  /** The final answer to its INVITE. */
  answer: Message | null;
  /** Where the other end hears. */
  there: number;
  /** Whatever comes from the edge after that. */
  phone: Telephone;
  /** Asks amid the call to be heard at another port (a re-INVITE), and confirms the answer. */
  moveTo(soundPort: number): Promise<Message | null>;
  hangUp(): Promise<Message | null>;
}

/** A carrier calls a number, and confirms the answer. @param soundPort where it hears, if not by its own speaker */
export async function callWithSound(edgePort: number, to: string, soundPort?: number): Promise<Caller> {
  const phone = await openTelephone(CARRIER_ADDRESS);
  const speaker = await openSpeaker();
  const soundAt = (port: number, version: number) => {
    const body = [
      ...['v=0', `o=- 1 ${version} IN IP4 127.0.0.1`, 's=-', 'c=IN IP4 127.0.0.1', 't=0 0'],
      ...[`m=audio ${port} RTP/AVP ${PCMU} ${EVENTS}`, 'a=rtpmap:0 PCMU/8000'],
      ...[`a=rtpmap:${EVENTS} telephone-event/8000`, 'a=fmtp:101 0-15', 'a=sendrecv', ''],
    ];
    return ['Content-Type: application/sdp', `Content-Length: ${body.join('\r\n').length}`, '', ...body];
  };
  const callId = crypto.randomUUID();
  const from = 'From: <sip:447911000001@sip.example.com>;tag=c1';
  const contact = `Contact: <sip:447911000001@${CARRIER_ADDRESS}:${phone.port}>`;
  const uri = `sip:${to}@127.0.0.1:${edgePort}`;
  phone.send(
    request(phone, { method: 'INVITE', uri, callId, more: [from, contact, ...soundAt(soundPort ?? speaker.port, 1)] }),
    edgePort,
  );
  const answer = await finalOf(phone);
  const within = (method: string, cseq: number, body: readonly string[] = []) => {
    const target = /<([^>]+)>/.exec(answer?.header('Contact') ?? '')?.[1] ?? '';
    const route = [`Route: ${answer?.header('Record-Route')}`, `To: ${answer?.header('To')}`];
    const asked = { method, uri: target, callId, cseq, more: [from, contact, ...route, ...body] };
    phone.send(request(phone, asked), edgePort);
  };
  let cseq = 1;
  if (answer?.status === 200) within('ACK', 1);
  return {
    ...speaker,
    answer,
    there: soundPortOf(answer),
    phone,
    moveTo: async (port) => {
      within('INVITE', (cseq += 1), soundAt(port, cseq));
      const moved = await finalOf(phone);
      within('ACK', cseq);
      return moved;
    },
    hangUp: () => {
      within('BYE', (cseq += 1));
      return finalOf(phone);
    },
    close: () => {
      speaker.close();
      phone.close();
    },
  };
}
