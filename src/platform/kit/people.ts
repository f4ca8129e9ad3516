import type { PERSON_ROLES } from '../../../db/enums.ts';
import type { Endpoint } from './endpoint.ts';
import type { Scope } from './scopes.ts';

export type PersonRole = (typeof PERSON_ROLES)[number];

/**
 * What each role may beside reading what is the account's own. Whatever no role names is its owner's alone: people, keys
 * without limit, ways to sign in, spend limits, the end of the account.
 */
const MAY: Record<PersonRole, ReadonlySet<string>> = {
  finance: new Set([
    ...['createQuote', 'createTransaction', 'payOrder', 'cancelOrder', 'signPayment', 'requestUpload'],
    ...['setBillingDetails', 'setLowBalanceLevel'],
    ...['holdNumber', 'releaseNumberHold', 'purchaseNumber', 'renewNumber'],
    ...['createVoicePackage', 'upgradeVoicePackage'],
    ...['transferCredit', 'limitCustomer', 'setPriceList', 'setCustomerPrices'],
  ]),
  sender: new Set([
    ...['sendSms', 'quoteSms', 'resendSms', 'cancelSms', 'moveSms', 'redactSms', 'requestUpload'],
    ...['createSmsTemplate', 'deleteSmsTemplate', 'createCampaign', 'setCampaignStatus'],
    ...['createContact', 'updateContact', 'removeContact', 'importContacts', 'renameContactList', 'erasePerson'],
    ...['addOptOut', 'importOptOuts', 'removeOptOut', 'setOptOutTexts'],
    ...['replyToConversation', 'updateConversation', 'redactConversationMessage', 'getReceivedPicture'],
    ...['placeCall', 'openTelephone', 'hangUpCall', 'blockCaller', 'unblockCaller', 'getRecording', 'deleteRecording'],
  ]),
  developer: new Set([
    ...['listApiKeys', 'createApiKey', 'rotateNamedApiKey', 'revokeApiKey', 'listSmppAccounts', 'createSmppAccount'],
    ...['createWebhook', 'updateWebhook', 'deleteWebhook', 'rotateWebhookSecret', 'testWebhook'],
    ...['replayWebhookDelivery', 'createVerification', 'sendVerificationAgain', 'checkVerification'],
    ...['updateVoicePackage', 'rotateSipCredentials', 'changeSipCredentials', 'setTrunkAddresses'],
    ...['updateNumber', 'setNumberAnswers', 'tryNumber', 'tryNumberAnswers', 'checkNumber'],
  ]),
  reader: new Set(),
};

/** The scopes of the keys that a developer makes or replaces: none by which the owner's credit goes elsewhere. */
const KEY_SCOPES: ReadonlySet<string> = new Set<Scope>(['read', 'messages', 'voice', 'webhooks']);

/** About whoever signed in themselves, in whatever account they are. */
const PERSONAL: ReadonlySet<string> = new Set(['logout', 'stepUp', 'listAccounts', 'enterAccount', 'acceptInvitation']);

type Asked = Pick<Endpoint, 'name' | 'method' | 'access' | 'duties'>;

export const isPersonal = ({ name }: Pick<Endpoint, 'name'>): boolean => PERSONAL.has(name);

/** Tells whether a role names an endpoint. */
export const isNamed = (role: PersonRole, name: string): boolean => MAY[role].has(name);

/** Tells whether a person may use an endpoint in an account that is not their own. */
export const mayInRole = (role: PersonRole, { name, method, access, duties }: Asked): boolean =>
  isNamed(role, name) || (method === 'GET' && (access === 'owner' || access === 'signed-in') && duties?.length !== 0);

/** Tells whether a person may have a key with these scopes. @param scopes null: everything */
export const mayHaveKey = (scopes: readonly string[] | null): boolean =>
  scopes?.every((scope) => KEY_SCOPES.has(scope)) ?? false;

/** The roles that may use an endpoint. */
export const rolesFor = (endpoint: Asked): PersonRole[] =>
  (['finance', 'sender', 'developer', 'reader'] as const).filter((role) => mayInRole(role, endpoint));

export const PERSON_NAMES: readonly string[] = [...Object.values(MAY).flatMap((names) => [...names]), ...PERSONAL];
