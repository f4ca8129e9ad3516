import { contrast, paletteOf } from '../../../src/shared/palette.ts';
import { parseHostName } from '../../../src/platform/kit/host-name.ts';

/** The least contrast of text to its background that WCAG 2.2 asks for at level AA. */
const AA = 4.5;

test('contrast is reckoned as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('every colour is readable in both themes', () => {
  for (let red = 0; red <= 255; red += 51) {
    for (let green = 0; green <= 255; green += 51) {
      for (let blue = 0; blue <= 255; blue += 51) {
        const color = `#${[red, green, blue].map((each) => each.toString(16).padStart(2, '0')).join('')}`;
        const { light, dark } = paletteOf(color);
        for (const [shades, grounds] of [
          [light, ['#f6f7f9', '#ffffff', '#eff1f5', light.accentSoft, light.onAccent]],
          [dark, ['#0d1119', '#151b26', '#1e2532', dark.accentSoft, dark.onAccent]],
        ] as const) {
          for (const ground of grounds) {
            expect(contrast(shades.accent, ground)).toBeGreaterThanOrEqual(AA);
          }
          expect(contrast(shades.accentStrong, shades.onAccent)).toBeGreaterThanOrEqual(AA);
        }
      }
    }
  }
});

test('a colour that can be read stays as it is', () => {
  expect(paletteOf('#7c2d12').light.accent).toBe('#7c2d12');
  expect(paletteOf('#ffd166').dark.accent).toBe('#ffd166');
});

test.each([
  ['portal.example.com', 'portal.example.com'],
  ['Portal.Example.COM:8443', 'portal.example.com'],
  ['portal.example.com.', 'portal.example.com'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['localhost', null],
  ['127.0.0.1', null],
  ['127.0.0.1:3000', null],
  ['[::1]:3000', null],
  ['a..b.com', null],
  ['-a.example.com', null],
  ['a_b.example.com', null],
  ['portal.example.com/evil', null],
  ['portal.example.com@evil.com', null],
  ["portal.example.com' or 1=1--", null],
  [`${'a'.repeat(64)}.example.com`, null],
  [`${'a.'.repeat(150)}com`, null],
  ['', null],
])('the host name of %p is %p', (text, name) => {
  expect(parseHostName(text)).toBe(name);
});
