import { wording } from '../src/platform/kit/wordings.ts';
import { SMPP_DAYS } from './enums.ts';
import { of, ours, partOf, type TableData } from './table-data.ts';

/*
 * The rules for the data of each table: whose it is, whether it is in the file of an account, how it is
 * erased with its account, and how long it is kept. The file, the erasing and the removing of old data read
 * this and nothing else; `tests/rules/data-map.test.ts` holds it against the schema.
 */

/** Days after which something counts no more, and is removed. */
export const DAYS = {
  answers: 1,
  carrierReports: 7,
  devices: 400,
  events: 1,
  numberFacts: 30,
  smpp: SMPP_DAYS,
  tests: 7,
  traces: 1,
} as const;

const BY_USER = [['user_id', 'uuid']] as const;
const BY_CALL = [['call_id', 'uuid']] as const;
const BY_TRUNK = [['package_id', 'uuid']] as const;
/** Left out: carriers' prices, the choice of a carrier, resellers' earnings, and the queue's internal state. */
const HOUSE = ['carrier_cost', 'margin', 'supplier_rate', 'supplier_fee', 'supplier_cost'];
const ROUTE = ['route_to', 'route_by', 'route_cost', 'route_rate', 'route_prefix'];
const QUEUE = ['due_at', 'claimed_until', 'refused_by', 'setbacks', 'bulk', 'attempts'];

/** An erased account gets this hash, which no password has. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$0zCVrMci8gYs+O6NauGP9AI/buC95ukhTipBNLKofcg$B128qwLpvuMzLFFPDV485nK6I6JbqT3ESNamYW5oJFY';

const json = (value: unknown): string => `'${JSON.stringify(value)}'::jsonb`;
/** An account's transaction in words without the values that tell of a person. */
const WITHOUT_NAMES = `case t.type when 'credit_purchase' then ${json(wording('purchaseAlone'))}
  when 'payment_reversal' then ${json(wording('reversedAlone'))}
  else t.wording || jsonb_build_object('values', (select coalesce(jsonb_object_agg(key,
    case when key in ('number', 'from', 'name', 'email') then '"…"' else value end), '{}')
    from jsonb_each(t.wording -> 'values'))) end`;
/** The details of the audit log that say nothing about a person. */
const PLAIN_DETAILS = [
  ...['transactionId', 'reversalId', 'numberId', 'packageId', 'webhookId', 'credentialId', 'resellerId'],
  ...['amount', 'balance', 'credits', 'direction', 'price', 'count', 'keysRevoked', 'sessionsEnded'],
  ...['by', 'endpoint', 'kind', 'what', 'fields', 'scopes', 'reason', 'until', 'autoRenew', 'mailMessages'],
];
const FROM_CARRIER = 'what came from a carrier and is not known yet whose it is, gone within days';

