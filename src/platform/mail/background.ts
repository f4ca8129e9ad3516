import type { Deps } from '../deps.ts';
import type { Look } from '../schedule.ts';
import { type Attach, mailsWait, sendMails } from './send.ts';
import { openMailTransport } from './transport.ts';

/** Sends mail; every process does this. */
export function mailing(deps: Deps, attach: Attach): Look {
  const transport = openMailTransport(deps.config, deps.log);
  return { name: 'send-mails', isWaiting: mailsWait, run: () => sendMails(deps, transport, attach) };
}
