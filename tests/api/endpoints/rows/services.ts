import { signMessage } from '../../../../src/carriers/adapters/sandbox/incoming.ts';
import { signReports } from '../../../../src/carriers/adapters/sandbox/sandbox.ts';
import { signatureHeaders } from '../../../../src/carriers/adapters/sandbox/signature.ts';
import { call, newNumber, readAs, withId } from '../../../kit/index.ts';
import { heldNorwegian, uploaded, companyPapers } from '../../numbers/hand-in.ts';
import { freeNumber } from '../../numbers/numbers.ts';
import { portOf } from '../../numbers/port-kit.ts';
import { newDestination } from '../../voice/calls.ts';
import { uploadReceipt } from '../../uploads/uploads.ts';
import { digestOf } from '../../trunks/digest.ts';
import type { Row, Rows } from '../row.ts';
import * as papers from '../papers-things.ts';
import { credentialsOf, newDialog } from '../sip-things.ts';
import * as senders from '../sender-things.ts';
import * as a from '../things.ts';
import { SIP_PROXY_TOKEN } from '../world.ts';

const ITS_OWN_ROWS =
  'the message and its charge stay as rows of their own, and one more would cost the busiest path a write';
const SMS = { may: 'the owner', key: 'messages' } as const satisfies Row;
const VOICE = { may: 'the owner', key: 'voice' } as const satisfies Row;
const NUMBERS = { may: 'the owner', key: 'numbers' } as const satisfies Row;

