import * as fc from 'fast-check';
import { NetstringReader, netstringOf } from '../../src/services/sip/answering-machine/netstrings.ts';

test('a text is preceded by its length in bytes', () => {
  expect(Buffer.from(netstringOf('né')).toString()).toBe('3:né,');
});

test('texts are read wherever they are cut', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 9 }), (sent, size) => {
      const reader = new NetstringReader();
      const bytes = Buffer.concat(sent.map(netstringOf));
      const read: string[] = [];
      for (let at = 0; at < bytes.length; at += size) read.push(...reader.read(bytes.subarray(at, at + size)));
      expect(read).toEqual(sent);
    }),
  );
});
