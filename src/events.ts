import { alarmsChangedEvent } from './admin/alarms/events.ts';
import { settingsChangedEvent } from './admin/settings/events.ts';
import { offersChangedEvent } from './money/pricing/events.ts';
import { webhookDeliveryEvent } from './accounts/webhooks/events.ts';
import {
  customersChangedEvent,
  approvalRequestsEvent,
  securityChangedEvent,
  userStatusEvent,
} from './callers/events.ts';
import { providerSwitchEvent } from './carriers/events.ts';
import { destinationStoppedEvent, limitReachedEvent, limitsChangedEvent } from './money/allowances/events.ts';
import { paymentEvidenceEvent } from './money/evidence/events.ts';
import { balanceEvent, orderChangedEvent } from './money/ledger/events.ts';
import {
  paymentRejectedEvent,
  paymentReversedEvent,
  paymentSubmittedEvent,
  paymentTakenEvent,
  paymentVerifiedEvent,
} from './money/payments/events.ts';
import { booksEvent } from './money/proof/events.ts';
import { transfersChangedEvent } from './money/wallets/events.ts';
import { messageStatusEvent } from './services/messaging/events.ts';
import { optOutsChangedEvent } from './services/messaging/opt-outs/events.ts';
import { papersChangedEvent } from './services/numbers/papers/events.ts';
import { portChangedEvent } from './services/numbers/ports/events.ts';
import { numberExpiringEvent, numberStatusEvent } from './services/numbers/events.ts';
import { sendersChangedEvent } from './services/senders/events.ts';
import { contactsChangedEvent } from './services/contacts/events.ts';
import { campaignChangedEvent } from './services/campaigns/events.ts';
import { conversationChangedEvent, messageReceivedEvent, ruleMatchedEvent } from './services/inbox/events.ts';
import { trunkEchoEvent } from './services/sip/echo/events.ts';
import { trunkRegistrationsEvent } from './services/sip/registrations/events.ts';
import { verificationChangedEvent } from './services/verifications/events.ts';
import { callStatusEvent } from './services/voice/events.ts';
import {
  callMissedEvent,
  callReceivedEvent,
  receivedCallEvent,
  voicemailReceivedEvent,
} from './services/voice/inbound/events.ts';

/** Every kind of event on the stream, for its description and for the browser. */
export const EVENTS = {
  [paymentSubmittedEvent.name]: paymentSubmittedEvent,
  [paymentTakenEvent.name]: paymentTakenEvent,
  [paymentVerifiedEvent.name]: paymentVerifiedEvent,
  [paymentEvidenceEvent.name]: paymentEvidenceEvent,
  [paymentRejectedEvent.name]: paymentRejectedEvent,
  [paymentReversedEvent.name]: paymentReversedEvent,
  [transfersChangedEvent.name]: transfersChangedEvent,
  [orderChangedEvent.name]: orderChangedEvent,
  [balanceEvent.name]: balanceEvent,
  [booksEvent.name]: booksEvent,
  [alarmsChangedEvent.name]: alarmsChangedEvent,
  [providerSwitchEvent.name]: providerSwitchEvent,
  [messageStatusEvent.name]: messageStatusEvent,
  [callStatusEvent.name]: callStatusEvent,
  [callReceivedEvent.name]: callReceivedEvent,
  [callMissedEvent.name]: callMissedEvent,
  [voicemailReceivedEvent.name]: voicemailReceivedEvent,
  [receivedCallEvent.name]: receivedCallEvent,
  [trunkRegistrationsEvent.name]: trunkRegistrationsEvent,
  [trunkEchoEvent.name]: trunkEchoEvent,
  [sendersChangedEvent.name]: sendersChangedEvent,
  [numberStatusEvent.name]: numberStatusEvent,
  [papersChangedEvent.name]: papersChangedEvent,
  [portChangedEvent.name]: portChangedEvent,
  [numberExpiringEvent.name]: numberExpiringEvent,
  [webhookDeliveryEvent.name]: webhookDeliveryEvent,
  [userStatusEvent.name]: userStatusEvent,
  [destinationStoppedEvent.name]: destinationStoppedEvent,
  [messageReceivedEvent.name]: messageReceivedEvent,
  [ruleMatchedEvent.name]: ruleMatchedEvent,
  [conversationChangedEvent.name]: conversationChangedEvent,
  [campaignChangedEvent.name]: campaignChangedEvent,
  [contactsChangedEvent.name]: contactsChangedEvent,
  [optOutsChangedEvent.name]: optOutsChangedEvent,
  [verificationChangedEvent.name]: verificationChangedEvent,
  [limitReachedEvent.name]: limitReachedEvent,
  [limitsChangedEvent.name]: limitsChangedEvent,
  [customersChangedEvent.name]: customersChangedEvent,
  [securityChangedEvent.name]: securityChangedEvent,
  [approvalRequestsEvent.name]: approvalRequestsEvent,
  [settingsChangedEvent.name]: settingsChangedEvent,
  [offersChangedEvent.name]: offersChangedEvent,
} as const;

export type EventName = keyof typeof EVENTS;