export const SERVICE_ROWS: Rows = {
  sendSms: {
    ...SMS,
    json: () => ({ senderId: 'Topline', recipients: [newNumber()], message: 'Hello' }),
    leaves: { nothing: ITS_OWN_ROWS },
  },
  quoteSms: {
    ...SMS,
    json: () => ({ recipients: [newNumber()], message: 'Hello' }),
    leaves: { nothing: 'it is a question' },
  },
  listSms: SMS,
  exportSms: SMS,
  exportSmsReport: { ...SMS, of: a.message },
  getSms: { ...SMS, of: a.message },
  listSmsRecipients: { ...SMS, of: a.message },
  traceSms: { ...SMS, of: a.message },
  cancelSms: { ...SMS, of: a.message, leaves: 'message.cancelled' },
  moveSms: {
    ...SMS,
    of: a.scheduledMessage,
    json: (world) => ({ sendAt: a.inAnHour(world) }),
    leaves: 'message.moved',
  },
  resendSms: { ...SMS, of: a.failedMessage, leaves: { nothing: ITS_OWN_ROWS } },
  listLiveCalls: { may: 'administrators' },
  listSipEdges: { may: 'administrators' },
  listUnknownSms: { may: 'administrators' },
  listHeldSms: { may: 'administrators' },
  decideHeldSms: {
    may: 'administrators',
    of: a.heldMessage,
    json: { outcome: 'release' },
    leaves: 'message.released',
  },
  settleUnknownSms: {
    may: 'administrators',
    of: a.unknownRecipient,
    json: { outcome: 'sent' },
    leaves: 'message.settled',
  },
  listUnknownGroups: { may: 'administrators' },
  listUnmatchedReports: { may: 'administrators' },
  listUnreadReports: { may: 'administrators' },
  listDestinationHealth: { may: 'administrators' },
  settleUnknownGroup: {
    may: 'administrators',
    of: a.unknownGroup,
    json: async ({ app }) => {
      const [row] = await app.deps.sql<{ hour: Date }[]>`
        select date_trunc('hour', due_at) as hour from sms_recipients where status = 'unknown' limit 1`;
      return { hour: new Date(row?.hour ?? 0).toISOString(), outcome: 'sent' };
    },
    leaves: 'message.settled',
  },
  listSmsTemplates: SMS,
  createSmsTemplate: { ...SMS, json: { name: 'Greeting', message: 'Hello' }, leaves: 'template.created' },
  deleteSmsTemplate: { ...SMS, of: a.template, leaves: 'template.deleted' },

  listSenders: SMS,
  requestSenderName: { ...SMS, json: { name: 'Bakery', purpose: 'News' }, leaves: 'sender_name.requested' },
  removeSenderName: { ...SMS, of: senders.senderName, leaves: 'sender_name.removed' },
  countSenderRequests: { may: 'administrators' },
  listSenderRequests: { may: 'administrators' },
  decideSenderName: {
    may: 'administrators',
    of: senders.senderName,
    json: { status: 'accepted', registeredIn: ['IN'] },
    leaves: 'sender_name.accepted',
  },
  textNumberCode: { ...NUMBERS, json: () => ({ number: newNumber() }), leaves: { nothing: ITS_OWN_ROWS } },
  speakNumberCode: { ...NUMBERS, json: () => ({ number: newDestination() }), leaves: { nothing: ITS_OWN_ROWS } },
  proveNumber: {
    ...NUMBERS,
    json: async (world, owner) => {
      const { number, code } = await senders.sentCode(world, owner);
      return { number, code };
    },
    leaves: 'number.proven',
  },
  removeProof: { ...NUMBERS, of: senders.numberProof, leaves: 'number.proof_removed' },

  listReceivedMessages: SMS,
  listConversations: SMS,
  countUnreadConversations: SMS,
  listConversationMessages: { ...SMS, of: a.conversation },
  getReceivedPicture: { ...SMS, may: 'the owner alone', of: a.picture },
  updateConversation: {
    ...SMS,
    of: a.conversation,
    json: { name: 'Grandma', read: true },
    leaves: { nothing: 'a name that only its owner sees, and what they have read' },
  },
  replyToConversation: { ...SMS, of: a.conversation, json: { message: 'At nine' }, leaves: { nothing: ITS_OWN_ROWS } },
  checkNumber: {
    ...NUMBERS,
    of: a.number,
    leaves: { nothing: 'the carrier is told what it was told before, and says what the number carries' },
  },
  tryNumber: {
    ...NUMBERS,
    of: a.number,
    json: { from: '+447911123456', text: 'Hello' },
    leaves: { nothing: 'a simulated message, and what came in stays as a row of its own' },
  },
  messageCallback: {
    may: 'anybody',
    leaves: { nothing: 'what came in stays as a row of its own' },
    call: ({ app }) => {
      const message = { id: Bun.randomUUIDv7(), from: '+447911123456', to: newNumber(), text: 'Hello' };
      const { body, headers } = signMessage(app.deps, 'sandbox', message);
      return app.fetch('/api/callbacks/sandbox/messages', { method: 'POST', body, headers });
    },
  },

  placeCall: {
    ...VOICE,
    json: () => ({ callerId: '+447911123456', destination: newDestination() }),
    leaves: { nothing: 'the call and its charge stay as rows of their own' },
  },
  listCalls: VOICE,
  exportCalls: VOICE,
  getCallQuote: VOICE,
  getCall: { ...VOICE, of: a.runningCall },
  getCallTrace: { ...VOICE, of: a.runningCall },
  hangUpCall: { ...VOICE, of: a.runningCall, leaves: 'call.hung_up' },
  getRecording: { ...VOICE, may: 'the owner alone', of: a.recording },
  deleteRecording: { ...VOICE, may: 'the owner alone', of: a.recording, leaves: 'recording.deleted' },

  listNumberCountries: { may: 'anybody' },
  listAvailableNumbers: { may: 'the signed in', key: 'numbers', query: 'country=United%20Kingdom' },
  listNumberHolds: { may: 'the signed in', key: 'numbers' },
  holdNumber: {
    may: 'the signed in',
    key: 'numbers',
    json: async (_world, owner) => ({ number: await freeNumber(owner), country: 'United Kingdom' }),
    leaves: { nothing: 'costs nothing and ends by itself within 15 minutes' },
  },
  getNumberHoldPapers: { may: 'the signed in', key: 'numbers', of: a.hold },
  listNumberPapers: NUMBERS,
  handInNumberPapers: {
    ...NUMBERS,
    json: async (_world, owner) => ({ number: await heldNorwegian(owner), ...companyPapers(await uploaded(owner)) }),
    leaves: 'number_papers.handed_in',
  },
  listAllNumberPapers: { may: 'administrators' },
  countNumberPapers: { may: 'administrators' },
  openNumberPapers: { may: 'administrators', of: papers.papers, leaves: 'number_papers.viewed' },
  decideNumberPapers: {
    may: 'administrators',
    of: papers.papersByHand,
    json: { status: 'approved' },
    leaves: 'number_papers.accepted',
  },
  listNumberPorts: NUMBERS,
  requestNumberPort: {
    ...NUMBERS,
    json: async (_world, owner) => portOf(await uploaded(owner)),
    leaves: 'number_port.requested',
  },
  correctNumberPort: {
    ...NUMBERS,
    of: papers.port,
    json: async (_world, owner) => portOf(await uploaded(owner)),
    leaves: 'number_port.corrected',
  },
  withdrawNumberPort: { ...NUMBERS, of: papers.port, leaves: 'number_port.withdrawn' },
  listAllNumberPorts: { may: 'administrators' },
  openNumberPort: { may: 'administrators', of: papers.port, leaves: 'number_port.viewed' },
  decideNumberPort: {
    may: 'administrators',
    of: papers.port,
    json: { status: 'in_progress', portsOn: '2027-01-05', words: '' },
    leaves: 'number_port.changed',
  },
  papersCallback: {
    may: 'anybody',
    leaves: { nothing: 'the carrier is asked; what it says is written by the chore that asks' },
    call: ({ app }) =>
      app.fetch('/api/callbacks/sandbox/papers', {
        method: 'POST',
        body: '{}',
        headers: signatureHeaders(app.deps, 'sandbox', '{}'),
      }),
  },
  releaseNumberHold: {
    may: 'the signed in',
    key: 'numbers',
    of: a.hold,
    leaves: { nothing: 'gives back what cost nothing' },
  },
  listNumbers: NUMBERS,
  getNumber: { ...NUMBERS, of: a.number },
  purchaseNumber: {
    ...NUMBERS,
    json: async (_world, owner) => ({ number: await freeNumber(owner), country: 'United Kingdom' }),
    leaves: 'number.purchased',
  },
  updateNumber: { ...NUMBERS, of: a.number, json: { autoRenew: true }, leaves: 'number.changed' },
  renewNumber: { ...NUMBERS, of: a.number, leaves: 'number.renewed' },

  listVoicePackages: VOICE,
  createVoicePackage: { ...VOICE, json: { packageType: 'basic' }, leaves: 'order.placed' },
  upgradeVoicePackage: { ...VOICE, of: a.activeTrunk, json: { packageType: 'professional' }, leaves: 'order.placed' },
  rotateSipCredentials: { may: "the owner's browser", of: a.activeTrunk, leaves: 'sip_credentials.rotated' },
  openTelephone: {
    may: "the owner's browser",
    of: async (world, owner) => ({ packageId: (await credentialsOf(world, owner)).packageId }),
    leaves: { nothing: 'it is of the session, whose calls say who made them' },
  },
  changeSipCredentials: {
    ...VOICE,
    of: async (world, owner) => {
      const { packageId } = await credentialsOf(world, owner);
      return { packageId };
    },
    json: { digestAlgorithm: 'SHA-256' },
    leaves: 'sip_credentials.changed',
  },
  updateVoicePackage: {
    ...VOICE,
    of: a.activeTrunk,
    json: { callsASecond: 5, traceMinutes: 5 },
    leaves: 'trunk.changed',
  },
  setTrunkAddresses: {
    ...VOICE,
    of: a.activeTrunk,
    json: { networks: ['198.41.0.4'] },
    leaves: 'trunk_addresses.changed',
  },
  listTrunkRegistrations: { ...VOICE, of: a.activeTrunk },
  getTrunkEcho: { ...VOICE, of: a.activeTrunk },
  authenticateSip: {
    may: 'anybody',
    leaves: { nothing: 'changes nothing: the proxy asks with its own token' },
    call: async (world, owner, path) => {
      const credentials = await credentialsOf(world, owner);
      const headers = { authorization: `Bearer ${SIP_PROXY_TOKEN}` };
      return call(world.app, path, { json: digestOf(credentials), headers });
    },
  },
  authorizeSipCall: {
    may: 'anybody',
    leaves: { nothing: 'the call and its charge stay as rows of their own' },
    call: async (world, owner, path) => {
      const credentials = await credentialsOf(world, owner);
      return call(world.app, path, {
        json: {
          digest: digestOf(credentials, 'md5', { method: 'REGISTER' }),
          destination: newDestination(),
          ...newDialog(),
        },
        headers: { authorization: `Bearer ${SIP_PROXY_TOKEN}` },
      });
    },
  },
  authorizeEchoCall: {
    may: 'anybody',
    leaves: { nothing: 'costs nothing; the row of the newest one is all that is kept' },
    call: async (world, owner, path) => {
      const credentials = await credentialsOf(world, owner);
      return call(world.app, path, {
        json: { digest: digestOf(credentials, 'md5', { method: 'REGISTER' }), ...newDialog() },
        headers: { authorization: `Bearer ${SIP_PROXY_TOKEN}` },
      });
    },
  },

  getProviders: { may: 'the signed in', key: 'read' },
  getProviderHealth: { may: 'the signed in', key: 'read' },
  switchProvider: {
    may: 'administrators',
    leaves: 'provider.switched',
    of: async ({ app }) => {
      const [state] = await app.deps.sql<{ active: string }[]>`select active from provider_state`;
      return { provider: state?.active === 'sandbox-backup' ? 'sandbox' : 'sandbox-backup' };
    },
  },
  getMessageMedia: {
    may: 'anybody',
    call: async ({ app }, owner) => {
      const media = await uploadReceipt(owner);
      const { id } = await readAs(
        owner.as(`/api/users/${owner.id}/sms`, {
          json: { senderId: 'Topline', recipients: [newNumber()], message: 'Look', media },
        }),
        withId,
      );
      const [row] = await app.deps.sql<{ key: string }[]>`
        select media_key as key from sms_messages where id = ${id}`;
      return app.fetch(`/api/p/${row?.key}`);
    },
  },
  listCarrierAccounts: { may: 'administrators' },
  createCarrierAccount: { may: 'administrators', leaves: 'carrier_account.made', json: a.newCarrierAccount },
  changeCarrierAccount: {
    may: 'administrators',
    leaves: 'carrier_account.changed',
    of: a.carrierAccount,
    json: { isOn: false },
  },
  deleteCarrierAccount: { may: 'administrators', leaves: 'carrier_account.deleted', of: a.carrierAccount },
  carrierCallback: {
    may: 'anybody',
    leaves: { nothing: 'the carrier reports; what it reported of is changed by the receipts’ own rows' },
    call: ({ app }) => {
      const report = { id: Bun.randomUUIDv7(), status: 'delivered' as const };
      const { body, headers } = signReports(app.deps, 'sandbox', [report]);
      return app.fetch('/api/callbacks/sandbox', { method: 'POST', body, headers });
    },
  },
  callCallback: {
    may: 'anybody',
    leaves: { nothing: 'the carrier reports; the call’s own row keeps what became of it' },
    call: ({ app }) => {
      const body = JSON.stringify({ calls: [] });
      const headers = signatureHeaders(app.deps, 'sandbox', body);
      return app.fetch('/api/callbacks/sandbox/voice', { method: 'POST', body, headers });
    },
  },
  callInstructions: {
    may: 'anybody',
    leaves: { nothing: 'changes nothing: it tells a carrier how a call goes on' },
    // The simulated carriers are given theirs with the call; those that ask have tests of their own.
    answers: 404,
    call: ({ app }) =>
      app.fetch(`/api/callbacks/sandbox/voice/${Bun.randomUUIDv7()}/instructions?moment=answered&signature=x`, {
        method: 'POST',
      }),
  },
};