/** Parents stand before their parts, and what is referred to before what refers to it: erasing begins at the end. */
export const DATA: readonly TableData[] = [
  of(
    'users',
    {
      ...{ file: 'profile', without: ['password', 'supplier_remainder'] },
      erase: {
        // An address that receives no mail (RFC 2606), so that the former one can have an account again.
        email: `'closed-' || t.id || '@erased.invalid'`,
        ...{ email_confirmed_at: 'null', pending_email: 'null', password: `'${NOBODYS_HASH}'` },
        ...{ full_name: `'Closed account'`, company: 'null', phone: 'null', language: 'null', country: 'null' },
        ...{ default_caller_id: 'null', low_balance_level: 'null', has_second_factor: 'false', updated_at: '$now' },
      },
      stays: 'terms_version country_limits spent_by_country opened_destinations stopped_codes',
    },
    'id',
  ),
  of('account_closings', { file: 'closing', order: BY_USER }),
  of('account_notes', { notFiled: 'what administrators note for each other; erased with the account', erase: 'rows' }),
  of('sessions', { file: 'sessions', without: ['token_hash'], erase: 'rows' }),
  of('people', { file: 'people', without: ['user_id', 'link_id'], erase: 'rows' }, 'account_id'),
  of('people', { file: 'otherAccounts', without: ['account_id', 'link_id'], erase: 'rows' }),
  of('known_devices', {
    ...{ file: 'knownDevices', order: [['token_hash', 'text']], without: ['token_hash'], erase: 'rows' },
    removed: [{ days: DAYS.devices, when: 'last_seen_at < $before' }],
  }),
  of('api_keys', { file: 'apiKeys', without: ['token_hash'], erase: 'rows' }),
  of('smpp_accounts', {
    ...{ file: 'smppAccounts', order: [['key_id', 'uuid']], without: ['password_hash'], erase: 'rows' },
  }),
  of('smpp_binds', { notFiled: 'who is bound at the moment', erase: 'rows' }),
  partOf('api_keys', 'key_id', 'smpp_messages', {
    ...{ notFiled: 'who is told of a message’s end; the messages are in the file', erase: 'with parent' },
    removed: [{ days: DAYS.smpp, when: 'at < $before' }],
  }),
  partOf('api_keys', 'key_id', 'smpp_parts', {
    ...{ notFiled: 'parts of messages until all are there, gone within minutes', erase: 'with parent' },
  }),
  partOf('api_keys', 'key_id', 'smpp_deliveries', {
    ...{ notFiled: 'copies of news that stand elsewhere, until a gateway has taken them', erase: 'with parent' },
    removed: [{ days: DAYS.smpp, when: 'at < $before' }],
  }),
  of('passkeys', { file: 'passkeys', without: ['public_key', 'counter'], erase: 'rows' }),
  of('totp_secrets', {
    ...{ file: 'authenticatorApp', order: BY_USER, without: ['sealed_secret', 'last_step'], erase: 'rows' },
  }),
  of('recovery_codes', { notFiled: 'hashes of codes that only the owner has', erase: 'rows' }),
  of('passkey_challenges', {
    ...{ notFiled: 'gone within minutes', erase: 'rows' },
    removed: [{ when: 'expires_at < $now' }],
  }),
  of('mail_links', {
    ...{ notFiled: 'what links in mails are good for: gone with their use, or within days', erase: 'rows' },
    removed: [{ when: 'expires_at <= $now' }],
  }),
  of('idempotency_keys', {
    ...{ notFiled: 'copies of answers that the owner was given, for 24 hours', erase: 'rows' },
    removed: [{ days: DAYS.answers, when: 'created_at <= $before' }],
  }),
  of('events', {
    ...{ notFiled: 'copies of news that stand elsewhere, for 24 hours', stays: 'name data' },
    // Each message has three of them, so no index has their age: they are found by the first that is younger.
    removed: [
      {
        days: DAYS.events,
        when: `at < $before and seq < coalesce(
          (select seqs[1] from event_places where at >= $before order by at limit 1), ${Number.MAX_SAFE_INTEGER})`,
      },
    ],
  }),
  ours('event_places', '', { removed: [{ days: DAYS.events, when: 'at < $before' }] }),
  ours('event_frontier'),
  // Links that ended without a file; an upload that began in time may still be running.
  of(
    'objects',
    {
      ...{ file: 'uploads', without: ['storage_key'], erase: 'by function' },
      removed: [{ days: 20 / 1440, when: 'stored_at is null and created_at < $before' }],
    },
    'owner_id',
  ),
  of('transactions', {
    ...{ file: 'transactions', without: ['settled_by'] },
    erase: { receipt_image: 'null', description: `''`, wording: WITHOUT_NAMES },
    stays: `crypto_amount crypto_address received_crypto_amount transaction_hash sold_number sold_of reason
      reason_wording verified_despite`,
    removed: [
      {
        ...{ days: 'receiptsKeptDays', set: { receipt_image: 'null' }, kind: 'receipts' },
        when: `receipt_image is not null and status <> 'pending'
          and receipt_image < '/api/objects/' || $firstId::text`,
      },
    ],
  }),
  {
    // The words about the customer on a reseller's side of a transfer.
    ...{ table: 'transactions', owner: 'user_id', notFiled: 'the other account’s own' },
    parent: {
      ...{ table: 'transactions', by: 'counterpart_transaction_id' },
      match: 't.id in (select counterpart_transaction_id from transactions where id = any($1::uuid[]))',
    },
    erase: {
      description: `''`,
      wording: `t.wording || jsonb_build_object(
        'code', replace(t.wording ->> 'code', 'Closed', '') || 'Closed', 'values', '{}'::jsonb)`,
    },
  },
  of('ledger_entries', { file: 'ledger', order: [['seq', 'bigint']] }),
  of('debt_entries', { file: 'debts', order: [['id', 'bigint']] }),
  of('quotes', { ...{ file: 'quotes', stays: 'rate rate_sources address' }, erase: { description: `''` } }),
  of('own_addresses', {
    notFiled: 'which address was given to whom; the quotes in the file name it',
    stays: 'key_id address',
  }),
  partOf('transactions', 'transaction_id', 'chain_evidence', {
    ...{ file: 'paymentEvidence', order: [['transaction_id', 'uuid']] },
    // A transaction on a chain may also pay other people.
    without: ['outputs', 'next_check_at'],
    stays: 'transaction_hash outputs reasons senders arrived source fault',
  }),
  partOf('transactions', 'transaction_id', 'payment_signatures', {
    file: 'paymentSignatures',
    order: [
      ['transaction_id', 'uuid'],
      ['address', 'text'],
    ],
    stays: 'address message signature',
  }),
  partOf('transactions', 'transaction_id', 'payment_reversals', {
    ...{ file: 'paymentReversals', without: ['requested_by', 'decided_by'], stays: 'reason' },
  }),
  partOf('transactions', 'transaction_id', 'payment_takes', {
    notFiled: 'which administrator is looking into a payment that waits',
  }),
  partOf('transactions', 'transaction_id', 'auto_verifications', {
    notFiled: 'which payments the system verified; the payments are in the file',
    stays: 'obstacle evidence',
  }),
  partOf('transactions', 'transaction_id', 'payment_screenings', {
    notFiled: 'what a screening service says of who sent a payment, which is the operator’s',
    stays: 'transaction_hash reason',
  }),
  of('trial_grants', {
    notFiled: 'a hash of the mailbox, so that it gets trial credit once; the transaction is in the file',
    stays: 'address_key domain_key',
  }),
  of('sms_messages', {
    ...{ file: 'messages', without: [...HOUSE, 'media_key', 'held_for'] },
    erase: { message: `''`, sender_id: `''`, held_for: 'null', media_id: 'null', media_key: 'null' },
    stays: 'provider request_id',
    removed: [
      {
        ...{ days: 'messageTextsKeptDays', kind: 'message_texts', when: `message <> ''` },
        set: { message: `''`, media_id: 'null', media_key: 'null' },
        walk: {
          open: 'queued_count > 0 or unknown_count > 0',
          parts: { sms_recipients: { by: 'message_id', column: 'text' } },
        },
      },
    ],
  }),
  partOf('sms_messages', 'message_id', 'sms_recipients', {
    ...{ file: 'messageRecipients', without: [...HOUSE, ...ROUTE, ...QUEUE] },
    erase: { number: `''`, text: 'null', error: 'null' },
    stays: 'price_prefix provider provider_message_id refused_by route_to route_prefix',
  }),
  partOf('sms_messages', 'message_id', 'sms_attempts', {
    ...{ file: 'messageAnswers', without: ['code', 'detail', ...ROUTE], erase: 'rows' },
    // Messages of that age are a range of the primary key; a scheduled message may have been sent later.
    removed: [{ days: 'attemptsKeptDays', when: 'message_id < $firstId and at < $before' }],
  }),
  // For so long a report about a part may come: no gateway tries to deliver for longer.
  ours('sms_parts', 'provider provider_message_id error code', {
    notFiled: 'a carrier’s ids of parts of messages, gone within days',
    // Recipients of that age are a range of the primary key; one that was scheduled may have been taken later.
    removed: [{ days: 14, when: 'recipient_id < $firstId and taken_at < $before' }],
  }),
  of(
    'number_facts',
    {
      ...{ notFiled: 'what carriers say of other people’s numbers, gone within 30 days', erase: 'rows' },
      removed: [{ days: DAYS.numberFacts, when: 'asked_at <= $before' }],
    },
    'asked_for',
  ),
  of('sms_templates', { file: 'messageTemplates', erase: 'rows' }),
  of('test_messages', {
    ...{ file: 'testMessages', erase: 'rows' },
    removed: [{ days: DAYS.tests, when: 'id < $firstId' }],
  }),
  of('sender_names', { file: 'senderNames', without: ['decided_by'], erase: 'rows' }),
  of('proven_numbers', { file: 'confirmedNumbers', without: ['sealed_code', 'tries'], erase: 'rows' }),
  of('contact_lists', { notFiled: 'how many contacts each list has; the contacts are in the file', erase: 'rows' }),
  of('contacts', { file: 'contacts', without: ['search'], erase: 'rows' }),
  of('campaigns', { file: 'campaigns', erase: 'rows' }),
  partOf('campaigns', 'campaign_id', 'campaign_slices', {
    ...{ notFiled: 'how a campaign was cut into messages, which are in the file', erase: 'rows' },
  }),
  of('short_links', {
    ...{ file: 'shortLinks', order: [['code', 'text']], erase: 'rows' },
    removed: [{ days: DAYS.devices, when: 'created_at < $before' }],
  }),
  of('opt_outs', { file: 'optOuts', erase: 'rows' }),
  of('opt_out_texts', { file: 'optOutTexts', order: BY_USER, erase: 'rows' }),
  of('conversations', {
    ...{ file: 'conversations', erase: 'rows' },
    removed: [
      {
        days: 'messageTextsKeptDays',
        when: `last_at < $before
          and not exists (select from conversation_messages m where m.conversation_id = conversations.id)`,
      },
    ],
  }),
  partOf('conversations', 'conversation_id', 'conversation_messages', {
    ...{ file: 'conversationMessages', erase: 'rows' },
    removed: [{ days: 'messageTextsKeptDays', when: 'id < $firstId', kind: 'conversations' }],
  }),
  // Its files are deleted by the process that fetches pictures.
  of('received_pictures', {
    ...{ file: 'receivedPictures', without: ['storage_key', 'due_at', 'attempts'] },
    ...{ erase: { status: `'deleted'`, due_at: '$now' }, eraseOnly: `t.status <> 'deleted'` },
    stays: 'provider address content_type storage_key',
    removed: [
      {
        ...{ days: 'messageTextsKeptDays', when: `message_id < $firstId and status <> 'deleted'` },
        set: { status: `'deleted'`, due_at: '$now' },
      },
    ],
  }),
  of('auto_replies', {
    ...{ file: 'automaticReplies', erase: 'rows' },
    removed: [{ days: 'messageTextsKeptDays', when: 'id < $firstId' }],
  }),
  of('verifications', {
    ...{ file: 'verifications', without: ['code_hash', 'sealed_code'], erase: 'rows' },
    removed: [
      { when: `status = 'pending' and expires_at <= $now and sealed_code is not null`, set: { sealed_code: 'null' } },
      // The figures and the list need no more.
      { days: 365, when: 'id < $firstId' },
    ],
  }),
  partOf('verifications', 'verification_id', 'verification_sends', { file: 'verificationSends', erase: 'with parent' }),
  of('voice_calls', {
    ...{ file: 'calls', without: [...HOUSE, ...ROUTE, 'due_at', 'says', 'says_in'] },
    erase: { ...{ caller_id: `''`, destination: `''`, forwarding_number: 'null', says: 'null', error: 'null' } },
    stays: 'price_prefix provider quality request_id route_prefix provider_call_id',
  }),
  // Whoever fetches recordings removes a deleted one from the store and from its carrier.
  partOf('voice_calls', 'call_id', 'call_recordings', {
    ...{ file: 'recordings', without: ['storage_key', 'due_at', 'attempts'] },
    erase: { status: `'deleted'`, due_at: '$now', attempts: '0' },
    eraseOnly: `t.status <> 'deleted'`,
    stays: 'provider provider_recording_id content_type storage_key',
    removed: [
      { ...{ days: 'recordingsKeptDays' }, when: `id < $firstId and status = 'deleted' and due_at is null` },
      {
        ...{ days: 'recordingsKeptDays', kind: 'recordings' },
        when: `id < $firstId and status in ('ready', 'failed')`,
        set: { status: `'deleted'`, due_at: '$now', attempts: '0' },
      },
    ],
  }),
  of('incoming_calls', {
    ...{ file: 'receivedCalls', order: BY_CALL, without: ['leg_id'] },
    erase: { transcript: 'null', steps: `'[]'` },
    stays: 'provider provider_call_id not_forwarded',
    removed: [
      {
        ...{ days: 'recordingsKeptDays', when: 'call_id < $firstId and transcript is not null' },
        set: { transcript: 'null' },
      },
    ],
  }),
  of('blocked_callers', { file: 'blockedCallers', order: [['number', 'text']], erase: 'rows' }),
  partOf('voice_calls', 'call_id', 'trunk_calls', {
    ...{ file: 'trunkCalls', order: BY_CALL, without: ['edge', 'routes', 'placed_by'], stays: 'edge routes' },
    erase: { source: `''`, sip_call_id: 't.call_id::text', from_tag: `''`, branch: `''` },
  }),
  partOf('voice_calls', 'leg_id', 'trunk_rings', {
    notFiled: 'the address by which a carrier rang a trunk, good for a minute; the leg is in the file',
    ...{ erase: { dialog: `''` }, eraseOnly: 't.dialog is not null' },
  }),
  of('voice_packages', {
    ...{ file: 'trunks', stays: 'package_name price features calls_in_to codecs' },
    removed: [
      {
        days: 30,
        when: `not is_active and purchased_at < $before
          and not exists (select from transactions t
            where t.voice_package_id = voice_packages.id and t.status in ('pending', 'verified', 'completed'))
          and not exists (select from sip_credentials c where c.package_id = voice_packages.id)
          and not exists (select from package_minutes m where m.package_id = voice_packages.id)`,
      },
    ],
  }),
  partOf('voice_packages', 'package_id', 'sip_credentials', {
    ...{ file: 'trunkCredentials', order: BY_TRUNK, without: ['ha1_md5', 'ha1_sha256'], erase: 'rows' },
  }),
  partOf('voice_packages', 'package_id', 'trunk_addresses', {
    file: 'trunkAddresses',
    order: [...BY_TRUNK, ['network', 'inet']],
    erase: 'rows',
  }),
  partOf('voice_packages', 'package_id', 'package_minutes', { file: 'trunkMinutes' }),
  partOf('voice_packages', 'package_id', 'trunk_echoes', {
    ...{ file: 'trunkEchoes', order: BY_TRUNK, erase: 'rows' },
  }),
  partOf('voice_packages', 'package_id', 'trunk_registrations', {
    notFiled: 'a hash of what the SIP edge says at the moment, to tell news by',
    erase: 'rows',
  }),
  of('did_numbers', {
    ...{ file: 'numbers', without: ['provider_number_id', 'claimed_until'] },
    erase: { name: 'null', answer_plan: 'null', mail_calls: 'false', mail_messages: 'false' },
    stays: 'number country country_code provider provider_number_id',
    // Holds that ended.
    removed: [{ days: 7, when: `status = 'reserved' and expires_at < $before` }],
  }),
  of('answer_rules', {
    ...{ file: 'answerRules', order: [['number_id', 'uuid']], erase: 'rows' },
    // Rules go when their number has changed hands.
    removed: [
      {
        when: `not exists (select from did_numbers n
          where n.id = answer_rules.number_id and n.user_id = answer_rules.user_id)`,
      },
    ],
  }),
  of('number_papers', {
    file: 'numberPapers',
    without: ['provider', 'carrier_papers_id', 'decided_by', 'due_at', 'claimed_until', 'attempts'],
    erase: 'by function',
    // That they were accepted stays, so that numbers can still be bought by them.
    removed: [
      {
        ...{ days: 'papersKeptDays', kind: 'number_papers' },
        when: `handed_in_at < $before and details is not null and status in ('approved', 'rejected')`,
        set: { details: 'null', address: 'null', documents: 'null' },
      },
    ],
  }),
  partOf('number_papers', 'papers_id', 'number_papers_steps', {
    notFiled: 'ids of papers at a carrier',
    erase: 'with parent',
  }),
  partOf('number_papers', 'papers_id', 'number_papers_files', {
    ...{ notFiled: 'the papers name their files, which are among the uploads', erase: 'with parent' },
    removed: [
      {
        days: 'papersKeptDays',
        when: `exists (select from number_papers p where p.id = number_papers_files.papers_id
          and p.handed_in_at < $before and p.status in ('approved', 'rejected'))`,
      },
    ],
  }),
  of('number_ports', {
    ...{ file: 'broughtNumbers', without: ['sealed_pin', 'decided_by'], erase: 'rows' },
    removed: [
      {
        days: 'papersKeptDays',
        when: `changed_at < $before and holder is not null and status in ('ported', 'refused', 'withdrawn')`,
        set: { account_number: 'null', sealed_pin: 'null', holder: 'null', authority_id: 'null', bill_id: 'null' },
      },
    ],
  }),
  of(
    'papers_withdrawals',
    { notFiled: 'ids of what a carrier is still asked to delete', stays: 'provider country_code made' },
    'owner',
  ),
  of('reseller_terms', { file: 'resellerTerms' }),
  of(
    'margin_totals',
    {
      file: 'marginTotals',
      order: [
        ['customer_id', 'uuid'],
        ['month', 'date'],
      ],
    },
    'reseller_id',
  ),
  of('price_lists', { file: 'priceList', order: BY_USER }),
  of('account_prices', {
    ...{
      file: 'ownPrices',
      order: [
        ['subject', 'text'],
        ['holds_from', 'timestamptz'],
      ],
      without: ['set_by'],
    },
  }),
  of('price_raises', { file: 'raisedPrices', order: [['subject', 'text']] }),
  of('brands', { file: 'brand', order: BY_USER, without: ['host_token'], erase: 'by function' }),
  of('given_up_hosts', {
    notFiled: 'keeps others from a host name; the audit rows about the brand name it',
    stays: 'host_name',
  }),
  of('spend_days', { notFiled: 'sums of the ledger, which is in the file', stays: 'type' }),
  of('message_days', { notFiled: 'sums of messages, which are in the file' }),
  of('usage_totals', { file: 'usage', order: BY_USER }),
  of('spend_hours', {
    file: 'spending',
    order: [
      ['code', 'text'],
      ['hour', 'timestamptz'],
    ],
    stays: 'code',
  }),
  of('spend_prefixes', {
    file: 'spendingByPrefix',
    order: [
      ['service', 'text'],
      ['prefix', 'text'],
      ['hour', 'timestamptz'],
    ],
    stays: 'prefix',
  }),
  of('sudden_rises', { file: 'suddenRises', stays: 'code' }),
  of('webhooks', { file: 'webhooks', without: ['secret', 'previous_secret'], erase: 'rows' }),
  partOf('webhooks', 'webhook_id', 'webhook_deliveries', {
    ...{ file: 'webhookDeliveries', erase: 'with parent' },
    more: {
      attempts: `(select coalesce(jsonb_agg(to_jsonb(a) order by a.id), '[]') from webhook_attempts a
        where a.delivery_id = t.id)`,
    },
    removed: [{ days: 'webhookLogsKeptDays', when: 'id < $firstId', kind: 'webhook_logs' }],
  }),
  partOf('webhook_deliveries', 'delivery_id', 'webhook_attempts', {
    notFiled: 'in the file as part of each delivery',
    erase: 'with parent',
  }),
  // Without their content, because some carry a link that opens the account.
  of('mails', {
    ...{ file: 'mails', without: ['data', 'due_at'], erase: 'rows' },
    // That they were sent, and where to, stays.
    removed: [
      {
        ...{ days: 30, when: `data is not null and status <> 'pending' and created_at < $before` },
        set: { data: 'null' },
      },
    ],
  }),
  of(
    'audit_log',
    {
      file: 'audit',
      // An administrator's address and credential are the administrator's own data.
      without: ['actor_id', 'detail'],
      more: {
        byYourself: `to_jsonb(t.actor_id is not distinct from t.subject_user_id)`,
        detail: `case when t.actor_id is null or t.actor_id = t.subject_user_id then t.detail
          else t.detail - 'address' - 'credentialId' - 'by' end`,
      },
      // The action, its time and its account stay.
      erase: {
        subject: 'null',
        detail: `coalesce((select jsonb_object_agg(key, value) from jsonb_each(t.detail)
          where key in ('${PLAIN_DETAILS.join(`', '`)}')), '{}')`,
      },
      stays: 'action request_id',
    },
    'subject_user_id',
  ),
  of(
    'audit_log',
    {
      ...{ file: 'auditOfOwnActions', without: ['actor_id'], only: 't.subject_user_id is null' },
      erase: { detail: `t.detail - 'address' - 'device'` },
    },
    'actor_id',
  ),
  of(
    'second_words',
    {
      notFiled: 'what administrators ask of each other; what came of it stands in the audit rows',
      // The address of the account.
      erase: { subject: 't.id::text' },
      eraseOnly: `t.subject like '%@%'`,
      stays: 'wanted',
    },
    `(t.wanted ->> 'userId')::uuid`,
  ),
  ours('second_word_files', 'content'),
  partOf('transactions', 'transaction_id', 'margins', {
    notFiled: 'part of a customer’s charge: totals of them are in the file',
  }),
  ours('margin_earnings', '', {
    notFiled: 'parts of margins until they reach the balance: totals of them are in the file',
  }),
  ours('uncounted_days', '', { notFiled: 'changes of sums of messages, counted within seconds' }),
  ours('uncounted_figures', 'changes', {
    notFiled: 'what messages and calls add to the operator’s figures, gone within minutes',
  }),
  ours('provider_failures', 'name lowest highest', {
    notFiled: 'counts of a carrier’s failures by accounts, gone within days',
    removed: [{ days: 25 / 24, when: 'at < $before' }],
  }),
  ours('proof_differences', 'rule subject expected found part', {
    notFiled: 'faults of our books, and not of an account',
  }),
  ours('sandbox_papers', 'reference carrier owner', { notFiled: 'what a simulated carrier remembers of papers' }),
  ours('rate_imports', 'file_name', {
    notFiled: 'files of prices that an administrator read in, which are the operator’s',
  }),
  ours('rate_switches', '', { notFiled: 'switches to other price lists of the operator’s that wait for their day' }),
  of('billing_details', { file: 'billingDetails', order: BY_USER, erase: 'rows' }),
  of('invoices', {
    file: 'invoices',
    // The law has them kept as they are, with their names.
    stays: 'issuer number reason seller buyer lines vat_rate vat_source',
  }),
  ours('invoice_ranges', 'issuer', { notFiled: 'the last number of each range of invoices' }),
  ours('closed_months', '', { notFiled: 'which months of our books are closed' }),
  ours('month_balances', 'account', { notFiled: 'sums of our books, and not of an account' }),
  ours('comparisons', 'subject unit said parts mark difference reason', {
    notFiled: 'what chains and carriers said of the operator’s own wallets and credit',
    removed: [{ days: DAYS.devices, when: 'read_at < $before and (differs_since is null or accepted_at is not null)' }],
  }),
  ours('kept_settings', 'name sealed_value', {
    notFiled: 'the operator’s settings; that an administrator changed them is in the audit rows',
  }),
  ours('setting_changes', 'about before after', {
    notFiled: 'the operator’s settings; that an administrator changed one is in the audit rows',
  }),
  ours('wallet_transfers', 'address transaction_hash amount reason', {
    notFiled: 'what reached the operator’s addresses; the payments that were made of it are in the file',
  }),
  ours('password_reset_requests', 'email', { notFiled: 'gone within a second' }),
  ours('throttles', 'key', {
    notFiled: 'counts of attempts, gone within a day',
    removed: [{ when: 'reset_at < $now' }],
  }),
  ours('carrier_receipts', 'provider provider_message_id reference error code', {
    notFiled: FROM_CARRIER,
    removed: [{ days: DAYS.carrierReports, when: 'received_at < $before' }],
  }),
  ours('unread_reports', 'provider text', {
    notFiled: FROM_CARRIER,
    removed: [{ days: DAYS.carrierReports, when: 'received_at < $before' }],
  }),
  ours('received_parts', 'provider from_number to_number reference text octets alphabet', { notFiled: FROM_CARRIER }),
  ours('carrier_callbacks', 'digest', { removed: [{ when: 'stale_at < $now' }] }),
  // For so long reports come of what a deleted account sent; after that its name is free again.
  ours('carrier_accounts', 'name adapter sealed_settings', {
    removed: [{ days: DAYS.carrierReports, when: 'deleted_at < $before' }],
  }),
  ours('provider_probes', 'name', { removed: [{ days: 25 / 24, when: 'at < $before' }] }),
  ours('provider_traffic', 'name', { removed: [{ days: 25 / 24, when: 'at < $before' }] }),
  ours('provider_balances', 'name amount currency'),
  ours('provider_counts', 'name'),
  ours('provider_gates', 'name unanswered'),
  ours('provider_health', 'name detail'),
  ours('provider_state', 'active preferred'),
  ours('sender_gates', 'name sender'),
  ours('carrier_prices', 'carrier carrier_unit_id price currency rate'),
  ours('currency_rates', 'currency pounds'),
  ours('coin_rates', 'price rate sources'),
  ours('rate_decks', 'name carrier currency headings'),
  ours('rate_names', 'name first_prefix last_prefix'),
  ours('rate_rows', 'prefix name country network'),
  ours('rate_uses'),
  ours('route_orders'),
  ours('price_changes', '', { removed: [{ days: 1, when: 'at < $before' }] }),
  ours('route_days', 'carrier prefix', { removed: [{ days: 400, when: 'day < $before::date' }] }),
  ours('route_outcomes', 'carrier prefix outcomes'),
  ours('settings', 'about value next'),
  ours('chores', 'name'),
  ours('alarms', 'subject', { removed: [{ days: 1, when: 'cleared_at < $before' }] }),
  ours('retention_sweeps'),
  ours('figures', 'key'),
  ours('figure_losses', 'code'),
  ours('ledger_checkpoint'),
  ours('ledger_gaps'),
  ours('monthly_totals'),
  ours('total_changes'),
  ours('proofs', 'next'),
  ours('wallet_positions', 'address position fault'),
  // A real carrier would keep these on its own servers.
  ours('sandbox_carriers', 'name'),
  ours('sandbox_messages', 'carrier reference sender number text'),
  ours('sandbox_calls', 'carrier reference caller_id destination presses'),
  ours('sandbox_callers', 'carrier from_number to_number presses'),
  ours('sandbox_incoming', 'carrier from_number to_number text'),
  // The SIP edge's own, of what is registered and running at the moment.
  ours('sip.calls', 'numbers record', { removed: [{ days: 1, when: 'to_timestamp(timeout) < $before' }] }),
  ours('sip.location', 'ruid username domain contact received path callid user_agent socket instance'),
  ours('sip.reports', 'call_id carrier quality'),
  ours('sip.traces', 'call_id from_tag message', { removed: [{ days: DAYS.traces, when: 'at < $before' }] }),
  ours('sip.route_health', 'carrier'),
  ours('sip.edges'),
];
