/**
 * The closed lists of words that the database stores, each of them once: the schema, the contracts and the
 * browser take them from here. This file imports nothing.
 */

/** The languages of the interface and of letters; English is the source of all texts. */
export const LANGUAGES = ['en', 'es', 'fr', 'de', 'it', 'pt', 'ru', 'zh', 'ja', 'ar'] as const;

export const ROLES = ['user', 'reseller', 'admin'] as const;
/** The duties of administrators who may not do everything: docs/security.md has each endpoint's. */
export const DUTIES = ['support', 'finance', 'carriers', 'reader'] as const;
/** What people do in an account that is not their own: src/platform/kit/people.ts has what each role may. */
export const PERSON_ROLES = ['finance', 'sender', 'developer', 'reader'] as const;

/** The actions that a second administrator has to agree to, besides payments. */
export const TRANSFER_DIRECTIONS = ['to_customer', 'from_customer'] as const;
export const APPROVAL_KINDS = [
  ...['payment', 'adjustment', 'administrator', 'duty', 'factor_reset', 'admin_status', 'reversal', 'transfer'],
  ...['limit_lift', 'limits', 'destinations', 'calls_at_once', 'rate_use', 'rate_import', 'rate_undo', 'rate_delete'],
  ...['rate_below_cost', 'account_price', 'route_order', 'kept_settings', 'letter', 'setting'],
] as const;
/**
 * The settings that an administrator can change while the program runs. Without a change the environment's value holds.
 */
export const SETTING_NAMES = [
  ...['sms_price', 'sms_price_reseller', 'mms_price', 'mms_price_reseller', 'voice_price', 'voice_price_reseller'],
  ...['number_price', 'received_price', 'minimum_top_up', 'rate_spread', 'coin', 'calls_at_once', 'daily_limit'],
  ...['country_limit', 'pending_payments', 'banner', 'blocked_words', 'held_words', 'company_name', 'company_street'],
  ...['company_city', 'company_postcode', 'company_country', 'company_number', 'company_vat_number'],
  ...['company_electronic_address', 'invoices_over', 'demonstration_account', 'carrier_per_second', 'carrier_at_once'],
  ...['carrier_share', 'carrier_destinations', 'carrier_senders', 'route_plan'],
] as const;
export type SettingName = (typeof SETTING_NAMES)[number];
/** Why the DNS does not prove the owner of a host name; `taken`: another portal has proven it. */
export const HOST_FAULTS = ['missing', 'different', 'unreachable', 'taken'] as const;
/** The server of a proven host name does not answer by TLS, or its certificate is not good for the name. */
export const CERTIFICATE_FAULTS = ['unreachable', 'invalid'] as const;
/** The subjects of a price list, and of the prices of one account that buys of us directly. */
export const PRICED_SUBJECTS = ['sms', 'voice', 'number', 'trunk'] as const;
export type PricedSubject = (typeof PRICED_SUBJECTS)[number];
export const USER_STATUSES = ['active', 'suspended'] as const;
/** The data whose number of days is a setting. */
export const KEPT_FOR_DAYS = [
  'message_texts',
  'conversations',
  'recordings',
  'receipts',
  'number_papers',
  'webhook_logs',
] as const;
/** Settings that say for how many days something is kept. */
export interface KeptSettings {
  /** Carriers' answers about messages. */
  attemptsKeptDays: number;
  messageTextsKeptDays: number;
  /** The details and documents for a number are kept for so many days. */
  papersKeptDays: number;
  /** The receipts of payments are kept for so long, from their upload on. */
  receiptsKeptDays: number;
  /** The recordings of calls are kept for so long. */
  recordingsKeptDays: number;
  /** Deliveries and their attempts. */
  webhookLogsKeptDays: number;
}
export const CALLER_ID_TYPES = ['shortcode', 'phone', 'name', 'custom'] as const;

/** The plans of reseller packages. */
export const RESELLER_PLAN_IDS = ['monthly', 'yearly'] as const;
/** The plans of SIP trunks, the smallest first. */
/** With which hash a trunk shows that it knows its secret (RFC 7616). Telephones that are older know MD5 only. */
/** By their names in SDP; rtpengine translates between them. */
export const TRUNK_CODECS = ['opus', 'G722', 'PCMA', 'PCMU', 'G729'] as const;
export type TrunkCodec = (typeof TRUNK_CODECS)[number];

export const DIGEST_ALGORITHMS = ['MD5', 'SHA-256'] as const;
export type DigestAlgorithm = (typeof DIGEST_ALGORITHMS)[number];

export const TRUNK_PLAN_IDS = ['basic', 'professional', 'enterprise'] as const;

