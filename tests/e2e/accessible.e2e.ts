import { brokenRules, expect, test } from './kit/index.ts';

test('axe finds what a page breaks, in its name and in its colours', async ({ page }) => {
  await page.setContent(`<main><button></button><p style="color: #ccc; background: #fff">pale</p></main>`);
  const found = await brokenRules(page);
  expect(found.filter((each) => /^(button-name|color-contrast):/.test(each))).toHaveLength(2);
  expect(await brokenRules(page, ['color-contrast'])).toHaveLength(1);
});
