import { expect } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readAnswer, type TestActor, type TestApp } from '../../kit/index.ts';
import { requestUpload } from '../../../src/edge/uploads/contract.ts';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';

export type UploadLink = ResponseOf<typeof requestUpload>;

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** The smallest files that have the content of each type. */
export const SAMPLES = {
  'image/png': latin1('\x89PNG\r\n\x1a\n rest'),
  'image/jpeg': latin1('\xff\xd8\xff\xe0 rest'),
  'image/gif': latin1('GIF89a rest'),
  'image/webp': latin1('RIFF\x10\x00\x00\x00WEBPVP8 '),
  'application/pdf': latin1('%PDF-1.7\n%%EOF'),
  'application/msword': Buffer.concat([
    latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
    Buffer.alloc(512),
    Buffer.from('WordDocument', 'utf16le'),
  ]),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': zipOf('word/document.xml'),
} as const;

export function zipOf(name: string): Buffer {
  const entry = Buffer.alloc(30);
  entry.write('PK\x03\x04', 'latin1');
  entry.writeUInt16LE(name.length, 26);
  const directory = Buffer.alloc(46);
  directory.write('PK\x01\x02', 'latin1');
  directory.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt32LE(entry.length + name.length, 16);
  return Buffer.concat([entry, latin1(name), directory, latin1(name), end]);
}

export const requestLink = (person: TestActor): Promise<UploadLink> =>
  readAnswer(person.as('/api/objects/upload', { method: 'PUT' }), requestUpload);

export type FileBody = string | Uint8Array | ReadableStream<Uint8Array>;

export const send = (link: UploadLink, body: FileBody, init: RequestInit = {}) =>
  fetch(link.uploadURL, { method: 'PUT', body: body instanceof Uint8Array ? new Uint8Array(body) : body, ...init });

export async function uploadReceipt(person: TestActor, bytes: FileBody = SAMPLES['image/png']): Promise<string> {
  const link = await requestLink(person);
  expect((await send(link, bytes)).status).toBe(200);
  return link.objectPath;
}

export const storedFiles = (app: TestApp): Promise<string[]> =>
  readdir(join(app.deps.config.dataDir, 'objects')).catch(() => []);

/** A WAV file of silence: one channel of 16 bits at 8 kHz, unless it is said. */
export function wavOf(seconds: number, { channels = 1, rate = 8000, bits = 16 } = {}): Buffer {
  const second = (rate * channels * bits) / 8;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + seconds * second, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(second, 28);
  head.writeUInt16LE((channels * bits) / 8, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(seconds * second, 40);
  return Buffer.concat([head, Buffer.alloc(seconds * second)]);
}

/** An MP3 file of so many frames of 1,152 samples each: layer 3, 32 kbit a second at 44.1 kHz. */
export function mp3Of(frames: number): Buffer {
  const frame = Buffer.alloc(104);
  frame.writeUInt32BE(0xfffb1000);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

export const requestSoundLink = (person: TestActor): Promise<UploadLink> =>
  readAnswer(person.as('/api/objects/upload', { method: 'PUT', json: { kind: 'sound' } }), requestUpload);

export async function uploadSound(person: TestActor, bytes: FileBody = wavOf(1)): Promise<string> {
  const link = await requestSoundLink(person);
  expect((await send(link, bytes)).status).toBe(200);
  return link.objectPath;
}
