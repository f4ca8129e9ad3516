import type { PersonRole } from '../../../src/platform/kit/people.ts';
import type { Endpoint } from './requests.ts';
import { isForAdmins, type Row } from './row.ts';

/** What each role changes, or sees that others do not, written a second time: a change of only one of the two is a failing test. */
const MAY: Record<PersonRole, string> = {
  finance: `createTransaction createQuote payOrder cancelOrder signPayment requestUpload setBillingDetails setLowBalanceLevel
    purchaseNumber renewNumber holdNumber releaseNumberHold createVoicePackage upgradeVoicePackage transferCredit
    limitCustomer setPriceList setCustomerPrices`,
  sender: `sendSms quoteSms resendSms cancelSms moveSms redactSms createSmsTemplate deleteSmsTemplate requestUpload createCampaign
    setCampaignStatus createContact updateContact removeContact importContacts renameContactList erasePerson addOptOut
    importOptOuts removeOptOut setOptOutTexts replyToConversation updateConversation redactConversationMessage
    getReceivedPicture placeCall openTelephone hangUpCall blockCaller unblockCaller getRecording deleteRecording`,
  developer: `listApiKeys createApiKey rotateNamedApiKey revokeApiKey listSmppAccounts createSmppAccount createWebhook
    updateWebhook deleteWebhook rotateWebhookSecret testWebhook replayWebhookDelivery createVerification
    sendVerificationAgain checkVerification updateVoicePackage rotateSipCredentials changeSipCredentials
    setTrunkAddresses updateNumber setNumberAnswers tryNumber tryNumberAnswers checkNumber`,
  reader: '',
};
const OWN = 'logout stepUp listAccounts enterAccount acceptInvitation';
const SECRET = new Set(['getRecording', 'getReceivedPicture']);
const listed = (role: PersonRole) => `${MAY[role]} ${OWN}`.split(/\s+/).filter(Boolean);

export function mayByRole(role: PersonRole, { name, method }: Endpoint, row: Row): boolean {
  if (listed(role).includes(name)) return true;
  const isBrowsers = row.may === 'a browser' || row.may === "the owner's browser" || row.may === 'the owner alone';
  return method === 'GET' && !isForAdmins(row) && !isBrowsers && !SECRET.has(name);
}