export const COIN_IDS = ['BTC', 'USDT_TRC20', 'USDT_ERC20', 'ETH', 'SOL'] as const;
/** The names of rates: both kinds of USDT share one. */
export const RATE_IDS = ['BTC', 'USDT', 'ETH', 'SOL'] as const;
/** Why what the exchanges say is not believed: two of them differ, or it is outside of what the operator thinks possible. */
export const RATE_DOUBTS = ['sources_differ', 'outside_band'] as const;
/** The exchanges that can be asked for the prices of coins. */
export const RATE_SOURCES = ['kraken', 'coinbase', 'coingecko', 'binance'] as const;

/** The answer of one source: pounds for one coin, a decimal string; null if the operator has set the rate. */
export interface PriceSource {
  source: (typeof RATE_SOURCES)[number] | 'fixed';
  price: string | null;
}

/** The chains of transaction hashes: a hash counts once per chain. */
export const CHAINS = ['bitcoin', 'ethereum', 'tron', 'solana'] as const;

export const TRANSACTION_TYPES = [
  ...['credit_purchase', 'sms_charge', 'voice_charge', 'reseller_package', 'voice_package', 'did_purchase', 'refund'],
  ...['adjustment', 'credit_transfer', 'reseller_margin', 'payment_reversal', 'debt_payment', 'other'],
] as const;
export const TRANSACTION_STATUSES = ['pending', 'verified', 'completed', 'failed'] as const;

/** The chain's verdict on a payment. An administrator decides what follows from it. */
export const VERDICTS = ['matches', 'differs', 'another_payment', 'inconclusive'] as const;

/** Why a payment does not match what the chain shows. */
export const DIFFERENCES = [
  'wrong_address',
  'wrong_token',
  'too_little',
  'too_much',
  'failed_on_chain',
  'used_before',
  /** Exactly this amount belongs to another quote. */
  'anothers_amount',
  /** The payment was made, or known here, before its quote. */
  'before_quote',
  'after_quote',
] as const;

/** Why nothing can be said about it, or nothing yet. */
export const UNCERTAINTIES = [
  'not_found',
  'too_few_confirmations',
  /** A contract ran and may have paid the address in a way that its receipt does not show. */
  'internal_transfer',
  /** It pays our address several times, and the output that is meant is unknown. */
  'several_outputs',
  /** Another quote for the address asks for a little more: it may be that customer's payment, less a fee. */
  'unclear_amount',
  /** There was no quote: nothing says whose payment it is. */
  'not_quoted',
  /** The chain does not say when it was made. */
  'no_block_time',
  'endpoint_failed',
] as const;

export const REASONS = [...DIFFERENCES, ...UNCERTAINTIES] as const;
export type Reason = (typeof REASONS)[number];

/** The reasons against a verified payment: another hash than its customer's, or what the chain said. */
export const DOUBTS = ['other_hash', ...REASONS] as const;
export type Doubt = (typeof DOUBTS)[number];

/** The ways in which a chain can lose a verified payment. */
export const LOSSES = ['gone', 'failed', 'changed', 'replaced'] as const;
export type Loss = (typeof LOSSES)[number];

/** The subjects compared with the outside every day: a wallet with its chain, and our credit at a carrier. */
export const COMPARED = ['wallet', 'carrier'] as const;

/** A screening service's verdict on the addresses that sent a payment. */
export const SCREENING_VERDICTS = ['clear', 'blocked', 'unanswered'] as const;
export type ScreeningVerdict = (typeof SCREENING_VERDICTS)[number];

/** The finding of one endpoint of a chain about a payment that was verified without a person. */
export interface EndpointEvidence {
  /** The endpoint's host name. */
  source: string;
  confirmations: number;
  /** In the coin, a decimal string. */
  arrived: string | null;
  blockTime: string | null;
  outputIndex: number | null;
}

/** One of the outputs by which a transaction pays our address: its number, and the amount in the coin. */
export interface EvidenceOutput {
  index: number;
  amount: string;
  /** This address sent the output, where the chain says it of each. */
  from?: string;
}

export const SMS_STATUSES = [
  ...['scheduled', 'queued', 'sending', 'sent', 'delivered', 'partial', 'failed', 'cancelled'],
] as const;

