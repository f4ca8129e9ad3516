import { funded, makeAdmin, signUp } from '../kit/actors.ts';
import { expect, sideways, signIn, submit, test } from './kit/index.ts';

test('billing, statements and plans do not scroll sideways at any width', async ({ app, page }) => {
  const person = await funded(app, '12345.67');
  await submit(person, { description: 'Guthabenkauf für die Außenstelle in Mönchengladbach mit Tether' });
  for (const language of ['en', 'de']) {
    await page.addInitScript((chosen) => localStorage.setItem('topline-language', chosen), language);
    for (const path of ['/billing', '/billing/statements', '/dashboard?section=voice-packages']) {
      await page.setViewportSize({ width: 640, height: 900 });
      if (language === 'en' && path === '/billing') await signIn(page, person, path);
      else await page.goto(path);
      await expect(page.locator('table, article').first()).toBeVisible();
      for (const width of [640, 680, 720, 768, 1024, 1100]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => sideways(page), `${path} in ${language} at ${width} px`).toBeLessThanOrEqual(0);
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

test('the address of a wallet breaks into even lines', async ({ app, page }) => {
  await signIn(page, await signUp(app), '/billing');
  for (const [coin, name] of [
    ['BTC', 'Bitcoin'],
    ['SOL', 'Solana'],
  ]) {
    await page.goto(`/billing/payments/new?coin=${coin}&amount=100`);
    const address = page
      .getByRole('dialog', { name: `Pay with ${name}` })
      .locator('dd')
      .filter({ has: page.getByRole('button', { name: 'Copy address' }) })
      .locator('span')
      .first();
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(address).toBeVisible();
      const lines = await address.evaluate((shown) => {
        const text = shown.firstChild ?? shown;
        const tops = Array.from(text.textContent ?? '', (_, at) => {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          return Math.round(range.getBoundingClientRect().top);
        });
        return Object.values(Object.groupBy(tops, String)).map((line) => line?.length ?? 0);
      });
      const uneven = Math.max(...lines) - Math.min(...lines);
      expect(lines.length, `${coin} at ${width} px`).toBeGreaterThan(1);
      expect(uneven, `${coin} at ${width} px: ${lines.join()}`).toBeLessThanOrEqual(4);
    }
  }
});

test('the chosen tab is in sight on a phone, from right to left too', async ({ app, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const admin = await makeAdmin(app);
  await signIn(page, admin, '/admin#settings');
  const chosen = page.getByRole('tab', { selected: true });
  await expect(chosen).toHaveText('Settings');
  await expect(chosen).toBeInViewport({ ratio: 0.9 });
  expect(await page.getByRole('tablist').evaluate((list) => list.clientHeight), 'one row').toBeLessThan(60);
  await page.getByText(/of \d+ ready/).click();
  await page.getByRole('link', { name: 'Mail, wallets' }).click();
  await expect(page.getByText('How to set this').filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator('main code').filter({ visible: true }), 'names of variables').toHaveCount(0);
  // A link within the page, as the router follows it.
  await page.goto('/admin#users');
  await expect(chosen).toHaveText('User Management');
  await expect(chosen).toBeInViewport({ ratio: 0.9 });
  await page.addInitScript(() => localStorage.setItem('topline-language', 'ar'));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(chosen).toBeInViewport({ ratio: 0.9 });
});

test('the last tab of a row that scrolls is not left at its faded edge', async ({ app, page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page, await signUp(app), '/settings');
  await page.getByRole('tab', { name: 'Preferences' }).click();
  const left = () => page.getByRole('tablist').evaluate((row) => row.scrollWidth - row.clientWidth - row.scrollLeft);
  await expect.poll(left).toBeLessThanOrEqual(1);
});

test('nothing that is seen moves while a page is read', async ({ app, page }) => {
  await page.addInitScript(`new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.moved = (window.moved ?? 0) + value;
  }).observe({ type: 'layout-shift', buffered: true })`);
  const [customer, admin] = [await funded(app, '300.00'), await makeAdmin(app)];
  await customer.as(`/api/users/${customer.id}/voice-packages`, { json: { packageType: 'enterprise' } });
  for (const [person, path, last] of [
    [customer, '/billing', 'Pending orders'],
    [customer, '/settings#limits', 'Spend limits'],
    [customer, '/status', 'DID numbers'],
    [admin, '/admin#books', 'Customers’ credit'],
  ] as const) {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 760 });
      await page.goto('/robots.txt');
      await (path === '/status' ? page.goto(path) : signIn(page, person, path));
      await expect(page.locator('main').getByText(last).first()).toBeVisible();
      await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
      expect(await page.evaluate('window.moved ?? 0'), `${path} at ${width} px`).toBeLessThan(0.02);
    }
  }
});
