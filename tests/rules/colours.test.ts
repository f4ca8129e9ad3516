import { COLOURS } from '../../src/platform/kit/colours.ts';

const read = (path: string) => Bun.file(new URL(`../../web/${path}`, import.meta.url)).text();

test.each(['light', 'dark'] as const)('the colours of the %s theme are those of the palette', async (theme) => {
  const sheet = await read('palette.css');
  const rules = sheet.slice(sheet.indexOf(`.${theme} {`)).split('}')[0] ?? '';
  for (const [name, colour] of Object.entries(COLOURS[theme])) {
    expect(new RegExp(` --${name}: (?:var\\(--[\\w-]+, )?(#\\w+)`).exec(rules)?.[1], name).toBe(colour);
  }
});

test('the page begins in the colour of its background, and its icon in the accent', async () => {
  const page = await read('index.html');
  expect(page).toContain(`name="theme-color" content="${COLOURS.light.canvas}"`);
  expect(page).toContain(`fill='${COLOURS.light.accent.replace('#', '%23')}'`);
});
