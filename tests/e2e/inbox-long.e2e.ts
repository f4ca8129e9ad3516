import { funded } from '../kit/actors.ts';
import { bought } from '../api/numbers/numbers.ts';
import { expect, signIn, test } from './kit/index.ts';

const CONVERSATIONS = 10_000;

test('ten thousand conversations are scrolled to their end, and worked with by the keyboard', async ({ app, page }) => {
  const person = await funded(app, '60.00');
  const { number } = await bought(person);
  await app.deps.sql`
    insert into conversations (id, user_id, own_number, other_number, name, last_at, last_text, last_incoming)
    select gen_random_uuid(), ${person.id}, ${number}, '+4479' || lpad(n::text, 8, '0'), 'Contact ' || n,
      ${app.clock.now().toISOString()}::timestamptz - n * interval '1 minute', 'Are you open?', true
    from generate_series(1, ${CONVERSATIONS}) n`;
  await signIn(page, person, '/dashboard?section=inbox');
  const list = page.getByRole('list', { name: 'Conversations' });
  const rows = list.getByRole('listitem');
  await expect(rows.first()).toContainText('Contact 1');
  await expect(rows.first()).toHaveAttribute('aria-setsize', '-1');

  // The keyboard goes on where rows were not drawn at first.
  await rows.first().getByRole('button').focus();
  for (let place = 2; place <= 21; place += 1) {
    await expect(list.locator(`[aria-posinset="${place}"]`)).toBeAttached();
    await page.keyboard.press('Tab');
  }
  const focused = page.locator('button:focus');
  await expect(focused).toContainText('Contact 21');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Contact 21' })).toBeVisible();

  await expect(async () => {
    await list.evaluate((drawn) => drawn.parentElement?.scrollTo(0, drawn.scrollHeight));
    await expect(rows.last()).toContainText(`Contact ${CONVERSATIONS}`, { timeout: 300 });
  }).toPass();
  await expect(rows.last()).toHaveAttribute('aria-setsize', String(CONVERSATIONS));
  expect(await rows.count(), 'only what is in view is drawn').toBeLessThan(60);
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden();
});
