import { funded, makeAdmin } from '../kit/actors.ts';
import { newNumber, send, untilStatus } from '../kit/messages.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

test('from the plot a day leads to its rows, and each row to its messages and how they went', async ({ app, page }) => {
  const admin = await makeAdmin(app);
  const person = await funded(app, '5.00');
  const number = newNumber();
  const { id } = await send(person, [number, newNumber()]);
  await untilStatus(person, id, 'delivered');
  // A number's month, days ago.
  await app.deps.sql`
    insert into uncounted_figures select json_build_array(json_build_object('day', current_date - 5, 'service', 'number',
      'user_id', ${person.id}::uuid, 'carrier', 'sandbox', 'code', '+44', 'destination', '', 'units', 1,
      'revenue', 48.99, 'cost', 0, 'uncosted', 1, 'uncosted_revenue', 48.99))`;
  await signIn(page, admin, '/admin#figures');

  const plot = page.getByRole('listbox', { name: /^Revenue and cost by day/ });
  const sold = plot.getByRole('option', { name: /Revenue £0.06/ });
  const rows = page.getByRole('table', { name: 'Where it comes from' });
  const without = 'Without £48.99 sold at an unknown cost';
  await expect(
    plot.getByRole('option', { name: `Revenue £48.99, Cost Unknown, Margin Unknown, ${without}` }),
  ).toBeVisible();
  for (const text of ['£49.05', '£0.01', `£0.05${without}`])
    await expect(rows.getByRole('row').last()).toContainText(text);
  await sold.click();
  const day = ((await sold.getAttribute('aria-label')) ?? '').split(':')[0] ?? '';
  await expect(page.getByText(`Only ${day}`)).toBeVisible();
  await expect(sold).toHaveAttribute('aria-current', 'date');
  await expect(rows.getByRole('row')).toHaveCount(2);
  await expect(rows.getByRole('row').last()).toContainText('£0.06');
  await expectAccessible(page);

  await sold.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing was sold on this day')).toBeVisible();
  await expect(sold).not.toHaveAttribute('aria-current', 'date');
  await page.getByRole('button', { name: 'Show all days' }).click();
  await expect(rows.getByRole('row')).toHaveCount(2);

  // The table of the days leads there as well.
  await page.getByRole('button', { name: 'Show table' }).click();
  await page.getByRole('button', { name: `Show only ${day}` }).click();
  await page.getByLabel('Split by').selectOption('customer');
  await rows.getByRole('button', { name: 'Details of Ada Lovelace' }).click();
  const drawer = page.getByRole('dialog', { name: 'Ada Lovelace' });
  await expect(drawer.getByText(`${person.email} · ${day}`)).toBeVisible();
  const messages = drawer.getByRole('table', { name: 'SMS' });
  await expect(messages.getByRole('row').last()).toContainText('£0.06');
  const file = await drawer.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
  const asked = new URLSearchParams(file?.split('?')[1]);
  expect(asked.get('from')).toBe(asked.get('to'));
  expect(asked.get('key')).toBe(person.id);
  await expectAccessible(page);
  await messages.getByRole('button', { name: /^Providers tried: / }).click();
  const trace = page.getByRole('list', { name: 'Route of this message' });
  await expect(trace.getByRole('listitem')).toHaveCount(2);
  await expect(trace.getByText(number)).toBeVisible();
  await expectAccessible(page);
});