/** `opted_out`: the recipient wants no messages from this account; it was not sent and not charged. */
export const RECIPIENT_STATUSES = ['queued', 'sent', 'delivered', 'failed', 'unknown', 'opted_out'] as const;
/** How it is known that somebody wants no messages; `support`: by hand of an administrator. */
export const OPT_OUT_SOURCES = ['message', 'carrier', 'hand', 'file', 'support'] as const;
/** Why a number answered by itself, and how far the answer is. */
export const AUTO_REPLY_CAUSES = ['stop', 'start', 'help', 'rule', 'hours'] as const;
export const AUTO_REPLY_STATES = ['waiting', 'sent', 'refused'] as const;
/** Which messages an answer rule takes: those that are its keyword, those that begin with it, or any. */
export const RULE_MATCHES = ['word', 'begins', 'any'] as const;
/** By what a code is brought; `failed`: too many wrong codes. One that is pending after its time has expired. */
export const VERIFICATION_CHANNELS = ['sms', 'call'] as const;
export type VerificationChannel = (typeof VERIFICATION_CHANNELS)[number];
export const VERIFICATION_STATES = ['pending', 'verified', 'failed'] as const;

/**
 * A carrier's answer: to a send (`accepted`, `refused`, `uncertain`), to the question about an earlier one
 * (`found`, `absent`), by a later report (`undelivered`; `withdrawn`: it did not carry it after all), or
 * `settled` by an administrator.
 */
export const ATTEMPT_ANSWERS = [
  ...['accepted', 'refused', 'uncertain', 'found', 'absent', 'undelivered', 'withdrawn', 'settled'],
] as const;

/** The effect on the money; `held`: still charged while the result is unknown. */
export const ATTEMPT_MONEY = ['charged', 'held', 'refunded'] as const;

/** The states of a call that has not ended; `queued` and `dialing` are before it rings. */
export const CALL_UNDER_WAY = ['queued', 'dialing', 'ringing', 'in-progress'] as const;

/**
 * The side that dials a call: we, for an order on a screen or through the API; the customer's own telephone
 * system; or somebody outside, who calls a customer's number.
 */
export const CALL_ORIGINS = ['browser', 'trunk', 'incoming'] as const;

/**
 * The result of a call to a customer's number. `answered`: somebody whom it was forwarded to spoke with the
 * caller. `blocked`: its caller is on the customer's list and heard the busy tone.
 */
export const INCOMING_OUTCOMES = ['ringing', 'answered', 'voicemail', 'missed', 'blocked'] as const;

/** How the telephones of a trunk ring for a call to a number. */
export const TRUNK_RINGS = ['together', 'in-turn'] as const;

/** `completed` was answered and has ended; the other final states were never answered and cost nothing. */
export const CALL_STATUSES = [...CALL_UNDER_WAY, 'completed', 'busy', 'no-answer', 'failed', 'cancelled'] as const;

/** `processing`: it is being fetched from the carrier. `failed`: the carrier did not provide it. */
export const RECORDING_STATUSES = ['processing', 'ready', 'failed'] as const;

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

/** They say whether a number renews automatically; `insufficient_credits`: it was tried and the balance was too low. */
export const RENEWALS = ['off', 'on', 'insufficient_credits'] as const;

/** The accountant's kinds of an administrator's adjustment. */
export const ADJUSTMENT_KINDS = ['correction', 'goodwill', 'exchange', 'dust'] as const;

/** The accounts of the books by number; `money/accounts/catalogue.ts` names them. */
export const ACCOUNT_NUMBERS = [
  ...(['1010', '1020', '1030', '1040', '1050', '1090', '1200', '1300'] as const),
  ...(['2000', '2100', '2200', '2300', '2400'] as const),
  ...(['4000', '4100', '4200', '4300', '4400', '4500', '4800', '4900'] as const),
  ...(['5000', '5100', '5200', '5300', '5400', '5500', '5600'] as const),
] as const;
export type AccountNumber = (typeof ACCOUNT_NUMBERS)[number];

export const INVOICE_KINDS = ['invoice', 'credit_note'] as const;
/** `exempt`: without VAT, because the seller has no VAT number; `zero`: the buyer is in a country without it. */
export const VAT_TREATMENTS = ['standard', 'reverse', 'zero', 'exempt'] as const;
export type VatTreatment = (typeof VAT_TREATMENTS)[number];
/** The subject of invoices: nothing (none are made), the usage of a month, or each top-up. */
export const INVOICES_OVER = ['off', 'usage', 'top_up'] as const;

/** Seller or buyer, as an invoice names them. */
export interface InvoiceParty {
  name: string;
  street: string | null;
  city: string | null;
  postcode: string | null;
  /** ISO 3166-1 alpha-2; null where it is not known. */
  country: string | null;
  companyNumber: string | null;
  vatNumber: string | null;
  email: string | null;
  /** A seller's address in Peppol, such as `9932:GB980780684`. */
  electronicAddress?: string | null;
  /** The buyer's order that it is about. */
  reference?: string;
}

