import type { Endpoint } from './endpoint.ts';

/**
 * The acts that give somebody power or money, so that a session alone is not enough for them: within the last 10
 * minutes its owner must have shown who they are, by password or passkey, and by a second factor if there is one. It
 * does not depend on any setting. An API key was made with a step-up, and its scopes say what it may do.
 */
const STEP_UP: ReadonlySet<string> = new Set([
  // Ways into the own account, and what a thief could leave in it.
  ...['rotateApiKey', 'createApiKey', 'rotateNamedApiKey', 'createSmppAccount'],
  ...['confirmTotp', 'addPasskey', 'closeAccount'],
  ...['invitePerson', 'changePerson'],
  ...['rotateSipCredentials', 'setTrunkAddresses', 'createWebhook', 'updateWebhook', 'rotateWebhookSecret'],
  ...['updateNumber', 'setNumberAnswers', 'setBrand', 'checkHost'],
  // The own money: how much may be spent, and what goes to customers or is asked of them.
  ...['setLimits', 'resumeCode', 'transferCredit', 'setPriceList', 'setCustomerPrices'],
  // Administrators: people and their rights.
  ...['createUser', 'resetSecondFactor', 'suspendUser', 'activateUser', 'agreeToRequest', 'changeDuty'],
  ...['closeForOwner', 'viewAccount', 'viewCustomer', 'setSeesCustomers', 'refundCharge'],
  ...['liftLimit', 'openDestinations', 'setCallsAtOnce', 'decideSenderName', 'decideNumberPapers', 'decideNumberPort'],
  // Administrators: money and prices.
  ...['adjustBalance', 'verifyPayment', 'reversePayment', 'attachTransfer'],
  ...['changeSettings', 'changeKeptSettings', 'writeLetter'],
  ...['closeMonth', 'createCreditNote', 'acceptDifference'],
  ...['settleUnknownSms', 'settleUnknownGroup', 'switchProvider', 'setRouteOrder'],
  ...['createCarrierAccount', 'changeCarrierAccount', 'deleteCarrierAccount'],
  ...['importRates', 'undoRateImport', 'deleteRateDeck', 'setBelowCost', 'offerRateDeck', 'useRateDeck'],
  'setAccountPrice',
]);

/** These ask in their verbs: their requests can bring the password, or they ask for one of their fields only. */
const STEP_UP_IN_VERB: ReadonlySet<string> = new Set([
  ...['startTotp', 'disableTotp', 'createRecoveryCodes', 'offerPasskey', 'removePasskey'],
  ...['updateUser'],
]);

type Asked = Pick<Endpoint, 'name' | 'method' | 'access'>;

/** Tells whether a session needs a step-up for an endpoint before its request is read. */
export const asksFirst = ({ name }: Pick<Endpoint, 'name'>): boolean => STEP_UP.has(name);

/** Tells whether an administrator needs one in somebody else's account: for every change. */
export const asksActing = ({ method, access }: Asked): boolean => method !== 'GET' && access.startsWith('owner');

/** The word in the table of rights. */
export const whenAsked = (endpoint: Asked): 'yes' | 'acting' | '' =>
  asksFirst(endpoint) || STEP_UP_IN_VERB.has(endpoint.name) ? 'yes' : asksActing(endpoint) ? 'acting' : '';

export const STEP_UP_NAMES: readonly string[] = [...STEP_UP, ...STEP_UP_IN_VERB];
