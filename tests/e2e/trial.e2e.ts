import { confirmAddress, credit, proveNumber, readAs, signUp, untilStatus, withId } from '../kit/index.ts';
import { expect, signIn, test } from './kit/index.ts';

const OWN = '+447700900111';

test.use({ env: { TRIAL_CREDIT_GBP: '5.00' } });

test('the line names it, and the first steps tick themselves off', async ({ app, page }) => {
  await page.goto('/');
  await expect(
    page.getByText('£5.00 of trial credit once your email address is confirmed. No credit card, no contract.'),
  ).toBeVisible();

  const person = await signUp(app);
  await signIn(page, person);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'First steps', exact: true }) });
  const steps = card.getByRole('listitem');
  const done = card.getByText(/^Done: /);
  await expect(steps).toContainText([
    'Confirm your email address',
    'Send a test',
    'Top up',
    'Create a limited API key',
  ]);
  await expect(done).toHaveCount(0);

  await confirmAddress(app, person);
  await expect(done).toContainText('Confirm your email address');
  await expect(page.getByRole('banner')).toContainText('£5.00');
  await expect(steps.first(), 'on trial one can send before topping up').toContainText(
    'Confirm your own number, then send it an SMS with your trial credit.',
  );

  await proveNumber(app, person, OWN);
  const message = { senderId: 'TOPLINE', recipients: [OWN], message: 'Hello' };
  const sent = await readAs(person.as(`/api/users/${person.id}/sms`, { json: message }), withId);
  await expect(done).toContainText('Confirm your email address · Send a test');
  const key = { name: 'Shop', scopes: ['read'] };
  expect((await person.withCookie(`/api/users/${person.id}/api-keys`, { json: key })).status).toBe(201);
  await expect(done).toContainText('Create a limited API key');
  await credit(app, person, '50.00');
  await expect(card).toHaveCount(0);
  await untilStatus(person, sent.id, 'delivered');
  await page.reload();
  await expect(page.getByRole('option', { name: 'SMS £0.03, Delivered: 1 of 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Show table' }).click();
  await expect(page.getByRole('columnheader').first()).toHaveText('Day');
});
