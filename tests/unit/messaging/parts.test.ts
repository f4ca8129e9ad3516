import { countParts } from '../../../src/shared/parts.ts';

test.each([
  ['', 'GSM-7', 0, 1],
  ['Hello', 'GSM-7', 5, 1],
  ['x'.repeat(160), 'GSM-7', 160, 1],
  ['x'.repeat(161), 'GSM-7', 161, 2],
  ['x'.repeat(320), 'GSM-7', 320, 2],
  ['x'.repeat(321), 'GSM-7', 321, 3],
  ['€', 'GSM-7', 2, 1],
  ['€^{}[]~|\\', 'GSM-7', 18, 1],
  [`${'x'.repeat(158)}€`, 'GSM-7', 160, 1],
  [`${'x'.repeat(159)}€`, 'GSM-7', 161, 2],
  ['é à ñ £ Ω ß\n', 'GSM-7', 12, 1],
  ['Привет', 'UCS-2', 6, 1],
  ['ж'.repeat(70), 'UCS-2', 70, 1],
  ['ж'.repeat(71), 'UCS-2', 71, 2],
  ['ж'.repeat(134), 'UCS-2', 134, 2],
  ['ж'.repeat(135), 'UCS-2', 135, 3],
  // A character beyond the basic plane is two units.
  ['👍', 'UCS-2', 2, 1],
  ['👍'.repeat(36), 'UCS-2', 72, 2],
  // One foreign character changes how the whole text is counted; a typographic apostrophe is one.
  [`${'x'.repeat(70)}’`, 'UCS-2', 71, 2],
] as const)('%j is %s, %i long, %i parts', (text, encoding, length, parts) => {
  expect(countParts(text)).toMatchObject({ encoding, length, parts });
});