/** The items of invoices: services, the usage of a reseller's customers, and credit. */
export const INVOICE_ITEMS = [
  ...['messages', 'calls', 'numbers', 'trunks', 'reseller_package', 'other', 'customers', 'credit'],
] as const;
export type InvoiceItem = (typeof INVOICE_ITEMS)[number];

/** A line of an invoice, in pounds without VAT; below zero for what was given back. */
export interface InvoiceLine {
  item: InvoiceItem;
  net: string;
}

/**
 * The ways in which the business is added up. `destination`: a row of the carrier's price list, or a calling
 * code; `route`: a carrier and a country.
 */
export const FIGURE_KINDS = ['all', 'carrier', 'country', 'destination', 'reseller', 'customer', 'route'] as const;

/** The services with prices by destination. */
export const RATED_SERVICES = ['sms', 'voice'] as const;
export type RatedService = (typeof RATED_SERVICES)[number];
/** The sources of revenue. `voice`: calls paid from the balance; `trunk`: trunks and the calls that they pay for. */
export const FIGURE_SERVICES = [...RATED_SERVICES, 'trunk', 'number', 'reseller_package'] as const;
export type FigureService = (typeof FIGURE_SERVICES)[number];
/** The two kinds of decks: our prices, and one carrier's prices. */
export const DECK_KINDS = ['sell', 'cost'] as const;
export const SENDER_STATES = ['requested', 'accepted', 'rejected'] as const;
export type SenderState = (typeof SENDER_STATES)[number];

/** The rule for the order of the carriers for a destination: preference, prices, or how much they delivered. */
export const ROUTE_ORDERS = ['fixed', 'cheapest', 'delivered'] as const;
export type RouteOrder = (typeof ROUTE_ORDERS)[number];
/** The kind of a number, as a carrier names it. */
export const LINE_KINDS = ['mobile', 'fixed', 'voip', 'toll_free', 'unknown'] as const;
export type LineKind = (typeof LINE_KINDS)[number];
/** How many results are enough to judge a carrier at a destination. */
export const OUTCOMES_THAT_SAY = 20;
/** Why a carrier was chosen: by that order, or by the share of the traffic that administrators gave it. */
export const ROUTE_REASONS = [...ROUTE_ORDERS, 'share', 'plan'] as const;
export type RouteReason = (typeof ROUTE_REASONS)[number];

/** How many characters of the GSM alphabet a part holds, alone and in a longer message. */
export const PART_COUNTINGS = ['160/160', '160/153'] as const;
export type PartCounting = (typeof PART_COUNTINGS)[number];
/** The state of an account's papers for numbers of a kind at a carrier. */
export const PAPERS_STATES = ['not-needed', 'missing', 'in-review', 'rejected', 'approved'] as const;

/** The state of papers that a customer filled in here; `handing-in`: they are on their way to the carrier. */
export const PAPERS_STEPS = ['handing-in', 'in-review', 'rejected', 'approved'] as const;
export type PapersStep = (typeof PAPERS_STEPS)[number];

/** The state of a request to bring numbers from another carrier. The first three are open. */
export const PORT_STATES = ['submitted', 'papers_wanted', 'in_progress', 'ported', 'refused', 'withdrawn'] as const;
export type PortState = (typeof PORT_STATES)[number];

/**
 * The possible owners of a number, in countries with rules about that; `anybody`: the rules are the same for
 * persons and companies.
 */
export const PAPERS_OWNERS = ['individual', 'business', 'anybody'] as const;

/** The state of a picture that came with a message: still to be fetched, there, or given up. */
export const PICTURE_STATUSES = ['processing', 'ready', 'failed'] as const;

/** The causes of an alarm; `src/admin/alarms/conditions.ts` says when each is raised. */
export const ALARMS = [
  ...['books', 'lost', 'outside', 'messages', 'unknown', 'held', 'carriers', 'carrierCredit', 'edges', 'payments'],
  ...['wallets', 'unclaimed', 'addresses', 'rates', 'losses', 'mail', 'webhooks', 'jobs'],
] as const;
export type Alarm = (typeof ALARMS)[number];

/** For so many days reports and messages wait for a customer's SMPP gateway. */
export const SMPP_DAYS = 7;
/** Which ends of a message a customer's SMPP gateway is told of. */
export const SMPP_REPORTS = ['all', 'failures', 'successes'] as const;
export type SmppReport = (typeof SMPP_REPORTS)[number];
export const CAMPAIGN_STATUSES = ['running', 'paused', 'done', 'cancelled'] as const;
