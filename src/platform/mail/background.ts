import type { Deps } from '../deps.ts';
import type { Look } from '../schedule.ts';
import { mailsWait, sendMails } from './send.ts';
import { openMailTransport } from './transport.ts';

/** Sends mail; every process does this. */
export function mailing(deps: Deps): Look {
  const transport = openMailTransport(deps.config, deps.log);
  return { name: 'send-mails', isWaiting: mailsWait, run: () => sendMails(deps, transport) };
}
