import { newNumber } from '../../../kit/messages.ts';
import type { Row, Rows } from '../row.ts';
import * as senders from '../sender-things.ts';
import * as a from '../things.ts';

const SMS = { may: 'the owner', key: 'messages' } as const satisfies Row;
const ITS_OWN_ROWS = 'the verification and its charge stay as rows of their own';

export const MESSAGE_ROWS: Rows = {
  listContacts: SMS,
  exportContacts: SMS,
  listContactLists: SMS,
  createContact: { ...SMS, json: () => ({ number: newNumber(), lists: ['News'] }), leaves: 'contact.added' },
  renameContactList: {
    ...{ ...SMS, of: senders.contact, json: () => ({ name: 'News', to: newNumber() }), leaves: 'contact.changed' },
  },
  importContacts: { ...SMS, json: () => ({ contacts: [{ number: newNumber() }] }), leaves: 'contacts.imported' },
  updateContact: { ...SMS, of: senders.contact, json: { name: 'Ada' }, leaves: 'contact.changed' },
  removeContact: { ...SMS, of: senders.contact, leaves: 'contact.removed' },
  erasePerson: { ...SMS, json: () => ({ number: newNumber() }), leaves: 'person.erased' },
  redactSms: { ...SMS, of: a.failedMessage, leaves: 'message.redacted' },
  redactConversationMessage: { ...SMS, of: a.receivedMessage, leaves: 'message.redacted' },

  listCampaigns: SMS,
  getCampaign: { ...SMS, of: senders.campaign },
  createCampaign: {
    ...SMS,
    of: senders.contact,
    json: { name: 'Spring', senderId: 'Topline', texts: ['Hello'], startAt: '2100-01-01T10:00:00Z' },
    leaves: 'campaign.created',
  },
  setCampaignStatus: { ...SMS, of: senders.campaign, json: { status: 'paused' }, leaves: 'campaign.changed' },
  followLink: { may: 'anybody', of: senders.shortLink },

  listOptOuts: SMS,
  addOptOut: { ...SMS, json: () => ({ number: newNumber() }), leaves: 'opt_out.added' },
  importOptOuts: { ...SMS, json: () => ({ file: newNumber() }), leaves: 'opt_outs.imported' },
  exportOptOuts: SMS,
  removeOptOut: { ...SMS, of: senders.optOut, leaves: 'opt_out.removed' },
  getOptOutTexts: SMS,
  setOptOutTexts: { ...SMS, json: { stop: 'Goodbye', start: null, help: null }, leaves: 'opt_out_texts.changed' },

  getNumberAnswers: { ...SMS, of: a.number },
  setNumberAnswers: {
    ...SMS,
    of: a.number,
    json: () => ({
      rules: [{ match: 'any', kind: 'reply', text: 'Thank you, {name}' }],
      office: { timeZone: 'Europe/London', hours: [], closedDays: ['2026-12-25'], text: 'Closed' },
      answersPerDay: 5,
    }),
    leaves: 'answer_rules.changed',
  },
  tryNumberAnswers: {
    ...SMS,
    of: a.number,
    json: () => ({ from: newNumber(), text: 'Hello' }),
    leaves: { nothing: 'it only says what would be done' },
  },
  listAutoReplies: SMS,

  createVerification: { ...SMS, json: () => ({ to: newNumber() }), leaves: { nothing: ITS_OWN_ROWS } },
  sendVerificationAgain: { ...SMS, of: senders.verificationToSendAgain, json: {}, leaves: { nothing: ITS_OWN_ROWS } },
  checkVerification: { ...SMS, of: senders.verification, json: senders.codeOf, leaves: { nothing: ITS_OWN_ROWS } },
  getVerification: { ...SMS, of: senders.verification },
  listVerifications: SMS,
  getVerificationFigures: SMS,
};
