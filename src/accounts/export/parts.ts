/** A part of the file: the rows of one table that belong to an account. */
export interface Part {
  /** Its name in the file. */
  name: string;
  table: string;
  /** The column that names the account; for a part with a parent, it is a column of the parent. */
  owner: string;
  /** The parent table, and this table's column with the parent's `id`. */
  parent?: { table: string; by: string };
  /** The columns that order the rows, with their types: unique within an account. */
  order: readonly (readonly [column: string, type: 'uuid' | 'bigint' | 'text' | 'date' | 'timestamptz'])[];
  /** Columns that are left out: secrets and their hashes, internal values, and data of other people. */
  without?: readonly string[];
  /** Additional fields of each row `t`, by name: SQL that makes JSON. */
  more?: Readonly<Record<string, string>>;
  /** A further condition for the owner's rows: SQL about `t`. */
  only?: string;
}

const ID = [['id', 'uuid']] as const;
const of = (table: string, by: string) => ({ parent: { table, by }, owner: 'user_id' });
/** Left out: carriers' prices, the choice of a carrier, resellers' earnings, and the queue's internal state. */
const OF_THE_HOUSE = ['carrier_cost', 'margin', 'supplier_rate', 'supplier_fee', 'supplier_cost'];
const OF_THE_ROUTE = ['route_to', 'route_by', 'route_cost', 'route_rate', 'route_prefix'];
const OF_THE_QUEUE = ['due_at', 'claimed_until', 'refused_by', 'setbacks', 'bulk', 'attempts'];

