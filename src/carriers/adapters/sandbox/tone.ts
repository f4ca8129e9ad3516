const SAMPLES_PER_SECOND = 8000;
const HERTZ = 440;
const HEADER_BYTES = 44;

/** A tone as a WAV file: 8 kHz, 16 bit, one channel, as telephones sound. */
export function toneWav(seconds: number): Uint8Array<ArrayBuffer> {
  const samples = Math.round(seconds * SAMPLES_PER_SECOND);
  const bytes = new Uint8Array(HEADER_BYTES + samples * 2);
  const view = new DataView(bytes.buffer);
  const text = (offset: number, letters: string) => bytes.set(new TextEncoder().encode(letters), offset);
  text(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLES_PER_SECOND, true);
  view.setUint32(28, SAMPLES_PER_SECOND * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, samples * 2, true);
  for (let sample = 0; sample < samples; sample++) {
    const height = Math.sin((2 * Math.PI * HERTZ * sample) / SAMPLES_PER_SECOND) * 0.3;
    view.setInt16(HEADER_BYTES + sample * 2, Math.round(height * 32_767), true);
  }
  return bytes;
}
