import type { Credentials } from '../api/trunks/digest.ts';
import { answerTo, type Message, request, soundLines, type Telephone } from './telephone.ts';

/** The port at which whoever wrote this message hears. */
export const soundPortOf = (message: Message | null | undefined): number =>
  Number(/^m=audio (\d+) /m.exec(message?.text ?? '')?.[1] ?? 0);

/** One end of a conversation's sound. */
export interface Sound {
  port: number;
  /** The packets that came in, as text, with the port from which each came. */
  heard: { from: number; said: string }[];
  say(word: string, to: number): void;
  /** Says by RTCP what it sent, and how the other one's sound arrived: lost in per cent, jitter in milliseconds. */
  report(other: Sound, how: { lost: number; jitter: number }, to: number): void;
  close(): void;
}

/** Opens it at a free port. */
export async function openSound(): Promise<Sound> {
  const heard: Sound['heard'] = [];
  const socket = await Bun.udpSocket({
    hostname: '127.0.0.1',
    socket: { data: (_socket, bytes, from) => void heard.push({ from, said: bytes.subarray(12).toString().trim() }) },
  });
  let count = 0;
  let reports = 0;
  return {
    port: socket.port,
    heard,
    say: (word, to) => {
      // RTP, version 2, PCMU: 20 ms of sound, which here are letters.
      const packet = Buffer.alloc(172, ' ');
      packet.set([0x80, 0]);
      packet.writeUInt16BE((count += 1), 2);
      packet.writeUInt32BE(count * 160, 4);
      packet.writeUInt32BE(socket.port, 8);
      packet.write(word, 12);
      socket.send(packet, to, '127.0.0.1');
    },
    report: (other, { lost, jitter }, to) => {
      // RFC 3550, 6.4.1: a sender's report with one block, at the port behind that of the sound.
      const packet = Buffer.alloc(52);
      packet.set([0x81, 200, 0, 12]);
      packet.writeUInt32BE(socket.port, 4);
      packet.writeUInt32BE(socket.port, 8);
      packet.writeUInt32BE((reports += 1) * 0x1_0000, 12);
      packet.writeUInt32BE(other.port, 28);
      packet.writeUInt8(Math.floor((lost * 256) / 100), 32);
      packet.writeUInt32BE(jitter * 8, 40);
      // Both send one after the other: this answers the other's last but one, a second after it came.
      packet.writeUInt32BE(other.port * 0x1_0000 + reports - 1, 44);
      packet.writeUInt32BE(0x1_0000, 48);
      socket.send(packet, to + 1, '127.0.0.1');
    },
    close: () => socket.close(),
  };
}

/** The first answer that is not provisional. */
export async function finalOf(phone: Telephone): Promise<Message | null> {
  for (;;) {
    const message = await phone.next(15_000);
    if (message === null || message.status >= 200) return message;
  }
}

/** Calls a number, and says where it hears. @param soundPort the port of its sound @returns the answer */
export async function callOut(
  phone: Telephone,
  {
    credentials,
    edgePort,
    to = '+447911123456',
    srtp = false,
  }: { credentials: Credentials; edgePort: number; to?: string; srtp?: boolean },
  soundPort: number,
): Promise<Message | null> {
  const uri = `sip:${to}@127.0.0.1:${edgePort}`;
  const call = { method: 'INVITE', uri, callId: crypto.randomUUID() };
  phone.send(request(phone, { ...call, more: soundLines(soundPort, srtp) }), edgePort);
  const challenge = await finalOf(phone);
  if (!challenge) return null;
  const digest = answerTo(challenge, credentials, { method: 'INVITE', uri });
  phone.send(request(phone, { ...call, cseq: 2, more: [digest, ...soundLines(soundPort, srtp)] }), edgePort);
  return finalOf(phone);
}
