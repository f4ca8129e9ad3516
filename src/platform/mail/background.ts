import type { Deps } from '../deps.ts';
import { every, type Repeating } from '../kit/every.ts';
import { SEND_MS, sendMails } from './send.ts';
import { openMailTransport } from './transport.ts';

/** Sends mail; every process does this. */
export function startMailing(deps: Deps): Repeating {
  const transport = openMailTransport(deps.config, deps.log);
  return every(deps.log, { name: 'send-mails', intervalMs: SEND_MS }, () => sendMails(deps, transport));
}
