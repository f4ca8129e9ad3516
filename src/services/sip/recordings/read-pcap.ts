import { TELEPHONE_RATE } from '../answering-machine/tones.ts';

const [FILE_HEADER, PACKET_HEADER, UDP, UDP_HEADER, RTP_HEADER] = [24, 16, 17, 8, 12];
const ETHERNET = { type: 1, bytes: 14 };
/** Where a sender's clock says another time than the arrival, by more than a second, it has begun to count anew. */
const JUMP = TELEPHONE_RATE;
/** The payload types of G.711. */
const [PCMU, PCMA] = [0, 8];

/** One sender's sound: where in the recording its clock stood at zero. */
interface Stream {
  offset: number;
}

/**
 * Mixes the sound of both ends of a call from a capture as rtpengine writes it, with what came in from each, in G.711.
 * @returns samples of a telephone's rate; null where the file is no capture
 */
export function readPcap(bytes: Uint8Array): Int16Array | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < FILE_HEADER || file.readUInt32LE(0) !== 0xa1b2c3d4) return null;
  const link = file.readUInt32LE(20) === ETHERNET.type ? ETHERNET.bytes : 0;
  const streams = new Map<string, Stream>();
  const pieces: { at: number; sound: Buffer; decode: Int16Array }[] = [];
  let [begin, length] = [0, 0];
  for (let at = FILE_HEADER; at + PACKET_HEADER <= file.length;) {
    const size = file.readUInt32LE(at + 8);
    const seconds = file.readUInt32LE(at) + file.readUInt32LE(at + 4) / 1e6;
    const packet = file.subarray(at + PACKET_HEADER + link, at + PACKET_HEADER + size);
    at += PACKET_HEADER + size;
    const rtp = readRtp(packet);
    if (!rtp) continue;
    begin ||= seconds;
    const arrived = Math.round((seconds - begin) * TELEPHONE_RATE);
    const stream = streams.get(rtp.sender) ?? { offset: arrived - rtp.clock };
    if (Math.abs(rtp.clock + stream.offset - arrived) > JUMP) stream.offset = arrived - rtp.clock;
    streams.set(rtp.sender, stream);
    const place = Math.max(0, rtp.clock + stream.offset);
    pieces.push({ at: place, sound: rtp.sound, decode: rtp.decode });
    length = Math.max(length, place + rtp.sound.length);
  }
  const mixed = new Int16Array(length);
  for (const { at, sound, decode } of pieces) {
    for (let i = 0; i < sound.length; i++) {
      const sum = (mixed[at + i] ?? 0) + (decode[sound[i] ?? 0] ?? 0);
      mixed[at + i] = Math.max(-32_768, Math.min(32_767, sum));
    }
  }
  return mixed;
}

/** @param packet IP @returns null for what is no sound in G.711 */
function readRtp(packet: Buffer) {
  const isFour = (packet[0] ?? 0) >> 4 === 4;
  const header = isFour ? ((packet[0] ?? 0) & 15) * 4 : 40;
  if (packet.length < header + UDP_HEADER + RTP_HEADER || packet[isFour ? 9 : 6] !== UDP) return null;
  const rtp = packet.subarray(header + UDP_HEADER);
  const [first = 0, second = 0] = rtp;
  const type = second & 127;
  if (first >> 6 !== 2 || (type !== PCMU && type !== PCMA)) return null;
  let from = RTP_HEADER + (first & 15) * 4;
  if (first & 16) {
    if (from + 4 > rtp.length) return null;
    from += 4 + rtp.readUInt16BE(from + 2) * 4;
  }
  const padding = first & 32 ? (rtp[rtp.length - 1] ?? 0) : 0;
  return {
    sender: `${packet.readUInt16BE(header + 2)} ${rtp.readUInt32BE(8)}`,
    clock: rtp.readUInt32BE(4),
    sound: rtp.subarray(from, Math.max(from, rtp.length - padding)),
    decode: type === PCMA ? A_LAW : MU_LAW,
  };
}

/** ITU-T G.711: the sample of each code. */
const A_LAW = Int16Array.from({ length: 256 }, (_, code) => {
  const bits = code ^ 0x55;
  const [segment, mantissa] = [(bits >> 4) & 7, bits & 15];
  const size = segment === 0 ? mantissa * 16 + 8 : (mantissa * 16 + 264) << (segment - 1);
  return bits & 128 ? size : -size;
});
const MU_LAW = Int16Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 255;
  const size = (((bits & 15) * 8 + 132) << ((bits >> 4) & 7)) - 132;
  return bits & 128 ? -size : size;
});