/** All parts of the file, in its order. A table that is in no part is in `not-exported.ts`, with the reason. */
export const PARTS: readonly Part[] = [
  { name: 'profile', table: 'users', owner: 'id', order: ID, without: ['password'] },
  { name: 'closing', table: 'account_closings', owner: 'user_id', order: [['user_id', 'uuid']] },
  { name: 'sessions', table: 'sessions', owner: 'user_id', order: ID, without: ['token_hash'] },
  {
    name: 'knownDevices',
    table: 'known_devices',
    owner: 'user_id',
    order: [['token_hash', 'text']],
    without: ['token_hash'],
  },
  { name: 'apiKeys', table: 'api_keys', owner: 'user_id', order: ID, without: ['token_hash'] },
  { name: 'passkeys', table: 'passkeys', owner: 'user_id', order: ID, without: ['public_key', 'counter'] },
  {
    name: 'authenticatorApp',
    table: 'totp_secrets',
    owner: 'user_id',
    order: [['user_id', 'uuid']],
    without: ['sealed_secret', 'last_step'],
  },
  {
    name: 'messages',
    table: 'sms_messages',
    owner: 'user_id',
    order: ID,
    without: [...OF_THE_HOUSE, 'media_key'],
  },
  {
    name: 'messageRecipients',
    table: 'sms_recipients',
    ...of('sms_messages', 'message_id'),
    order: ID,
    without: [...OF_THE_HOUSE, ...OF_THE_ROUTE, ...OF_THE_QUEUE],
  },
  {
    name: 'messageAnswers',
    table: 'sms_attempts',
    ...of('sms_messages', 'message_id'),
    order: ID,
    without: ['code', 'detail', ...OF_THE_ROUTE],
  },
  {
    name: 'senderNames',
    table: 'sender_names',
    owner: 'user_id',
    order: ID,
    without: ['decided_by'],
  },
  {
    name: 'confirmedNumbers',
    table: 'proven_numbers',
    owner: 'user_id',
    order: ID,
    without: ['sealed_code', 'tries'],
  },
  { name: 'optOuts', table: 'opt_outs', owner: 'user_id', order: ID },
  { name: 'optOutTexts', table: 'opt_out_texts', owner: 'user_id', order: [['user_id', 'uuid']] },
  { name: 'messageTemplates', table: 'sms_templates', owner: 'user_id', order: ID },
  { name: 'conversations', table: 'conversations', owner: 'user_id', order: ID },
  {
    name: 'conversationMessages',
    table: 'conversation_messages',
    ...of('conversations', 'conversation_id'),
    order: ID,
  },
  {
    name: 'receivedPictures',
    table: 'received_pictures',
    owner: 'user_id',
    order: ID,
    without: ['storage_key', 'due_at', 'attempts'],
  },
  {
    name: 'verifications',
    table: 'verifications',
    owner: 'user_id',
    order: ID,
    without: ['code_hash', 'sealed_code'],
  },
  {
    name: 'verificationSends',
    table: 'verification_sends',
    ...of('verifications', 'verification_id'),
    order: ID,
  },
  { name: 'answerRules', table: 'answer_rules', owner: 'user_id', order: [['number_id', 'uuid']] },
  { name: 'automaticReplies', table: 'auto_replies', owner: 'user_id', order: ID },
  {
    name: 'calls',
    table: 'voice_calls',
    owner: 'user_id',
    order: ID,
    without: [...OF_THE_HOUSE, ...OF_THE_ROUTE, 'due_at', 'says', 'says_in'],
  },
  {
    name: 'recordings',
    table: 'call_recordings',
    ...of('voice_calls', 'call_id'),
    order: ID,
    without: ['storage_key', 'due_at', 'attempts'],
  },
  {
    name: 'receivedCalls',
    table: 'incoming_calls',
    owner: 'user_id',
    order: [['call_id', 'uuid']],
    without: ['leg_id'],
  },
  {
    name: 'blockedCallers',
    table: 'blocked_callers',
    owner: 'user_id',
    order: [['number', 'text']],
  },
  {
    name: 'trunkCalls',
    table: 'trunk_calls',
    ...of('voice_calls', 'call_id'),
    order: [['call_id', 'uuid']],
    without: ['edge', 'routes', 'placed_by'],
  },
  {
    name: 'trunkEchoes',
    table: 'trunk_echoes',
    ...of('voice_packages', 'package_id'),
    order: [['package_id', 'uuid']],
  },
  { name: 'trunks', table: 'voice_packages', owner: 'user_id', order: ID },
  {
    name: 'trunkCredentials',
    table: 'sip_credentials',
    ...of('voice_packages', 'package_id'),
    order: [['package_id', 'uuid']],
    without: ['ha1_md5', 'ha1_sha256'],
  },
  { name: 'trunkMinutes', table: 'package_minutes', ...of('voice_packages', 'package_id'), order: ID },
  {
    name: 'numbers',
    table: 'did_numbers',
    owner: 'user_id',
    order: ID,
    without: ['provider_number_id', 'claimed_until'],
  },
  {
    name: 'numberPapers',
    table: 'number_papers',
    owner: 'user_id',
    order: ID,
    without: ['provider', 'carrier_papers_id', 'decided_by', 'due_at', 'claimed_until', 'attempts'],
  },
  { name: 'transactions', table: 'transactions', owner: 'user_id', order: ID, without: ['settled_by'] },
  { name: 'ledger', table: 'ledger_entries', owner: 'user_id', order: [['seq', 'bigint']] },
  { name: 'debts', table: 'debt_entries', owner: 'user_id', order: [['id', 'bigint']] },
  { name: 'quotes', table: 'quotes', owner: 'user_id', order: ID },
  {
    name: 'paymentEvidence',
    table: 'chain_evidence',
    ...of('transactions', 'transaction_id'),
    order: [['transaction_id', 'uuid']],
    // A transaction on a chain may also pay other people.
    without: ['outputs', 'next_check_at'],
  },
  {
    name: 'paymentSignatures',
    table: 'payment_signatures',
    ...of('transactions', 'transaction_id'),
    order: [
      ['transaction_id', 'uuid'],
      ['address', 'text'],
    ],
  },
  {
    name: 'paymentReversals',
    table: 'payment_reversals',
    ...of('transactions', 'transaction_id'),
    order: ID,
    without: ['requested_by', 'decided_by'],
  },
  { name: 'resellerTerms', table: 'reseller_terms', owner: 'user_id', order: ID },
  {
    name: 'marginTotals',
    table: 'margin_totals',
    owner: 'reseller_id',
    order: [
      ['customer_id', 'uuid'],
      ['month', 'date'],
    ],
  },
  { name: 'priceList', table: 'price_lists', owner: 'user_id', order: [['user_id', 'uuid']] },
  { name: 'raisedPrices', table: 'price_raises', owner: 'user_id', order: [['subject', 'text']] },
  {
    name: 'brand',
    table: 'brands',
    owner: 'user_id',
    order: [['user_id', 'uuid']],
    without: ['host_token'],
  },
  { name: 'usage', table: 'usage_totals', owner: 'user_id', order: [['user_id', 'uuid']] },
  {
    name: 'spending',
    table: 'spend_hours',
    owner: 'user_id',
    order: [
      ['code', 'text'],
      ['hour', 'timestamptz'],
    ],
  },
  {
    name: 'spendingByPrefix',
    table: 'spend_prefixes',
    owner: 'user_id',
    order: [
      ['service', 'text'],
      ['prefix', 'text'],
      ['hour', 'timestamptz'],
    ],
  },
  { name: 'suddenRises', table: 'sudden_rises', owner: 'user_id', order: ID },
  { name: 'uploads', table: 'objects', owner: 'owner_id', order: ID, without: ['storage_key'] },
  {
    name: 'webhooks',
    table: 'webhooks',
    owner: 'user_id',
    order: ID,
    without: ['secret', 'previous_secret'],
  },
  {
    name: 'webhookDeliveries',
    table: 'webhook_deliveries',
    ...of('webhooks', 'webhook_id'),
    order: ID,
    more: {
      attempts: `(select coalesce(jsonb_agg(to_jsonb(a) order by a.id), '[]') from webhook_attempts a
        where a.delivery_id = t.id)`,
    },
  },
  // Without their content, because some carry a link that opens the account.
  { name: 'mails', table: 'mails', owner: 'user_id', order: ID, without: ['data', 'due_at'] },
  {
    name: 'audit',
    table: 'audit_log',
    owner: 'subject_user_id',
    order: ID,
    // An administrator's address and credential are the administrator's own data.
    without: ['actor_id', 'detail'],
    more: {
      byYourself: `to_jsonb(t.actor_id is not distinct from t.subject_user_id)`,
      detail: `case when t.actor_id is null or t.actor_id = t.subject_user_id then t.detail
        else t.detail - 'address' - 'credentialId' - 'by' end`,
    },
  },
  {
    name: 'auditOfOwnActions',
    table: 'audit_log',
    owner: 'actor_id',
    only: 't.subject_user_id is null',
    order: ID,
    without: ['actor_id'],
  },
];
