import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 360;
const HEIGHT = 220;
const PAPER = 0xf4;
const INK = 0x50;
const MARGIN = 24;
const LINE_HEIGHT = 22;

/**
 * A picture that resembles the photograph of a receipt: lines of "print" on paper, different ones for every
 * `mark`. A greyscale PNG.
 */
export function receiptImage(mark: string): Uint8Array<ArrayBuffer> {
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT, PAPER);
  for (let y = 0; y < HEIGHT; y++) {
    const row = y * (WIDTH + 1);
    // Each row starts with its filter: none.
    rows[row] = 0;
    if (isPrinted(y)) rows.fill(INK, row + 1 + MARGIN, row + 1 + lineEnd(mark, y));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Eight bits a pixel, greyscale, no interlacing.
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}

const isPrinted = (y: number): boolean => y > MARGIN && y < HEIGHT - MARGIN && y % LINE_HEIGHT < 6;

function lineEnd(mark: string, y: number): number {
  const letter = mark.charCodeAt(Math.floor(y / LINE_HEIGHT) % mark.length);
  return MARGIN * 2 + ((letter * 37) % (WIDTH - MARGIN * 3));
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}
