import type { Page } from '@playwright/test';

interface Person {
  email: string;
  password: string;
}

/** Signs in with a password, up to the dashboard. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, person);
  await page.waitForURL('**/dashboard');
}

/** Sends the sign-in form that is open; what comes of it is for the test to say. */
export async function fillSignIn(page: Page, { email, password }: Person): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
}
