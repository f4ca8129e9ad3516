import type { Page } from '@playwright/test';
import { type Transaction, transaction } from '../../../src/money/payments/contract.ts';
import { purchaseOf } from '../../api/payments/payments.ts';
import { makeApprover, signUp, type TestActor } from '../../kit/actors.ts';
import type { TestApp } from '../../kit/app.ts';
import { signIn } from './people.ts';
import { expect } from './test.ts';

/** The API as somebody's key calls it; Playwright's `expect` knows nothing of bun's. */
export async function send(person: TestActor, path: string, json: unknown): Promise<unknown> {
  const response = await person.as(path, { json });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

export const submit = async (person: TestActor, more: Record<string, unknown> = {}): Promise<Transaction> =>
  transaction.parse(await send(person, `/api/users/${person.id}/transactions`, purchaseOf(more)));

export const openQueue = async (page: Page) => {
  await page.goto('/admin');
  await page.getByRole('tab', { name: /Payment Verification/ }).click();
};
export const openBilling = async (page: Page) => {
  await page.goto('/billing');
  await expect(page.getByRole('heading', { name: 'Billing & Credits', level: 1 })).toBeVisible();
};
export const cardOf = (page: Page, person: { email: string }) =>
  page.getByRole('article').filter({ hasText: person.email });
/** Opens the oldest waiting payment of somebody beside the list; the first one of all is open without it. */
export async function openPayment(page: Page, person: { email: string }): Promise<void> {
  const rows = page.getByRole('list', { name: 'Pending Crypto Payments' }).getByRole('button');
  await rows.filter({ hasText: person.email }).first().click();
  await expect(cardOf(page, person)).toBeVisible();
}
export const balance = (page: Page) => page.getByRole('banner');
export const says = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
export const timeline = (page: Page) => page.getByRole('list', { name: 'Payment progress' });

export async function administrator(app: TestApp, page: Page, fullName: string): Promise<TestActor> {
  const admin = await makeApprover(app, await signUp(app, { fullName }));
  await signIn(page, admin, '/admin');
  await page.getByRole('tab', { name: /Payment Verification/ }).click();
  return admin;
}

/** The smallest PNG there is: one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
