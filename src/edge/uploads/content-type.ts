import type { RECEIPT_TYPES } from './contract.ts';

export type ReceiptType = keyof typeof RECEIPT_TYPES;

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Detects a file's type from its content; null if it is not a type that a receipt may have. */
export function contentTypeOf(bytes: Uint8Array): ReceiptType | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = (signature: string, at = 0) =>
    file.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'));
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (starts('\xff\xd8\xff')) return 'image/jpeg';
  if (starts('GIF87a') || starts('GIF89a')) return 'image/gif';
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp';
  if (starts('%PDF-')) return 'application/pdf';
  if (starts('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') && isWordBinary(file)) return 'application/msword';
  if (starts('PK\x03\x04') && zipEntries(file).some((name) => name.startsWith('word/'))) return WORD;
  return null;
}

/** Old Office programs share one container format; Word's has a stream of this name, in UTF-16. */
const isWordBinary = (file: Buffer) => file.includes(Buffer.from('WordDocument', 'utf16le'));

const END_OF_DIRECTORY = Buffer.from('PK\x05\x06', 'latin1');
const DIRECTORY_ENTRY = 0x02014b50;

/** The names of a zip file's entries, from the directory at its end; empty if the file is incomplete. */
function zipEntries(file: Buffer): string[] {
  const end = file.lastIndexOf(END_OF_DIRECTORY);
  if (end < 0 || end + 20 > file.length) return [];
  const names: string[] = [];
  let at = file.readUInt32LE(end + 16);
  while (at + 46 <= end && file.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const nameLength = file.readUInt16LE(at + 28);
    names.push(file.toString('utf8', at + 46, at + 46 + nameLength));
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return names;
}
