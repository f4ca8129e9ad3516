import { credit, signUp } from '../kit/actors.ts';
import { submit } from './kit/payments.ts';
import { signIn } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

/** Between a phone and a desk nothing is wider than the screen, in a language of long words either. */

test('billing and statements do not scroll sideways at any width', async ({ app, page }) => {
  const person = await signUp(app);
  await credit(app, person, '12345.67');
  await submit(person, { description: 'Guthabenkauf für die Außenstelle in Mönchengladbach mit Tether' });
  for (const language of ['en', 'de']) {
    await page.addInitScript((chosen) => localStorage.setItem('topline-language', chosen), language);
    for (const path of ['/billing', '/billing/statements']) {
      await page.setViewportSize({ width: 640, height: 900 });
      if (language === 'en' && path === '/billing') await signIn(page, person, path);
      else await page.goto(path);
      await expect(page.getByRole('table').first()).toBeVisible();
      for (const width of [640, 680, 720, 768, 1024, 1100]) {
        await page.setViewportSize({ width, height: 900 });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
            message: `${path} in ${language} at ${width} px`,
          })
          .toBeLessThanOrEqual(0);
      }
    }
  }
});

test('from right to left a tile begins where its note begins', async ({ app, page }) => {
  const person = await signUp(app);
  await page.addInitScript(() => localStorage.setItem('topline-language', 'ar'));
  await signIn(page, person, '/billing');
  const tile = page.getByText('BTC', { exact: false }).locator('xpath=ancestor::label').first();
  await expect(tile).toBeVisible();
  const starts = await tile.evaluate((label) =>
    [...label.querySelectorAll('span, bdi')].map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return Math.round(range.getBoundingClientRect().right);
    }),
  );
  expect(new Set(starts).size, starts.join()).toBe(1);
});
