import type { WEBHOOK_EVENTS } from './contract.ts';

/** What each event tells a webhook, for the description of the API. */
export const TOLD: Record<(typeof WEBHOOK_EVENTS)[number], string> = {
  'message-status': 'A message was sent, delivered or failed, to some or all of its recipients',
  'call-status': 'A call that you placed is over: its length and cost',
  'payment-verified': 'A payment was verified: its credit was added, or it paid an order',
  'message-received': 'A message came in to one of your numbers',
  'papers-changed': 'Your documents for the numbers of a country were accepted or rejected',
  'port-changed': 'A request to bring numbers from another carrier was made or went on',
  'call-received': 'Somebody calls one of your numbers',
  'call-missed': 'Nobody spoke with a caller of one of your numbers',
  'voicemail-received': 'A caller left a voicemail, which can be heard now',
  'payment-rejected': 'A payment was rejected: nothing was added to the balance',
  'payment-reversed': 'A verified payment was taken back, in whole or in part',
  'order-changed': 'An order was placed, paid or cancelled, or its price changed',
  'limit-reached': 'A spend limit refused something for the first time that day',
  'destination-stopped': 'Costs of a destination rose suddenly: messages and calls there are stopped',
  'number-status': 'A number that you bought is being set up, works, or was refunded',
  'number-expiring': 'One of your numbers expires soon; renewal says whether it renews',
  'senders-changed': 'A sender name was registered, decided or removed, or a number confirmed or removed',
  'opt-outs-changed': 'A number wants no more messages from you, or wants them again',
  'contacts-changed': 'Contacts were added, changed, imported or deleted; an import is one event',
  'verification-changed': 'A verification code was sent, sent again, entered or ran out',
  'trunk-registrations': 'A telephone system registered with a SIP trunk, or left it',
};
