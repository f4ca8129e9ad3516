import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { answerResetRequests } from '../../src/callers/passwords/answer-reset-requests.ts';
import { attachmentsFor } from '../../src/money/invoices/export-invoice.ts';
import { sendMails } from '../../src/platform/mail/send.ts';
import { openMailTransport } from '../../src/platform/mail/transport.ts';
import { call, type TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import { eventually } from './eventually.ts';

/** The mails that a server without SMTP wrote to its data folder, oldest first. */
export async function writtenMails(app: TestApp): Promise<Email[]> {
  const folder = join(app.deps.config.dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}

/** Nobody promises that an address keeps upper and lower case in a mail. */
const isTo = ({ to }: Email, address: string): boolean => to?.[0]?.address?.toLowerCase() === address.toLowerCase();

/** Waits for the newest mail to an address with a given text in its subject. */
export const mailTo = (app: TestApp, address: string, subject: RegExp): Promise<Email> =>
  eventually(`a mail to ${address}: ${subject}`, async () => {
    const found = (await writtenMails(app)).filter((mail) => isTo(mail, address) && subject.test(mail.subject ?? ''));
    return found.at(-1);
  });

export function linkIn({ text }: Email): URL {
  const link = /https?:\/\/\S+/.exec(text ?? '')?.[0];
  if (!link) throw new Error(`no link in: ${text}`);
  return new URL(link);
}

export const tokenIn = (mail: Email): string => linkIn(mail).searchParams.get('token') ?? '';

/** Does at once the work of the chores, for a server without chores. */
export async function deliverMails({ deps }: TestApp): Promise<void> {
  await answerResetRequests(deps);
  await sendMails(deps, openMailTransport(deps.config, deps.log), attachmentsFor(deps.db));
}

/** Opens the link that confirms a person's address, in the browser in which they registered. */
export async function confirmAddress(app: TestApp, person: TestActor): Promise<void> {
  await deliverMails(app);
  const token = tokenIn(await mailTo(app, person.email, /^Confirm your email address/));
  const response = await call(app, '/api/auth/confirm-email', { json: { token } }, { cookie: person.cookie });
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
}
