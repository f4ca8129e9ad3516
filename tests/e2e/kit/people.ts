import type { Page } from '@playwright/test';
import type { TestActor } from '../../kit/actors.ts';
import { homeOf } from './test.ts';

interface Person {
  email: string;
  password: string;
}

/**
 * Opens a screen as somebody who is signed in already, by the session that the test has of them. How one
 * signs in is what `signInByPassword` is for.
 */
export async function signIn(page: Page, person: TestActor, path = '/dashboard'): Promise<void> {
  const [name = '', value = ''] = person.cookie.split(/=(.*)/);
  await page.context().addCookies([{ name, value, url: homeOf(page), httpOnly: true, sameSite: 'Lax' }]);
  const answer = await person.as(`/api/users/${person.id}`);
  const session = JSON.stringify({ state: { user: await answer.json(), isAuthenticated: true }, version: 0 });
  // Once for each page, so that a reload does not sign somebody in again who has signed out.
  await page.addInitScript(
    ([id, stored]) => {
      if (sessionStorage.getItem('signed-in') === id) return;
      sessionStorage.setItem('signed-in', id);
      localStorage.setItem('auth-storage', stored);
    },
    [person.id, session] as const,
  );
  await page.goto(path);
  await page.locator('#content').waitFor({ state: 'attached' });
}

/** Signs in with a password, up to the dashboard. */
export async function signInByPassword(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, person);
  await page.waitForURL('**/dashboard');
}

/** Sends the sign-in form that is open. The test checks the result. */
export async function fillSignIn(page: Page, { email, password }: Person): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
}
