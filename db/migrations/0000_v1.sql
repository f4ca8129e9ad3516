-- The whole schema of version 1: extension, functions, tables, indexes, triggers and foreign keys. Later migrations
-- only add (docs/decisions/10-additive-migrations.md).
CREATE SCHEMA sip;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
--> statement-breakpoint
CREATE FUNCTION public.as_ledger() RETURNS boolean
    LANGUAGE sql
    AS $$
	SELECT set_config('topline.ledger', statement_timestamp()::text, true) IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION public.entries_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	RAISE EXCEPTION 'ledger entries are neither changed nor deleted' USING ERRCODE = '42501';
END
$$;
--> statement-breakpoint
CREATE FUNCTION public.last_event_position() RETURNS bigint
    LANGUAGE plpgsql
    AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7460003);
	RETURN (SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM event_positions);
END $$;
--> statement-breakpoint
CREATE FUNCTION public.ledger_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	IF current_setting('topline.ledger', true) IS DISTINCT FROM statement_timestamp()::text THEN
		RAISE EXCEPTION 'only the ledger writes balances and entries' USING ERRCODE = '42501';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE FUNCTION public.place_events(at_most integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$
DECLARE
	placed integer;
BEGIN
	IF NOT EXISTS (SELECT FROM events WHERE position IS NULL) THEN
		RETURN 0;
	END IF;
	PERFORM pg_advisory_xact_lock(7460003);
	WITH fresh AS MATERIALIZED (
		SELECT s.seq, nextval('event_positions') AS position
		FROM (SELECT e.seq FROM events e WHERE e.position IS NULL ORDER BY e.seq LIMIT at_most) s
	)
	UPDATE events e SET position = f.position FROM fresh f WHERE e.seq = f.seq;
	GET DIAGNOSTICS placed = ROW_COUNT;
	RETURN placed;
END $$;
--> statement-breakpoint
CREATE TABLE public.events (
    seq bigint NOT NULL,
    name text NOT NULL,
    user_id uuid,
    to_owner boolean NOT NULL,
    to_admins boolean NOT NULL,
    to_everyone boolean NOT NULL,
    data text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    "position" bigint
);
--> statement-breakpoint
CREATE FUNCTION public.read_events(after bigint, at_most integer) RETURNS SETOF public.events
    LANGUAGE plpgsql
    AS $$
BEGIN
	PERFORM place_events(at_most);
	RETURN QUERY SELECT e.* FROM events e WHERE e.position > after ORDER BY e.position LIMIT at_most;
END $$;
--> statement-breakpoint
CREATE TABLE public.account_closings (
    user_id uuid NOT NULL,
    closed_at timestamp(3) with time zone NOT NULL,
    erase_at timestamp(3) with time zone NOT NULL,
    erased_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.answer_rules (
    number_id uuid NOT NULL,
    user_id uuid NOT NULL,
    rules jsonb NOT NULL,
    office jsonb,
    answers_per_day integer
);
--> statement-breakpoint
CREATE TABLE public.api_keys (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text DEFAULT 'default'::text NOT NULL,
    token_hash text NOT NULL,
    last_four text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    scopes text[],
    last_used_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.audit_log (
    id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    actor_id uuid,
    action text NOT NULL,
    subject text,
    subject_user_id uuid,
    detail jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.auto_replies (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    cause text NOT NULL,
    text text NOT NULL,
    status text NOT NULL,
    problem text,
    message_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    recipient text,
    keyword text
);
--> statement-breakpoint
CREATE TABLE public.auto_verifications (
    transaction_id uuid NOT NULL,
    next_try_at timestamp(3) with time zone NOT NULL,
    obstacle text,
    verified_at timestamp(3) with time zone,
    amount numeric(10,2),
    evidence jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.blocked_callers (
    user_id uuid NOT NULL,
    number text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.brands (
    user_id uuid NOT NULL,
    name text NOT NULL,
    color text,
    logo_id uuid,
    support_email text,
    host_name text,
    crypto_payments boolean DEFAULT false NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    host_token text DEFAULT replace((gen_random_uuid())::text, '-'::text, ''::text) NOT NULL,
    host_proven_at timestamp(3) with time zone,
    host_checked_at timestamp(3) with time zone,
    host_fault text,
    host_missing_since timestamp(3) with time zone,
    support_chat text,
    support_whatsapp text
);
--> statement-breakpoint
CREATE TABLE public.call_recordings (
    id uuid NOT NULL,
    call_id uuid NOT NULL,
    provider text NOT NULL,
    provider_recording_id text NOT NULL,
    status text NOT NULL,
    duration integer,
    content_type text,
    bytes integer,
    storage_key text,
    created_at timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.carrier_callbacks (
    digest text NOT NULL,
    stale_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.carrier_prices (
    service text NOT NULL,
    unit_id uuid NOT NULL,
    message_id uuid,
    carrier text NOT NULL,
    carrier_unit_id text NOT NULL,
    asked integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    price text,
    currency text,
    rate text,
    said_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.carrier_receipts (
    provider text NOT NULL,
    provider_message_id text NOT NULL,
    outcome text NOT NULL,
    error text,
    received_at timestamp(3) with time zone NOT NULL,
    reference text,
    code text
);
--> statement-breakpoint
CREATE TABLE public.chain_evidence (
    transaction_id uuid NOT NULL,
    transaction_hash text NOT NULL,
    verdict text DEFAULT 'inconclusive'::text NOT NULL,
    reasons jsonb DEFAULT '[]'::jsonb NOT NULL,
    found_at timestamp(3) with time zone,
    confirmations integer DEFAULT 0 NOT NULL,
    confirmations_wanted integer NOT NULL,
    arrived text,
    arrived_value numeric(10,2),
    block_time timestamp(3) with time zone,
    checked_at timestamp(3) with time zone,
    source text,
    fault text,
    missing_since timestamp(3) with time zone,
    lost text,
    lost_at timestamp(3) with time zone,
    next_check_at timestamp(3) with time zone,
    output_index integer,
    outputs jsonb DEFAULT '[]'::jsonb NOT NULL,
    senders jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.chores (
    name text NOT NULL,
    due_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.coin_rates (
    id text NOT NULL,
    price text NOT NULL,
    rate text NOT NULL,
    sources jsonb NOT NULL,
    checked_at timestamp(3) with time zone NOT NULL,
    jumped_at timestamp(3) with time zone,
    doubt text
);
--> statement-breakpoint
CREATE TABLE public.conversation_messages (
    id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    user_id uuid NOT NULL,
    incoming boolean NOT NULL,
    text text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    provider text,
    provider_message_id text,
    message_id uuid,
    cost numeric(8,2) DEFAULT 0 NOT NULL,
    unpaid numeric(8,2) DEFAULT 0 NOT NULL,
    transaction_id uuid
);
--> statement-breakpoint
CREATE TABLE public.conversations (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    own_number text NOT NULL,
    other_number text NOT NULL,
    name text,
    last_at timestamp(3) with time zone NOT NULL,
    last_text text NOT NULL,
    last_incoming boolean NOT NULL,
    unread integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.currency_rates (
    currency text NOT NULL,
    pounds text NOT NULL,
    read_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.debt_entries (
    id bigint NOT NULL,
    user_id uuid NOT NULL,
    amount numeric(12,2) NOT NULL,
    owed_after numeric(12,2) NOT NULL,
    transaction_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT debt_entries_owed_not_negative CHECK ((owed_after >= (0)::numeric))
);
--> statement-breakpoint
CREATE SEQUENCE public.debt_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.debt_entries_id_seq OWNED BY public.debt_entries.id;
--> statement-breakpoint
CREATE TABLE public.did_numbers (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    number text NOT NULL,
    country text NOT NULL,
    country_code text NOT NULL,
    monthly_price numeric(8,2) NOT NULL,
    status text DEFAULT 'reserved'::text NOT NULL,
    purchased_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL,
    months_paid integer DEFAULT 0 NOT NULL,
    auto_renew boolean DEFAULT false NOT NULL,
    transaction_id uuid,
    provider text,
    provider_number_id text,
    claimed_until timestamp(3) with time zone,
    noticed_expiry timestamp(3) with time zone,
    refused_expiry timestamp(3) with time zone,
    mail_messages boolean DEFAULT false NOT NULL,
    mail_calls boolean DEFAULT false NOT NULL,
    answer_plan jsonb,
    name text,
    carries_messages boolean,
    carries_calls boolean,
    CONSTRAINT did_numbers_paid CHECK (((status = 'reserved'::text) OR ((transaction_id IS NOT NULL) AND (purchased_at IS NOT NULL) AND (months_paid > 0))))
);
--> statement-breakpoint
CREATE SEQUENCE public.event_positions
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
CREATE SEQUENCE public.events_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.events_seq_seq OWNED BY public.events.seq;
--> statement-breakpoint
CREATE TABLE public.figure_changes (
    day date NOT NULL,
    service text NOT NULL,
    user_id uuid NOT NULL,
    carrier text NOT NULL,
    code text NOT NULL,
    units bigint DEFAULT 0 NOT NULL,
    revenue numeric(16,4) DEFAULT 0 NOT NULL,
    cost numeric(16,4) DEFAULT 0 NOT NULL,
    uncosted bigint DEFAULT 0 NOT NULL,
    charged numeric(16,4) DEFAULT 0 NOT NULL,
    listed numeric(16,4) DEFAULT 0 NOT NULL,
    destination text DEFAULT ''::text NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.figure_losses (
    day date NOT NULL,
    code text NOT NULL,
    told_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.figures (
    by text NOT NULL,
    day date NOT NULL,
    key text NOT NULL,
    service text NOT NULL,
    units bigint DEFAULT 0 NOT NULL,
    revenue numeric(16,4) DEFAULT 0 NOT NULL,
    cost numeric(16,4) DEFAULT 0 NOT NULL,
    uncosted bigint DEFAULT 0 NOT NULL,
    charged numeric(16,4) DEFAULT 0 NOT NULL,
    listed numeric(16,4) DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.given_up_hosts (
    host_name text NOT NULL,
    user_id uuid NOT NULL,
    given_up_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.idempotency_keys (
    user_id uuid NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    key text NOT NULL,
    body_hash text NOT NULL,
    status integer NOT NULL,
    response text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.incoming_calls (
    call_id uuid NOT NULL,
    user_id uuid NOT NULL,
    provider text NOT NULL,
    provider_call_id text NOT NULL,
    steps jsonb NOT NULL,
    step integer DEFAULT 0 NOT NULL,
    leg_id uuid,
    outcome text DEFAULT 'ringing'::text NOT NULL,
    not_forwarded text,
    transcript text
);
--> statement-breakpoint
CREATE TABLE public.known_devices (
    user_id uuid NOT NULL,
    token_hash text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.ledger_checkpoint (
    only_row boolean DEFAULT true NOT NULL,
    seq bigint NOT NULL,
    CONSTRAINT ledger_checkpoint_only_row CHECK (only_row)
);
--> statement-breakpoint
CREATE TABLE public.ledger_entries (
    id uuid NOT NULL,
    seq bigint NOT NULL,
    user_id uuid NOT NULL,
    amount numeric(10,2) NOT NULL,
    balance_after numeric(10,2) NOT NULL,
    transaction_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT ledger_entries_balance_not_negative CHECK ((balance_after >= (0)::numeric))
);
--> statement-breakpoint
CREATE SEQUENCE public.ledger_entries_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.ledger_entries_seq_seq OWNED BY public.ledger_entries.seq;
--> statement-breakpoint
CREATE TABLE public.ledger_gaps (
    seq bigint NOT NULL,
    passed_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.mail_links (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    purpose text NOT NULL,
    email text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.mails (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    data jsonb,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    error text
);
--> statement-breakpoint
CREATE TABLE public.margin_earnings (
    id bigint NOT NULL,
    transaction_id uuid NOT NULL,
    reseller_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    amount numeric(10,2) NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    credited_by uuid
);
--> statement-breakpoint
CREATE SEQUENCE public.margin_earnings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.margin_earnings_id_seq OWNED BY public.margin_earnings.id;
--> statement-breakpoint
CREATE TABLE public.margin_totals (
    reseller_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    month date NOT NULL,
    amount numeric(14,2) NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.margins (
    transaction_id uuid NOT NULL,
    reseller_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    amount numeric(10,2) NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.monthly_totals (
    month date NOT NULL,
    users integer DEFAULT 0 NOT NULL,
    active_users integer DEFAULT 0 NOT NULL,
    revenue numeric(16,2) DEFAULT 0.00 NOT NULL,
    credits numeric(16,2) DEFAULT 0.00 NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.number_facts (
    number text NOT NULL,
    carrier text NOT NULL,
    asked_for uuid NOT NULL,
    asked_at timestamp(3) with time zone NOT NULL,
    kind text,
    country text,
    network text,
    network_name text,
    ported boolean
);
--> statement-breakpoint
CREATE TABLE public.number_papers (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    provider text NOT NULL,
    country_code text NOT NULL,
    kind text NOT NULL,
    number text NOT NULL,
    status text NOT NULL,
    round integer DEFAULT 1 NOT NULL,
    owner text NOT NULL,
    details jsonb,
    address jsonb,
    documents jsonb,
    reason text,
    carrier_papers_id text,
    handed_in_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone,
    decided_by uuid,
    due_at timestamp(3) with time zone,
    claimed_until timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.number_papers_files (
    papers_id uuid NOT NULL,
    object_id uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.number_papers_steps (
    papers_id uuid NOT NULL,
    round integer NOT NULL,
    name text NOT NULL,
    carrier_id text
);
--> statement-breakpoint
CREATE TABLE public.objects (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    content_type text,
    bytes integer,
    created_at timestamp(3) with time zone NOT NULL,
    stored_at timestamp(3) with time zone,
    storage_key text
);
--> statement-breakpoint
CREATE TABLE public.opt_out_texts (
    user_id uuid NOT NULL,
    stop text,
    start text,
    help text
);
--> statement-breakpoint
CREATE TABLE public.opt_outs (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    number text NOT NULL,
    source text NOT NULL,
    word text,
    own_number text,
    at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.own_addresses (
    key_id text NOT NULL,
    index integer NOT NULL,
    chain text NOT NULL,
    address text NOT NULL,
    user_id uuid NOT NULL,
    given_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT own_addresses_index CHECK ((index > 0))
);
--> statement-breakpoint
CREATE TABLE public.package_minutes (
    id uuid NOT NULL,
    package_id uuid NOT NULL,
    call_id uuid NOT NULL,
    month timestamp(3) with time zone NOT NULL,
    reserved integer NOT NULL,
    used integer,
    reserved_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT package_minutes_used CHECK (((used IS NULL) OR ((used >= 0) AND (used <= reserved))))
);
--> statement-breakpoint
CREATE TABLE public.papers_withdrawals (
    id uuid NOT NULL,
    provider text NOT NULL,
    country_code text NOT NULL,
    owner uuid NOT NULL,
    made jsonb NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.passkey_challenges (
    challenge text NOT NULL,
    purpose text NOT NULL,
    user_id uuid,
    expires_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.passkeys (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    credential_id text NOT NULL,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports jsonb DEFAULT '[]'::jsonb NOT NULL,
    host_name text NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.password_reset_requests (
    id uuid NOT NULL,
    email text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.payment_approvals (
    transaction_id uuid NOT NULL,
    approved_by uuid NOT NULL,
    approved_at timestamp(3) with time zone NOT NULL,
    cryptocurrency text NOT NULL,
    transaction_hash text NOT NULL,
    received_amount numeric(10,2),
    received_crypto_amount text,
    as_credit boolean DEFAULT false NOT NULL,
    output_index integer,
    CONSTRAINT payment_approvals_received CHECK (((received_amount IS NOT NULL) OR (received_crypto_amount IS NULL)))
);
--> statement-breakpoint
CREATE TABLE public.payment_reversals (
    id uuid NOT NULL,
    transaction_id uuid NOT NULL,
    amount numeric(10,2) NOT NULL,
    reason text NOT NULL,
    frees_hash boolean NOT NULL,
    requested_by uuid NOT NULL,
    requested_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone NOT NULL,
    decided_by uuid NOT NULL,
    reversal_transaction_id uuid NOT NULL,
    CONSTRAINT payment_reversals_amount CHECK ((amount > (0)::numeric))
);
--> statement-breakpoint
CREATE TABLE public.payment_screenings (
    transaction_id uuid NOT NULL,
    transaction_hash text NOT NULL,
    verdict text NOT NULL,
    reason text,
    asked_at timestamp(3) with time zone NOT NULL,
    next_ask_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.payment_signatures (
    transaction_id uuid NOT NULL,
    address text NOT NULL,
    message text NOT NULL,
    signature text NOT NULL,
    signed_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.transactions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    type text NOT NULL,
    amount numeric(10,2) NOT NULL,
    description text NOT NULL,
    status text NOT NULL,
    balance_change numeric(10,2) DEFAULT 0.00 NOT NULL,
    balance_after numeric(10,2),
    cryptocurrency text,
    crypto_amount text,
    crypto_address text,
    transaction_hash text,
    chain text,
    receipt_image text,
    settles_transaction_id uuid,
    refunds_transaction_id uuid,
    reseller_package text,
    voice_package_id uuid,
    reason text,
    created_at timestamp(3) with time zone NOT NULL,
    settled_at timestamp(3) with time zone,
    settled_by uuid,
    counterpart_transaction_id uuid,
    received_amount numeric(10,2),
    received_crypto_amount text,
    output_index integer,
    hash_freed boolean DEFAULT false NOT NULL,
    submitted_at timestamp(3) with time zone,
    verified_despite jsonb,
    quote_id uuid,
    sold_number text,
    sold_of text,
    CONSTRAINT transactions_amount_not_negative CHECK ((amount >= (0)::numeric)),
    CONSTRAINT transactions_hash_has_chain CHECK (((transaction_hash IS NULL) OR (chain IS NOT NULL))),
    CONSTRAINT transactions_output_index CHECK ((output_index >= 0)),
    CONSTRAINT transactions_received CHECK ((((received_amount IS NULL) AND (received_crypto_amount IS NULL)) OR ((received_amount IS NOT NULL) AND (received_amount > (0)::numeric) AND (status = 'verified'::text))))
);
--> statement-breakpoint
CREATE VIEW public.postings AS
 SELECT e.transaction_id,
    e.user_id,
    'credit'::text AS account,
    (- e.amount) AS amount,
    e.created_at
   FROM public.ledger_entries e
UNION ALL
 SELECT d.transaction_id,
    d.user_id,
    'owed'::text AS account,
    d.amount,
    d.created_at
   FROM public.debt_entries d
UNION ALL
 SELECT t.id AS transaction_id,
    t.user_id,
        CASE t.type
            WHEN 'sms_charge'::text THEN 'messages'::text
            WHEN 'voice_charge'::text THEN 'calls'::text
            WHEN 'did_purchase'::text THEN 'numbers'::text
            WHEN 'voice_package'::text THEN 'sip packages'::text
            WHEN 'reseller_package'::text THEN 'reseller packages'::text
            ELSE 'other'::text
        END AS account,
    (- t.amount) AS amount,
    COALESCE(t.settled_at, t.created_at) AS created_at
   FROM public.transactions t
  WHERE ((t.status = ANY (ARRAY['verified'::text, 'completed'::text])) AND (t.type = ANY (ARRAY['sms_charge'::text, 'voice_charge'::text, 'did_purchase'::text, 'voice_package'::text, 'reseller_package'::text, 'other'::text])))
UNION ALL
 SELECT t.id AS transaction_id,
    t.user_id,
        CASE c.type
            WHEN 'sms_charge'::text THEN 'messages'::text
            WHEN 'voice_charge'::text THEN 'calls'::text
            WHEN 'did_purchase'::text THEN 'numbers'::text
            ELSE 'other'::text
        END AS account,
    t.amount,
    t.created_at
   FROM (public.transactions t
     LEFT JOIN public.transactions c ON ((c.id = t.refunds_transaction_id)))
  WHERE ((t.type = 'refund'::text) AND (t.status = 'completed'::text))
UNION ALL
 SELECT t.id AS transaction_id,
    t.user_id,
    ('coins '::text || COALESCE(t.cryptocurrency, o.cryptocurrency, 'unknown'::text)) AS account,
        CASE t.type
            WHEN 'credit_purchase'::text THEN COALESCE(t.received_amount, t.amount)
            ELSE t.amount
        END AS amount,
    COALESCE(t.settled_at, t.created_at) AS created_at
   FROM (public.transactions t
     LEFT JOIN public.transactions o ON ((o.id = t.settles_transaction_id)))
  WHERE (((t.type = 'credit_purchase'::text) AND (t.status = ANY (ARRAY['verified'::text, 'completed'::text]))) OR ((t.type = ANY (ARRAY['voice_package'::text, 'reseller_package'::text])) AND (t.status = 'verified'::text)))
UNION ALL
 SELECT t.id AS transaction_id,
    t.user_id,
    ('coins '::text || COALESCE(p.cryptocurrency, 'unknown'::text)) AS account,
    (- t.amount) AS amount,
    t.created_at
   FROM ((public.transactions t
     LEFT JOIN public.payment_reversals r ON ((r.reversal_transaction_id = t.id)))
     LEFT JOIN public.transactions p ON ((p.id = r.transaction_id)))
  WHERE ((t.type = 'payment_reversal'::text) AND (t.status = 'completed'::text))
UNION ALL
 SELECT t.id AS transaction_id,
    t.user_id,
        CASE t.type
            WHEN 'adjustment'::text THEN 'adjustments'::text
            WHEN 'credit_transfer'::text THEN 'transfers'::text
            ELSE 'margins'::text
        END AS account,
        CASE
            WHEN ((t.balance_change < (0)::numeric) OR (d.amount > (0)::numeric)) THEN (- t.amount)
            ELSE t.amount
        END AS amount,
    t.created_at
   FROM (public.transactions t
     LEFT JOIN public.debt_entries d ON ((d.transaction_id = t.id)))
  WHERE ((t.type = ANY (ARRAY['adjustment'::text, 'credit_transfer'::text, 'reseller_margin'::text])) AND (t.status = 'completed'::text));
--> statement-breakpoint
CREATE TABLE public.price_lists (
    user_id uuid NOT NULL,
    sms numeric(8,2),
    voice numeric(8,2),
    number_price numeric(8,2),
    number_percent integer,
    updated_at timestamp(3) with time zone NOT NULL,
    sms_percent integer,
    voice_percent integer,
    sms_deck_id uuid,
    voice_deck_id uuid,
    CONSTRAINT price_lists_chargeable CHECK (((sms <= (100)::numeric) AND (voice <= (100)::numeric))),
    CONSTRAINT price_lists_deck_alone CHECK ((((sms_deck_id IS NULL) OR (num_nonnulls(sms, sms_percent) = 0)) AND ((voice_deck_id IS NULL) OR (num_nonnulls(voice, voice_percent) = 0)))),
    CONSTRAINT price_lists_one_number_price CHECK (((number_price IS NULL) OR (number_percent IS NULL))),
    CONSTRAINT price_lists_one_sms_price CHECK (((sms IS NULL) OR (sms_percent IS NULL))),
    CONSTRAINT price_lists_one_voice_price CHECK (((voice IS NULL) OR (voice_percent IS NULL)))
);
--> statement-breakpoint
CREATE TABLE public.price_raises (
    user_id uuid NOT NULL,
    subject text NOT NULL,
    price numeric(8,2),
    percent integer,
    announced_at timestamp(3) with time zone NOT NULL,
    holds_from timestamp(3) with time zone NOT NULL,
    deck_id uuid,
    CONSTRAINT price_raises_deck_alone CHECK (((deck_id IS NULL) OR ((subject <> 'number'::text) AND (num_nonnulls(price, percent) = 0)))),
    CONSTRAINT price_raises_one_price CHECK (((price IS NULL) OR (percent IS NULL)))
);
--> statement-breakpoint
CREATE TABLE public.proof_differences (
    id bigint NOT NULL,
    rule text NOT NULL,
    subject text NOT NULL,
    user_id uuid,
    expected text,
    found text,
    part jsonb NOT NULL,
    found_at timestamp(3) with time zone NOT NULL,
    cleared_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE SEQUENCE public.proof_differences_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE public.proof_differences_id_seq OWNED BY public.proof_differences.id;
--> statement-breakpoint
CREATE TABLE public.proofs (
    kind text NOT NULL,
    proved_at timestamp(3) with time zone NOT NULL,
    seq bigint DEFAULT 0 NOT NULL,
    previous_seq bigint DEFAULT 0 NOT NULL,
    entries integer DEFAULT 0 NOT NULL,
    next jsonb,
    began_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.proven_numbers (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    number text NOT NULL,
    sealed_code text,
    tries integer DEFAULT 0 NOT NULL,
    message_id uuid,
    expires_at timestamp(3) with time zone NOT NULL,
    proven_at timestamp(3) with time zone,
    noticed_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.provider_balances (
    name text NOT NULL,
    amount text NOT NULL,
    currency text NOT NULL,
    is_low boolean NOT NULL,
    said_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.provider_counts (
    name text NOT NULL,
    what text NOT NULL,
    count bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.provider_failures (
    name text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    account uuid NOT NULL,
    lowest text NOT NULL,
    highest text NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.provider_gates (
    name text NOT NULL,
    allowance double precision NOT NULL,
    refilled_at timestamp with time zone NOT NULL,
    failures_in_a_row integer DEFAULT 0 NOT NULL,
    failed_at timestamp(3) with time zone,
    rate double precision,
    slowed_at timestamp with time zone,
    paused_until timestamp with time zone,
    cap integer,
    unanswered text[] DEFAULT '{}'::text[] NOT NULL,
    handed_at timestamp(3) with time zone,
    turns uuid[] DEFAULT array_fill('00000000-0000-0000-0000-000000000000'::uuid, ARRAY[3]) NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.provider_health (
    name text NOT NULL,
    healthy boolean NOT NULL,
    detail text,
    checked_at timestamp(3) with time zone NOT NULL,
    healthy_since timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.provider_probes (
    name text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    healthy boolean NOT NULL,
    latency_ms integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.provider_state (
    id integer NOT NULL,
    active text NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL,
    preferred text
);
--> statement-breakpoint
CREATE TABLE public.provider_traffic (
    name text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    sends integer NOT NULL,
    failures integer NOT NULL,
    retried integer DEFAULT 0 NOT NULL,
    failures_retried integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.quotes (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    cryptocurrency text NOT NULL,
    amount numeric(10,2) NOT NULL,
    crypto_amount numeric(30,8) NOT NULL,
    rate text NOT NULL,
    rate_sources jsonb DEFAULT '[]'::jsonb NOT NULL,
    address text NOT NULL,
    has_own_amount boolean NOT NULL,
    holds_amount boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    settles_transaction_id uuid,
    own_address boolean DEFAULT false NOT NULL,
    CONSTRAINT quotes_crypto_amount CHECK ((crypto_amount > (0)::numeric)),
    CONSTRAINT quotes_holds_own CHECK ((has_own_amount OR (NOT holds_amount)))
);
--> statement-breakpoint
CREATE TABLE public.rate_decks (
    id uuid NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    service text NOT NULL,
    carrier text,
    counting text DEFAULT '160/160'::text NOT NULL,
    longest_prefix integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    below_cost boolean DEFAULT false NOT NULL,
    offered boolean DEFAULT false NOT NULL,
    currency text DEFAULT 'GBP'::text NOT NULL,
    headings jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT rate_decks_carrier_of_cost CHECK (((kind = 'cost'::text) = (carrier IS NOT NULL))),
    CONSTRAINT rate_decks_offered_sells CHECK (((NOT offered) OR (kind = 'sell'::text))),
    CONSTRAINT rate_decks_pounds CHECK (((currency = 'GBP'::text) OR (kind = 'cost'::text)))
);
--> statement-breakpoint
CREATE TABLE public.rate_imports (
    id uuid NOT NULL,
    deck_id uuid NOT NULL,
    file_name text NOT NULL,
    imported_by uuid NOT NULL,
    imported_at timestamp(3) with time zone NOT NULL,
    valid_from timestamp(3) with time zone NOT NULL,
    added integer NOT NULL,
    changed integer NOT NULL,
    ended integer NOT NULL,
    undone_at timestamp(3) with time zone,
    undone_by uuid,
    closed integer DEFAULT 0 NOT NULL,
    closed_used integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.rate_names (
    deck_id uuid NOT NULL,
    name text NOT NULL,
    first_prefix text NOT NULL,
    last_prefix text NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.rate_rows (
    deck_id uuid NOT NULL,
    prefix text NOT NULL,
    name text NOT NULL,
    rate numeric(8,4) NOT NULL,
    fee numeric(8,4) DEFAULT 0 NOT NULL,
    first_interval integer DEFAULT 60 NOT NULL,
    next_interval integer DEFAULT 60 NOT NULL,
    country text,
    network text,
    blocked boolean DEFAULT false NOT NULL,
    valid_from timestamp(3) with time zone NOT NULL,
    valid_until timestamp(3) with time zone,
    import_id uuid NOT NULL,
    ended_by uuid,
    said_rate numeric(16,6),
    said_fee numeric(16,6),
    CONSTRAINT rate_rows_chargeable CHECK ((((rate >= (0)::numeric) AND (rate <= (100)::numeric)) AND ((fee >= (0)::numeric) AND (fee <= (100)::numeric)))),
    CONSTRAINT rate_rows_intervals CHECK ((((first_interval >= 1) AND (first_interval <= 3600)) AND ((next_interval >= 1) AND (next_interval <= 3600)))),
    CONSTRAINT rate_rows_prefix CHECK ((prefix ~ '^[1-9][0-9]{0,14}$'::text))
);
--> statement-breakpoint
CREATE TABLE public.rate_switches (
    service text NOT NULL,
    deck_id uuid,
    reseller_deck_id uuid,
    reseller_percent integer DEFAULT 100 NOT NULL,
    announced_at timestamp(3) with time zone NOT NULL,
    announced_by uuid NOT NULL,
    holds_from timestamp(3) with time zone NOT NULL,
    CONSTRAINT rate_switches_percent CHECK (((reseller_percent >= 1) AND (reseller_percent <= 100)))
);
--> statement-breakpoint
CREATE TABLE public.rate_uses (
    service text NOT NULL,
    deck_id uuid NOT NULL,
    reseller_deck_id uuid,
    reseller_percent integer DEFAULT 100 NOT NULL,
    used_since timestamp(3) with time zone NOT NULL,
    CONSTRAINT rate_uses_percent CHECK (((reseller_percent >= 1) AND (reseller_percent <= 100)))
);
--> statement-breakpoint
CREATE TABLE public.received_parts (
    provider text NOT NULL,
    from_number text NOT NULL,
    to_number text NOT NULL,
    reference text NOT NULL,
    part integer NOT NULL,
    parts integer NOT NULL,
    text text NOT NULL,
    received_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.recovery_codes (
    user_id uuid NOT NULL,
    code_hash text NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.reseller_terms (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    transaction_id uuid NOT NULL,
    plan text NOT NULL,
    run_started_at timestamp(3) with time zone NOT NULL,
    run_months integer NOT NULL,
    starts_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.retention_sweeps (
    what text NOT NULL,
    swept_at timestamp(3) with time zone,
    removed integer DEFAULT 0 NOT NULL,
    swept_until uuid
);
--> statement-breakpoint
CREATE TABLE public.route_orders (
    service text NOT NULL,
    by text NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.route_outcomes (
    service text NOT NULL,
    carrier text NOT NULL,
    prefix text NOT NULL,
    outcomes text NOT NULL,
    seen integer GENERATED ALWAYS AS (length(outcomes)) STORED NOT NULL,
    share real GENERATED ALWAYS AS (((length(replace(outcomes, '0'::text, ''::text)))::real / (GREATEST(1, length(outcomes)))::double precision)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.sandbox_callers (
    id uuid NOT NULL,
    carrier text NOT NULL,
    from_number text NOT NULL,
    to_number text NOT NULL,
    presses text DEFAULT ''::text NOT NULL,
    due_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.sandbox_calls (
    id uuid NOT NULL,
    carrier text NOT NULL,
    reference text NOT NULL,
    caller_id text NOT NULL,
    destination text NOT NULL,
    record boolean NOT NULL,
    time_limit integer NOT NULL,
    outcome text NOT NULL,
    placed_at timestamp(3) with time zone NOT NULL,
    rings_at timestamp(3) with time zone NOT NULL,
    answers_at timestamp(3) with time zone,
    ends_at timestamp(3) with time zone NOT NULL,
    told integer DEFAULT 0 NOT NULL,
    tell_at timestamp(3) with time zone,
    parent_id uuid,
    step integer,
    presses text
);
--> statement-breakpoint
CREATE TABLE public.sandbox_carriers (
    name text NOT NULL,
    down boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.sandbox_incoming (
    id uuid NOT NULL,
    carrier text NOT NULL,
    from_number text NOT NULL,
    to_number text NOT NULL,
    text text NOT NULL,
    due_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.sandbox_messages (
    id uuid NOT NULL,
    carrier text NOT NULL,
    reference text NOT NULL,
    sender text NOT NULL,
    number text NOT NULL,
    text text NOT NULL,
    outcome text NOT NULL,
    accepted_at timestamp(3) with time zone NOT NULL,
    report_due_at timestamp(3) with time zone NOT NULL,
    reported_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.sandbox_papers (
    reference text NOT NULL,
    carrier text NOT NULL,
    owner text NOT NULL,
    kind text NOT NULL,
    refused boolean NOT NULL,
    decided_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.second_word_files (
    request_id uuid NOT NULL,
    content bytea NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.second_words (
    id uuid NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    wanted jsonb NOT NULL,
    requested_by uuid NOT NULL,
    requested_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone,
    decided_by uuid,
    agreed boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.sender_gates (
    name text NOT NULL,
    sender text NOT NULL,
    rate double precision NOT NULL,
    allowance double precision NOT NULL,
    refilled_at timestamp with time zone NOT NULL,
    slowed_at timestamp with time zone NOT NULL,
    paused_until timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.sender_names (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    purpose text NOT NULL,
    status text DEFAULT 'requested'::text NOT NULL,
    reason text,
    registered_in text[] DEFAULT '{}'::text[] NOT NULL,
    requested_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone,
    decided_by uuid
);
--> statement-breakpoint
CREATE TABLE public.sessions (
    id uuid NOT NULL,
    token_hash text NOT NULL,
    user_id uuid NOT NULL,
    user_agent text,
    address text,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    proven_at timestamp(3) with time zone,
    factor_proven_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.setting_changes (
    id uuid NOT NULL,
    name text NOT NULL,
    about text NOT NULL,
    before text,
    after text,
    source text NOT NULL,
    holds_from timestamp(3) with time zone NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL,
    changed_by uuid NOT NULL,
    asked_by uuid
);
--> statement-breakpoint
CREATE TABLE public.settings (
    name text NOT NULL,
    about text DEFAULT ''::text NOT NULL,
    value text,
    next text,
    holds_from timestamp(3) with time zone,
    CONSTRAINT settings_next_announced CHECK (((next IS NULL) OR (holds_from IS NOT NULL)))
);
--> statement-breakpoint
CREATE TABLE public.sip_credentials (
    package_id uuid NOT NULL,
    realm text NOT NULL,
    username text NOT NULL,
    ha1_md5 text NOT NULL,
    ha1_sha256 text NOT NULL,
    rotated_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.sms_attempts (
    id uuid NOT NULL,
    message_id uuid NOT NULL,
    recipient_id uuid NOT NULL,
    provider text NOT NULL,
    answer text NOT NULL,
    code text,
    detail text,
    words text NOT NULL,
    money text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    route_by text,
    route_cost numeric(8,4)
);
--> statement-breakpoint
CREATE TABLE public.sms_messages (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    sender_id text NOT NULL,
    message text NOT NULL,
    parts integer NOT NULL,
    status text NOT NULL,
    cost numeric(12,4) NOT NULL,
    actual_cost numeric(12,4) NOT NULL,
    carrier_cost numeric(12,4),
    provider text,
    transaction_id uuid NOT NULL,
    recipient_count integer NOT NULL,
    queued_count integer NOT NULL,
    sent_count integer DEFAULT 0 NOT NULL,
    delivered_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    unknown_count integer DEFAULT 0 NOT NULL,
    handed_over_count integer DEFAULT 0 NOT NULL,
    sent_at timestamp(3) with time zone NOT NULL,
    send_at timestamp(3) with time zone,
    cancelled_at timestamp(3) with time zone,
    resend_of uuid,
    held_at timestamp(3) with time zone,
    validity_minutes integer,
    opted_out_count integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.sms_parts (
    recipient_id uuid NOT NULL,
    message_id uuid NOT NULL,
    place integer NOT NULL,
    provider text NOT NULL,
    provider_message_id text NOT NULL,
    outcome text,
    error text,
    taken_at timestamp(3) with time zone NOT NULL,
    code text
);
--> statement-breakpoint
CREATE TABLE public.sms_recipients (
    id uuid NOT NULL,
    message_id uuid NOT NULL,
    number text NOT NULL,
    status text NOT NULL,
    cost numeric(8,4) NOT NULL,
    carrier_cost numeric(8,4),
    provider text,
    provider_message_id text,
    error text,
    claimed_until timestamp(3) with time zone,
    sent_at timestamp(3) with time zone,
    settled_at timestamp(3) with time zone,
    bulk boolean NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    refused_by text[] DEFAULT '{}'::text[] NOT NULL,
    text text,
    setbacks integer DEFAULT 0 NOT NULL,
    margin numeric(8,4),
    route_to text,
    route_by text,
    route_cost numeric(8,4),
    route_prefix text,
    counted numeric(8,2),
    price_prefix text,
    earned_unheard_at timestamp(3) with time zone,
    urgency smallint DEFAULT 2 NOT NULL,
    user_id uuid
);
--> statement-breakpoint
CREATE TABLE public.sms_templates (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    message text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.spend_hours (
    user_id uuid NOT NULL,
    code text NOT NULL,
    hour timestamp(3) with time zone NOT NULL,
    spent numeric(12,2) NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.spend_prefixes (
    user_id uuid NOT NULL,
    service text NOT NULL,
    prefix text NOT NULL,
    hour timestamp(3) with time zone NOT NULL,
    deck_id uuid,
    spent numeric(12,2) NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.sudden_rises (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    code text NOT NULL,
    spent numeric(12,2) NOT NULL,
    usual numeric(12,2) NOT NULL,
    stopped_at timestamp(3) with time zone NOT NULL,
    resumed_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.throttles (
    key text NOT NULL,
    attempts integer NOT NULL,
    reset_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.total_changes (
    month date NOT NULL,
    users integer DEFAULT 0 NOT NULL,
    active_users integer DEFAULT 0 NOT NULL,
    revenue numeric(16,2) DEFAULT 0.00 NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.totp_secrets (
    user_id uuid NOT NULL,
    sealed_secret text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    confirmed_at timestamp(3) with time zone,
    last_step bigint
);
--> statement-breakpoint
CREATE TABLE public.trial_grants (
    address_key text NOT NULL,
    domain_key text,
    user_id uuid NOT NULL,
    transaction_id uuid NOT NULL,
    amount numeric(10,2) NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.trunk_calls (
    call_id uuid NOT NULL,
    package_id uuid,
    edge text NOT NULL,
    sip_call_id text NOT NULL,
    from_tag text NOT NULL,
    cseq bigint NOT NULL,
    branch text NOT NULL,
    source text NOT NULL,
    routes jsonb
);
--> statement-breakpoint
CREATE TABLE public.trunk_echoes (
    package_id uuid NOT NULL,
    call_id uuid NOT NULL,
    sip_call_id text NOT NULL,
    source text NOT NULL,
    called_at timestamp(3) with time zone NOT NULL,
    answered_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    sip_status integer,
    heard integer,
    sent integer
);
--> statement-breakpoint
CREATE TABLE public.trunk_registrations (
    package_id uuid NOT NULL,
    told text NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.trunk_rings (
    leg_id uuid NOT NULL,
    package_id uuid,
    expires_at timestamp(3) with time zone NOT NULL,
    dialog text
);
--> statement-breakpoint
CREATE TABLE public.usage_totals (
    user_id uuid NOT NULL,
    until_id uuid NOT NULL,
    sms_sent bigint NOT NULL,
    voice_minutes bigint NOT NULL,
    reseller_sms_paid numeric(16,4) NOT NULL,
    reseller_minutes_paid numeric(16,4) NOT NULL,
    reseller_minutes bigint NOT NULL,
    reseller_numbers_paid numeric(16,2) NOT NULL,
    reseller_numbers bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.users (
    id uuid NOT NULL,
    email text NOT NULL,
    password text NOT NULL,
    full_name text NOT NULL,
    company text,
    phone text,
    role text DEFAULT 'user'::text NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    credits numeric(10,2) DEFAULT 0.00 NOT NULL,
    reseller_package text,
    reseller_expires_at timestamp(3) with time zone,
    default_caller_id text,
    caller_id_type text DEFAULT 'shortcode'::text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    reseller_id uuid,
    has_second_factor boolean DEFAULT false NOT NULL,
    email_confirmed_at timestamp(3) with time zone,
    low_balance_level numeric(10,2),
    low_balance_told_at timestamp(3) with time zone,
    daily_limit numeric(10,2),
    country_limit numeric(10,2),
    country_limits jsonb DEFAULT '{}'::jsonb NOT NULL,
    spent_on date,
    spent_today numeric(12,2) DEFAULT 0.00 NOT NULL,
    spent_by_country jsonb DEFAULT '{}'::jsonb NOT NULL,
    limit_reached_at timestamp(3) with time zone,
    limit_lifted_until timestamp(3) with time zone,
    opened_destinations text[] DEFAULT '{}'::text[] NOT NULL,
    stopped_codes text[] DEFAULT '{}'::text[] NOT NULL,
    calls_at_once integer,
    owed numeric(12,2) DEFAULT 0.00 NOT NULL,
    pending_email text,
    suspended_by_admin boolean DEFAULT false NOT NULL,
    language text,
    on_trial boolean DEFAULT false NOT NULL,
    CONSTRAINT users_credits_not_negative CHECK ((credits >= (0)::numeric)),
    CONSTRAINT users_owed_not_negative CHECK ((owed >= (0)::numeric))
)
WITH (fillfactor='80');
--> statement-breakpoint
CREATE TABLE public.verification_sends (
    id uuid NOT NULL,
    verification_id uuid NOT NULL,
    channel text NOT NULL,
    message_id uuid,
    call_id uuid,
    at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.verifications (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    number text NOT NULL,
    country text,
    language text NOT NULL,
    sender text NOT NULL,
    status text NOT NULL,
    code_hash text NOT NULL,
    sealed_code text,
    tries integer DEFAULT 0 NOT NULL,
    sends integer DEFAULT 0 NOT NULL,
    last_sent_at timestamp(3) with time zone NOT NULL,
    fell_back boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    verified_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.voice_calls (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    caller_id text NOT NULL,
    destination text NOT NULL,
    duration integer DEFAULT 0 NOT NULL,
    status text DEFAULT 'completed'::text NOT NULL,
    recorded boolean DEFAULT false NOT NULL,
    billed_minutes integer DEFAULT 0 NOT NULL,
    cost numeric(8,4) NOT NULL,
    called_at timestamp(3) with time zone NOT NULL,
    ivr_enabled boolean DEFAULT false NOT NULL,
    call_forwarding boolean DEFAULT false NOT NULL,
    forwarding_number text,
    voicemail boolean DEFAULT false NOT NULL,
    conference_call boolean DEFAULT false NOT NULL,
    rate numeric(8,4) DEFAULT 0 NOT NULL,
    max_minutes integer DEFAULT 0 NOT NULL,
    package_minutes integer DEFAULT 0 NOT NULL,
    actual_cost numeric(8,4) DEFAULT 0 NOT NULL,
    set_aside numeric(8,4) DEFAULT 0 NOT NULL,
    transaction_id uuid,
    carrier_cost numeric(8,4),
    provider text,
    provider_call_id text,
    error text,
    answered_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    hang_up_requested_at timestamp(3) with time zone,
    due_at timestamp(3) with time zone,
    package_rate numeric(8,4),
    counted numeric(12,4),
    fee numeric(8,4) DEFAULT 0 NOT NULL,
    first_interval integer DEFAULT 60 NOT NULL,
    next_interval integer DEFAULT 60 NOT NULL,
    supplier_rate numeric(8,4),
    supplier_fee numeric(8,4),
    billed_seconds integer,
    supplier_cost numeric(8,4),
    origin text DEFAULT 'browser'::text NOT NULL,
    sip_status integer,
    route_by text,
    route_rate numeric(8,4),
    route_prefix text,
    forward_rate numeric(8,4),
    parent_id uuid,
    list_cost numeric(12,4),
    says text,
    asked_rate numeric(8,4),
    asked_fee numeric(8,4),
    price_prefix text,
    says_in text,
    held_at timestamp(3) with time zone,
    CONSTRAINT voice_calls_billed CHECK (((package_minutes >= 0) AND (package_minutes <= billed_minutes))),
    CONSTRAINT voice_calls_settled CHECK (((ended_at IS NULL) OR (set_aside = (0)::numeric)))
);
--> statement-breakpoint
CREATE TABLE public.voice_packages (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    package_type text NOT NULL,
    package_name text NOT NULL,
    price text NOT NULL,
    features text[] NOT NULL,
    call_minutes_included integer NOT NULL,
    ivr_enabled boolean DEFAULT false NOT NULL,
    pbx_features_enabled boolean DEFAULT false NOT NULL,
    conference_calls_enabled boolean DEFAULT false NOT NULL,
    voicemail_enabled boolean DEFAULT false NOT NULL,
    call_forwarding_enabled boolean DEFAULT false NOT NULL,
    purchased_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    is_active boolean DEFAULT false NOT NULL,
    upgrade_to text,
    minutes_month timestamp(3) with time zone,
    minutes_taken integer DEFAULT 0 NOT NULL,
    CONSTRAINT voice_packages_minutes CHECK (((minutes_taken >= 0) AND (minutes_taken <= call_minutes_included)))
);
--> statement-breakpoint
CREATE TABLE public.wallet_positions (
    cryptocurrency text NOT NULL,
    address text NOT NULL,
    "position" jsonb,
    height integer,
    moved_at timestamp(3) with time zone,
    looked_at timestamp(3) with time zone,
    failing_since timestamp(3) with time zone,
    failures integer DEFAULT 0 NOT NULL,
    fault text,
    next_look_at timestamp(3) with time zone NOT NULL,
    in_use_at timestamp(3) with time zone NOT NULL,
    is_own_address boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.wallet_transfers (
    id uuid NOT NULL,
    cryptocurrency text NOT NULL,
    chain text NOT NULL,
    address text NOT NULL,
    transaction_hash text NOT NULL,
    output_index integer,
    amount text NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL,
    unseen_at timestamp(3) with time zone,
    block_time timestamp(3) with time zone,
    confirmations integer NOT NULL,
    gone_at timestamp(3) with time zone,
    watched boolean NOT NULL,
    transaction_id uuid,
    dismissed_at timestamp(3) with time zone,
    dismissed_by uuid,
    reason text,
    CONSTRAINT wallet_transfers_dismissed CHECK (((dismissed_at IS NULL) = (dismissed_by IS NULL))),
    CONSTRAINT wallet_transfers_output_index CHECK ((output_index >= 0))
);
--> statement-breakpoint
CREATE TABLE public.webhook_attempts (
    id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    latency_ms integer NOT NULL,
    answer_status integer,
    answer text,
    error text
);
--> statement-breakpoint
CREATE TABLE public.webhook_deliveries (
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    event text NOT NULL,
    body text NOT NULL,
    status text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.webhooks (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    secret text NOT NULL,
    previous_secret text,
    previous_secret_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE sip.dialog (
    id integer NOT NULL,
    hash_entry integer NOT NULL,
    hash_id integer NOT NULL,
    callid text NOT NULL,
    from_uri text NOT NULL,
    from_tag text NOT NULL,
    to_uri text NOT NULL,
    to_tag text NOT NULL,
    caller_cseq text NOT NULL,
    callee_cseq text NOT NULL,
    caller_route_set text,
    callee_route_set text,
    caller_contact text NOT NULL,
    callee_contact text NOT NULL,
    caller_sock text NOT NULL,
    callee_sock text NOT NULL,
    state integer NOT NULL,
    start_time integer NOT NULL,
    timeout integer DEFAULT 0 NOT NULL,
    sflags integer DEFAULT 0 NOT NULL,
    iflags integer DEFAULT 0 NOT NULL,
    toroute_name text,
    req_uri text NOT NULL,
    xdata text
);
--> statement-breakpoint
CREATE SEQUENCE sip.dialog_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE sip.dialog_id_seq OWNED BY sip.dialog.id;
--> statement-breakpoint
CREATE TABLE sip.dialog_vars (
    id integer NOT NULL,
    hash_entry integer NOT NULL,
    hash_id integer NOT NULL,
    dialog_key text NOT NULL,
    dialog_value text NOT NULL
);
--> statement-breakpoint
CREATE SEQUENCE sip.dialog_vars_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE sip.dialog_vars_id_seq OWNED BY sip.dialog_vars.id;
--> statement-breakpoint
CREATE TABLE sip.location (
    id integer NOT NULL,
    ruid text DEFAULT ''::text NOT NULL,
    username text DEFAULT ''::text NOT NULL,
    domain text,
    contact text DEFAULT ''::text NOT NULL,
    received text,
    path text,
    expires timestamp without time zone DEFAULT '2030-05-28 21:32:15'::timestamp without time zone NOT NULL,
    q real DEFAULT 1 NOT NULL,
    callid text DEFAULT ''::text NOT NULL,
    cseq integer DEFAULT 1 NOT NULL,
    last_modified timestamp without time zone DEFAULT '2000-01-01 00:00:01'::timestamp without time zone NOT NULL,
    flags integer DEFAULT 0 NOT NULL,
    cflags integer DEFAULT 0 NOT NULL,
    user_agent text DEFAULT ''::text NOT NULL,
    socket text,
    methods integer,
    instance text,
    reg_id integer DEFAULT 0 NOT NULL,
    server_id integer DEFAULT 0 NOT NULL,
    connection_id integer DEFAULT 0 NOT NULL,
    keepalive integer DEFAULT 0 NOT NULL,
    partition integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE SEQUENCE sip.location_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
ALTER SEQUENCE sip.location_id_seq OWNED BY sip.location.id;
--> statement-breakpoint
CREATE TABLE sip.reports (
    id bigint NOT NULL,
    call_id text NOT NULL,
    kind text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    answered_at timestamp(3) with time zone,
    status integer,
    carrier text,
    heard integer,
    sent integer
);
--> statement-breakpoint
ALTER TABLE sip.reports ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME sip.reports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE sip.route_health (
    carrier text NOT NULL,
    edge integer NOT NULL,
    is_up boolean DEFAULT true NOT NULL,
    status integer,
    registered integer,
    at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE VIEW sip.version AS
 SELECT v.table_name,
    v.table_version
   FROM ( VALUES ('location'::text,9), ('dialog'::text,7), ('dialog_vars'::text,1)) v(table_name, table_version);
--> statement-breakpoint
ALTER TABLE ONLY public.debt_entries ALTER COLUMN id SET DEFAULT nextval('public.debt_entries_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.events ALTER COLUMN seq SET DEFAULT nextval('public.events_seq_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.ledger_entries ALTER COLUMN seq SET DEFAULT nextval('public.ledger_entries_seq_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.margin_earnings ALTER COLUMN id SET DEFAULT nextval('public.margin_earnings_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.proof_differences ALTER COLUMN id SET DEFAULT nextval('public.proof_differences_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY sip.dialog ALTER COLUMN id SET DEFAULT nextval('sip.dialog_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY sip.dialog_vars ALTER COLUMN id SET DEFAULT nextval('sip.dialog_vars_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY sip.location ALTER COLUMN id SET DEFAULT nextval('sip.location_id_seq'::regclass);
--> statement-breakpoint
ALTER TABLE ONLY public.account_closings ADD CONSTRAINT account_closings_pkey PRIMARY KEY (user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.answer_rules ADD CONSTRAINT answer_rules_pkey PRIMARY KEY (number_id);
--> statement-breakpoint
ALTER TABLE ONLY public.api_keys ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.api_keys ADD CONSTRAINT "api_keys_tokenHash_unique" UNIQUE (token_hash);
--> statement-breakpoint
ALTER TABLE ONLY public.audit_log ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.auto_replies ADD CONSTRAINT auto_replies_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.auto_verifications ADD CONSTRAINT auto_verifications_pkey PRIMARY KEY (transaction_id);
--> statement-breakpoint
ALTER TABLE ONLY public.blocked_callers ADD CONSTRAINT blocked_callers_user_id_number_pk PRIMARY KEY (user_id, number);
--> statement-breakpoint
ALTER TABLE ONLY public.brands ADD CONSTRAINT "brands_logoId_unique" UNIQUE (logo_id);
--> statement-breakpoint
ALTER TABLE ONLY public.brands ADD CONSTRAINT brands_pkey PRIMARY KEY (user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.call_recordings ADD CONSTRAINT call_recordings_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.carrier_callbacks ADD CONSTRAINT carrier_callbacks_pkey PRIMARY KEY (digest);
--> statement-breakpoint
ALTER TABLE ONLY public.carrier_prices ADD CONSTRAINT carrier_prices_service_unit_id_pk PRIMARY KEY (service, unit_id);
--> statement-breakpoint
ALTER TABLE ONLY public.carrier_receipts ADD CONSTRAINT carrier_receipts_provider_provider_message_id_outcome_pk PRIMARY KEY (provider, provider_message_id, outcome);
--> statement-breakpoint
ALTER TABLE ONLY public.chain_evidence ADD CONSTRAINT chain_evidence_pkey PRIMARY KEY (transaction_id);
--> statement-breakpoint
ALTER TABLE ONLY public.chores ADD CONSTRAINT chores_pkey PRIMARY KEY (name);
--> statement-breakpoint
ALTER TABLE ONLY public.coin_rates ADD CONSTRAINT coin_rates_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.conversation_messages ADD CONSTRAINT conversation_messages_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.conversations ADD CONSTRAINT conversations_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.currency_rates ADD CONSTRAINT currency_rates_pkey PRIMARY KEY (currency);
--> statement-breakpoint
ALTER TABLE ONLY public.debt_entries ADD CONSTRAINT debt_entries_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.did_numbers ADD CONSTRAINT did_numbers_number_unique UNIQUE (number);
--> statement-breakpoint
ALTER TABLE ONLY public.did_numbers ADD CONSTRAINT did_numbers_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.events ADD CONSTRAINT events_pkey PRIMARY KEY (seq);
--> statement-breakpoint
ALTER TABLE ONLY public.figure_losses ADD CONSTRAINT figure_losses_day_code_pk PRIMARY KEY (day, code);
--> statement-breakpoint
ALTER TABLE ONLY public.figures ADD CONSTRAINT figures_by_day_key_service_pk PRIMARY KEY (by, day, key, service);
--> statement-breakpoint
ALTER TABLE ONLY public.given_up_hosts ADD CONSTRAINT given_up_hosts_pkey PRIMARY KEY (host_name);
--> statement-breakpoint
ALTER TABLE ONLY public.idempotency_keys ADD CONSTRAINT idempotency_keys_user_id_method_path_key_pk PRIMARY KEY (user_id, method, path, key);
--> statement-breakpoint
ALTER TABLE ONLY public.incoming_calls ADD CONSTRAINT incoming_calls_pkey PRIMARY KEY (call_id);
--> statement-breakpoint
ALTER TABLE ONLY public.known_devices ADD CONSTRAINT known_devices_user_id_token_hash_pk PRIMARY KEY (user_id, token_hash);
--> statement-breakpoint
ALTER TABLE ONLY public.ledger_checkpoint ADD CONSTRAINT ledger_checkpoint_pkey PRIMARY KEY (only_row);
--> statement-breakpoint
ALTER TABLE ONLY public.ledger_entries ADD CONSTRAINT ledger_entries_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.mail_links ADD CONSTRAINT mail_links_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.mails ADD CONSTRAINT mails_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.margin_earnings ADD CONSTRAINT margin_earnings_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.margin_totals ADD CONSTRAINT margin_totals_reseller_id_customer_id_month_pk PRIMARY KEY (reseller_id, customer_id, month);
--> statement-breakpoint
ALTER TABLE ONLY public.margins ADD CONSTRAINT margins_pkey PRIMARY KEY (transaction_id);
--> statement-breakpoint
ALTER TABLE ONLY public.monthly_totals ADD CONSTRAINT monthly_totals_pkey PRIMARY KEY (month);
--> statement-breakpoint
ALTER TABLE ONLY public.number_facts ADD CONSTRAINT number_facts_pkey PRIMARY KEY (number);
--> statement-breakpoint
ALTER TABLE ONLY public.number_papers_files ADD CONSTRAINT number_papers_files_papers_id_object_id_pk PRIMARY KEY (papers_id, object_id);
--> statement-breakpoint
ALTER TABLE ONLY public.number_papers ADD CONSTRAINT number_papers_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.number_papers_steps ADD CONSTRAINT number_papers_steps_papers_id_round_name_pk PRIMARY KEY (papers_id, round, name);
--> statement-breakpoint
ALTER TABLE ONLY public.objects ADD CONSTRAINT objects_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.opt_out_texts ADD CONSTRAINT opt_out_texts_pkey PRIMARY KEY (user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.opt_outs ADD CONSTRAINT opt_outs_user_id_number_pk PRIMARY KEY (user_id, number);
--> statement-breakpoint
ALTER TABLE ONLY public.own_addresses ADD CONSTRAINT own_addresses_key_id_index_pk PRIMARY KEY (key_id, index);
--> statement-breakpoint
ALTER TABLE ONLY public.package_minutes ADD CONSTRAINT package_minutes_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.papers_withdrawals ADD CONSTRAINT papers_withdrawals_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.passkey_challenges ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge);
--> statement-breakpoint
ALTER TABLE ONLY public.passkeys ADD CONSTRAINT "passkeys_credentialId_unique" UNIQUE (credential_id);
--> statement-breakpoint
ALTER TABLE ONLY public.passkeys ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.password_reset_requests ADD CONSTRAINT password_reset_requests_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.payment_approvals ADD CONSTRAINT payment_approvals_pkey PRIMARY KEY (transaction_id);
--> statement-breakpoint
ALTER TABLE ONLY public.payment_reversals ADD CONSTRAINT payment_reversals_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.payment_screenings ADD CONSTRAINT payment_screenings_pkey PRIMARY KEY (transaction_id);
--> statement-breakpoint
ALTER TABLE ONLY public.payment_signatures ADD CONSTRAINT payment_signatures_transaction_id_address_pk PRIMARY KEY (transaction_id, address);
--> statement-breakpoint
ALTER TABLE ONLY public.price_lists ADD CONSTRAINT price_lists_pkey PRIMARY KEY (user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.price_raises ADD CONSTRAINT price_raises_user_id_subject_pk PRIMARY KEY (user_id, subject);
--> statement-breakpoint
ALTER TABLE ONLY public.proof_differences ADD CONSTRAINT proof_differences_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.proofs ADD CONSTRAINT proofs_pkey PRIMARY KEY (kind);
--> statement-breakpoint
ALTER TABLE ONLY public.proven_numbers ADD CONSTRAINT proven_numbers_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.provider_balances ADD CONSTRAINT provider_balances_pkey PRIMARY KEY (name);
--> statement-breakpoint
ALTER TABLE ONLY public.provider_counts ADD CONSTRAINT provider_counts_name_what_pk PRIMARY KEY (name, what);
--> statement-breakpoint
ALTER TABLE ONLY public.provider_failures ADD CONSTRAINT provider_failures_name_at_account_pk PRIMARY KEY (name, at, account);
--> statement-breakpoint
ALTER TABLE ONLY public.provider_gates ADD CONSTRAINT provider_gates_pkey PRIMARY KEY (name);
--> statement-breakpoint
ALTER TABLE ONLY public.provider_health ADD CONSTRAINT provider_health_pkey PRIMARY KEY (name);
--> statement-breakpoint
ALTER TABLE ONLY public.provider_probes ADD CONSTRAINT provider_probes_name_at_pk PRIMARY KEY (name, at);
--> statement-breakpoint
ALTER TABLE ONLY public.provider_state ADD CONSTRAINT provider_state_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.provider_traffic ADD CONSTRAINT provider_traffic_name_at_pk PRIMARY KEY (name, at);
--> statement-breakpoint
ALTER TABLE ONLY public.quotes ADD CONSTRAINT quotes_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.rate_decks ADD CONSTRAINT rate_decks_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.rate_imports ADD CONSTRAINT rate_imports_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.rate_names ADD CONSTRAINT rate_names_deck_id_name_pk PRIMARY KEY (deck_id, name);
--> statement-breakpoint
ALTER TABLE ONLY public.rate_rows ADD CONSTRAINT rate_rows_deck_id_prefix_valid_from_import_id_pk PRIMARY KEY (deck_id, prefix, valid_from, import_id);
--> statement-breakpoint
ALTER TABLE ONLY public.rate_switches ADD CONSTRAINT rate_switches_pkey PRIMARY KEY (service);
--> statement-breakpoint
ALTER TABLE ONLY public.rate_uses ADD CONSTRAINT rate_uses_pkey PRIMARY KEY (service);
--> statement-breakpoint
ALTER TABLE ONLY public.received_parts ADD CONSTRAINT received_parts_provider_from_number_to_number_reference_part_pk PRIMARY KEY (provider, from_number, to_number, reference, part);
--> statement-breakpoint
ALTER TABLE ONLY public.recovery_codes ADD CONSTRAINT recovery_codes_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash);
--> statement-breakpoint
ALTER TABLE ONLY public.reseller_terms ADD CONSTRAINT reseller_terms_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.reseller_terms ADD CONSTRAINT "reseller_terms_transactionId_unique" UNIQUE (transaction_id);
--> statement-breakpoint
ALTER TABLE ONLY public.retention_sweeps ADD CONSTRAINT retention_sweeps_pkey PRIMARY KEY (what);
--> statement-breakpoint
ALTER TABLE ONLY public.route_orders ADD CONSTRAINT route_orders_pkey PRIMARY KEY (service);
--> statement-breakpoint
ALTER TABLE ONLY public.route_outcomes ADD CONSTRAINT route_outcomes_service_carrier_prefix_pk PRIMARY KEY (service, carrier, prefix);
--> statement-breakpoint
ALTER TABLE ONLY public.sandbox_callers ADD CONSTRAINT sandbox_callers_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.sandbox_calls ADD CONSTRAINT sandbox_calls_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.sandbox_carriers ADD CONSTRAINT sandbox_carriers_pkey PRIMARY KEY (name);
--> statement-breakpoint
ALTER TABLE ONLY public.sandbox_incoming ADD CONSTRAINT sandbox_incoming_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.sandbox_messages ADD CONSTRAINT sandbox_messages_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.sandbox_papers ADD CONSTRAINT sandbox_papers_pkey PRIMARY KEY (reference);
--> statement-breakpoint
ALTER TABLE ONLY public.second_word_files ADD CONSTRAINT second_word_files_pkey PRIMARY KEY (request_id);
--> statement-breakpoint
ALTER TABLE ONLY public.second_words ADD CONSTRAINT second_words_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.sender_gates ADD CONSTRAINT sender_gates_name_sender_pk PRIMARY KEY (name, sender);
--> statement-breakpoint
ALTER TABLE ONLY public.sender_names ADD CONSTRAINT sender_names_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.sessions ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.sessions ADD CONSTRAINT "sessions_tokenHash_unique" UNIQUE (token_hash);
--> statement-breakpoint
ALTER TABLE ONLY public.setting_changes ADD CONSTRAINT setting_changes_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.settings ADD CONSTRAINT settings_name_about_pk PRIMARY KEY (name, about);
--> statement-breakpoint
ALTER TABLE ONLY public.sip_credentials ADD CONSTRAINT sip_credentials_pkey PRIMARY KEY (package_id);
--> statement-breakpoint
ALTER TABLE ONLY public.sip_credentials ADD CONSTRAINT sip_credentials_username_unique UNIQUE (username);
--> statement-breakpoint
ALTER TABLE ONLY public.sms_attempts ADD CONSTRAINT sms_attempts_message_id_id_pk PRIMARY KEY (message_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.sms_messages ADD CONSTRAINT sms_messages_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.sms_parts ADD CONSTRAINT sms_parts_recipient_id_place_pk PRIMARY KEY (recipient_id, place);
--> statement-breakpoint
ALTER TABLE ONLY public.sms_recipients ADD CONSTRAINT sms_recipients_message_id_id_pk PRIMARY KEY (message_id, id);
--> statement-breakpoint
ALTER TABLE ONLY public.sms_templates ADD CONSTRAINT sms_templates_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.spend_hours ADD CONSTRAINT spend_hours_user_id_code_hour_pk PRIMARY KEY (user_id, code, hour);
--> statement-breakpoint
ALTER TABLE ONLY public.spend_prefixes ADD CONSTRAINT spend_prefixes_user_id_service_prefix_hour_pk PRIMARY KEY (user_id, service, prefix, hour);
--> statement-breakpoint
ALTER TABLE ONLY public.sudden_rises ADD CONSTRAINT sudden_rises_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.throttles ADD CONSTRAINT throttles_pkey PRIMARY KEY (key);
--> statement-breakpoint
ALTER TABLE ONLY public.totp_secrets ADD CONSTRAINT totp_secrets_pkey PRIMARY KEY (user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.transactions ADD CONSTRAINT transactions_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.trial_grants ADD CONSTRAINT trial_grants_pkey PRIMARY KEY (address_key);
--> statement-breakpoint
ALTER TABLE ONLY public.trial_grants ADD CONSTRAINT "trial_grants_userId_unique" UNIQUE (user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.trunk_calls ADD CONSTRAINT trunk_calls_pkey PRIMARY KEY (call_id);
--> statement-breakpoint
ALTER TABLE ONLY public.trunk_echoes ADD CONSTRAINT "trunk_echoes_callId_unique" UNIQUE (call_id);
--> statement-breakpoint
ALTER TABLE ONLY public.trunk_echoes ADD CONSTRAINT trunk_echoes_pkey PRIMARY KEY (package_id);
--> statement-breakpoint
ALTER TABLE ONLY public.trunk_registrations ADD CONSTRAINT trunk_registrations_pkey PRIMARY KEY (package_id);
--> statement-breakpoint
ALTER TABLE ONLY public.trunk_rings ADD CONSTRAINT trunk_rings_pkey PRIMARY KEY (leg_id);
--> statement-breakpoint
ALTER TABLE ONLY public.usage_totals ADD CONSTRAINT usage_totals_pkey PRIMARY KEY (user_id);
--> statement-breakpoint
ALTER TABLE ONLY public.users ADD CONSTRAINT users_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.verification_sends ADD CONSTRAINT verification_sends_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.verifications ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.voice_calls ADD CONSTRAINT voice_calls_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.voice_packages ADD CONSTRAINT voice_packages_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.wallet_positions ADD CONSTRAINT wallet_positions_cryptocurrency_address_pk PRIMARY KEY (cryptocurrency, address);
--> statement-breakpoint
ALTER TABLE ONLY public.wallet_transfers ADD CONSTRAINT wallet_transfers_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.webhook_attempts ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.webhook_deliveries ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.webhooks ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY sip.dialog ADD CONSTRAINT dialog_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY sip.dialog_vars ADD CONSTRAINT dialog_vars_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY sip.location ADD CONSTRAINT location_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY sip.location ADD CONSTRAINT location_ruid_unique UNIQUE (ruid);
--> statement-breakpoint
ALTER TABLE ONLY sip.reports ADD CONSTRAINT reports_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY sip.route_health ADD CONSTRAINT route_health_carrier_edge_pk PRIMARY KEY (carrier, edge);
--> statement-breakpoint
CREATE INDEX account_closings_due ON public.account_closings USING btree (erase_at) WHERE (erased_at IS NULL);
--> statement-breakpoint
CREATE INDEX answer_rules_user ON public.answer_rules USING btree (user_id);
--> statement-breakpoint
CREATE UNIQUE INDEX api_keys_one_current ON public.api_keys USING btree (user_id, name) WHERE (revoked_at IS NULL);
--> statement-breakpoint
CREATE INDEX api_keys_user ON public.api_keys USING btree (user_id, id);
--> statement-breakpoint
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id, id);
--> statement-breakpoint
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject_user_id, id);
--> statement-breakpoint
CREATE INDEX auto_replies_lately ON public.auto_replies USING btree (conversation_id, at);
--> statement-breakpoint
CREATE UNIQUE INDEX auto_replies_message ON public.auto_replies USING btree (message_id);
--> statement-breakpoint
CREATE INDEX auto_replies_page ON public.auto_replies USING btree (user_id, id);
--> statement-breakpoint
CREATE INDEX auto_verifications_verified ON public.auto_verifications USING btree (verified_at) WHERE (verified_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX brands_host_name ON public.brands USING btree (host_name);
--> statement-breakpoint
CREATE UNIQUE INDEX brands_host_name_proven ON public.brands USING btree (host_name) WHERE (host_proven_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX call_recordings_call ON public.call_recordings USING btree (call_id);
--> statement-breakpoint
CREATE INDEX call_recordings_due ON public.call_recordings USING btree (due_at) WHERE (due_at IS NOT NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX call_recordings_once ON public.call_recordings USING btree (provider, provider_recording_id);
--> statement-breakpoint
CREATE INDEX carrier_prices_due ON public.carrier_prices USING btree (service, due_at) WHERE (due_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX carrier_receipts_age ON public.carrier_receipts USING btree (received_at);
--> statement-breakpoint
CREATE INDEX chain_evidence_due ON public.chain_evidence USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX chain_evidence_lost ON public.chain_evidence USING btree (transaction_id) WHERE (lost IS NOT NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX conversation_messages_once ON public.conversation_messages USING btree (provider, provider_message_id) WHERE (provider_message_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX conversation_messages_page ON public.conversation_messages USING btree (conversation_id, id);
--> statement-breakpoint
CREATE INDEX conversation_messages_received ON public.conversation_messages USING btree (user_id, id) WHERE incoming;
--> statement-breakpoint
CREATE UNIQUE INDEX conversation_messages_transaction ON public.conversation_messages USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX conversations_age ON public.conversations USING btree (last_at);
--> statement-breakpoint
CREATE INDEX conversations_newest ON public.conversations USING btree (user_id, last_at, id);
--> statement-breakpoint
CREATE UNIQUE INDEX conversations_pair ON public.conversations USING btree (user_id, own_number, other_number);
--> statement-breakpoint
CREATE UNIQUE INDEX debt_entries_once ON public.debt_entries USING btree (transaction_id);
--> statement-breakpoint
CREATE INDEX debt_entries_user ON public.debt_entries USING btree (user_id, id);
--> statement-breakpoint
CREATE INDEX did_numbers_expiry ON public.did_numbers USING btree (expires_at) WHERE (status = 'active'::text);
--> statement-breakpoint
CREATE INDEX did_numbers_holds ON public.did_numbers USING btree (expires_at) WHERE (status = 'reserved'::text);
--> statement-breakpoint
CREATE INDEX did_numbers_provisioning ON public.did_numbers USING btree (id) WHERE (status = 'provisioning'::text);
--> statement-breakpoint
CREATE INDEX did_numbers_user ON public.did_numbers USING btree (user_id, id);
--> statement-breakpoint
CREATE INDEX events_age ON public.events USING btree (at);
--> statement-breakpoint
CREATE INDEX events_position ON public.events USING btree ("position");
--> statement-breakpoint
CREATE INDEX events_unplaced ON public.events USING btree (seq) WHERE ("position" IS NULL);
--> statement-breakpoint
CREATE INDEX figures_of ON public.figures USING btree (by, key, day);
--> statement-breakpoint
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
--> statement-breakpoint
CREATE UNIQUE INDEX incoming_calls_once ON public.incoming_calls USING btree (provider, provider_call_id);
--> statement-breakpoint
CREATE INDEX incoming_calls_user ON public.incoming_calls USING btree (user_id, call_id);
--> statement-breakpoint
CREATE UNIQUE INDEX ledger_entries_once ON public.ledger_entries USING btree (transaction_id);
--> statement-breakpoint
CREATE UNIQUE INDEX ledger_entries_seq ON public.ledger_entries USING btree (seq);
--> statement-breakpoint
CREATE INDEX ledger_entries_user ON public.ledger_entries USING btree (user_id, seq);
--> statement-breakpoint
CREATE INDEX ledger_entries_user_time ON public.ledger_entries USING btree (user_id, created_at, seq);
--> statement-breakpoint
CREATE UNIQUE INDEX ledger_gaps_seq ON public.ledger_gaps USING btree (seq);
--> statement-breakpoint
CREATE INDEX mail_links_expiry ON public.mail_links USING btree (expires_at);
--> statement-breakpoint
CREATE INDEX mail_links_user ON public.mail_links USING btree (user_id, purpose);
--> statement-breakpoint
CREATE INDEX mails_due ON public.mails USING btree (due_at) WHERE (status = 'pending'::text);
--> statement-breakpoint
CREATE INDEX mails_texts ON public.mails USING btree (created_at) WHERE (data IS NOT NULL);
--> statement-breakpoint
CREATE INDEX mails_user ON public.mails USING btree (user_id, id);
--> statement-breakpoint
CREATE INDEX margin_earnings_credited ON public.margin_earnings USING btree (credited_by);
--> statement-breakpoint
CREATE INDEX margin_earnings_taken_back ON public.margin_earnings USING btree (reseller_id) WHERE ((credited_by IS NULL) AND (amount < (0)::numeric));
--> statement-breakpoint
CREATE INDEX margin_earnings_transaction ON public.margin_earnings USING btree (transaction_id);
--> statement-breakpoint
CREATE INDEX margin_earnings_waiting ON public.margin_earnings USING btree (reseller_id, customer_id) WHERE (credited_by IS NULL);
--> statement-breakpoint
CREATE INDEX number_facts_age ON public.number_facts USING btree (asked_at);
--> statement-breakpoint
CREATE INDEX number_facts_asked_for ON public.number_facts USING btree (asked_for);
--> statement-breakpoint
CREATE INDEX number_papers_due ON public.number_papers USING btree (due_at) WHERE (due_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX number_papers_files_object ON public.number_papers_files USING btree (object_id);
--> statement-breakpoint
CREATE UNIQUE INDEX number_papers_one ON public.number_papers USING btree (user_id, provider, country_code, kind);
--> statement-breakpoint
CREATE INDEX number_papers_queue ON public.number_papers USING btree (status, id);
--> statement-breakpoint
CREATE INDEX objects_owner ON public.objects USING btree (owner_id);
--> statement-breakpoint
CREATE UNIQUE INDEX opt_outs_page ON public.opt_outs USING btree (user_id, id);
--> statement-breakpoint
CREATE UNIQUE INDEX own_addresses_once ON public.own_addresses USING btree (chain, address);
--> statement-breakpoint
CREATE INDEX own_addresses_user ON public.own_addresses USING btree (user_id);
--> statement-breakpoint
CREATE UNIQUE INDEX package_minutes_call ON public.package_minutes USING btree (call_id, package_id);
--> statement-breakpoint
CREATE INDEX package_minutes_month ON public.package_minutes USING btree (package_id, month);
--> statement-breakpoint
CREATE INDEX papers_withdrawals_due ON public.papers_withdrawals USING btree (due_at);
--> statement-breakpoint
CREATE INDEX passkey_challenges_expires ON public.passkey_challenges USING btree (expires_at);
--> statement-breakpoint
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);
--> statement-breakpoint
CREATE INDEX payment_approvals_by ON public.payment_approvals USING btree (approved_by);
--> statement-breakpoint
CREATE INDEX payment_reversals_payment ON public.payment_reversals USING btree (transaction_id);
--> statement-breakpoint
CREATE UNIQUE INDEX payment_reversals_transaction ON public.payment_reversals USING btree (reversal_transaction_id);
--> statement-breakpoint
CREATE INDEX payment_screenings_due ON public.payment_screenings USING btree (next_ask_at) WHERE (next_ask_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX price_lists_sms_deck ON public.price_lists USING btree (sms_deck_id) WHERE (sms_deck_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX price_lists_voice_deck ON public.price_lists USING btree (voice_deck_id) WHERE (voice_deck_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX price_raises_deck ON public.price_raises USING btree (deck_id) WHERE (deck_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX price_raises_due ON public.price_raises USING btree (holds_from);
--> statement-breakpoint
CREATE UNIQUE INDEX proof_differences_open ON public.proof_differences USING btree (rule, subject) WHERE (cleared_at IS NULL);
--> statement-breakpoint
CREATE INDEX proven_numbers_message ON public.proven_numbers USING btree (message_id) WHERE (message_id IS NOT NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX proven_numbers_one ON public.proven_numbers USING btree (user_id, number) WHERE (proven_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX proven_numbers_unnoticed ON public.proven_numbers USING btree (proven_at) WHERE ((proven_at IS NOT NULL) AND (noticed_at IS NULL));
--> statement-breakpoint
CREATE INDEX proven_numbers_user ON public.proven_numbers USING btree (user_id, id);
--> statement-breakpoint
CREATE INDEX quotes_amount ON public.quotes USING btree (cryptocurrency, address, crypto_amount, created_at) WHERE has_own_amount;
--> statement-breakpoint
CREATE UNIQUE INDEX quotes_amount_once ON public.quotes USING btree (cryptocurrency, address, crypto_amount) WHERE holds_amount;
--> statement-breakpoint
CREATE INDEX quotes_own_address ON public.quotes USING btree (cryptocurrency, created_at) WHERE own_address;
--> statement-breakpoint
CREATE INDEX quotes_user ON public.quotes USING btree (user_id, id);
--> statement-breakpoint
CREATE UNIQUE INDEX rate_decks_carrier ON public.rate_decks USING btree (service, carrier) WHERE (kind = 'cost'::text);
--> statement-breakpoint
CREATE UNIQUE INDEX rate_decks_name ON public.rate_decks USING btree (service, lower(name));
--> statement-breakpoint
CREATE INDEX rate_imports_deck ON public.rate_imports USING btree (deck_id, id);
--> statement-breakpoint
CREATE INDEX rate_rows_network ON public.rate_rows USING btree (deck_id, network) WHERE (network IS NOT NULL);
--> statement-breakpoint
CREATE INDEX received_parts_age ON public.received_parts USING btree (received_at);
--> statement-breakpoint
CREATE INDEX reseller_terms_user ON public.reseller_terms USING btree (user_id, id);
--> statement-breakpoint
CREATE INDEX route_outcomes_worst ON public.route_outcomes USING btree (service, carrier, share, prefix) WHERE (seen >= 20);
--> statement-breakpoint
CREATE INDEX sandbox_callers_due ON public.sandbox_callers USING btree (due_at);
--> statement-breakpoint
CREATE INDEX sandbox_calls_reference ON public.sandbox_calls USING btree (carrier, reference);
--> statement-breakpoint
CREATE INDEX sandbox_calls_tell ON public.sandbox_calls USING btree (tell_at);
--> statement-breakpoint
CREATE INDEX sandbox_incoming_due ON public.sandbox_incoming USING btree (due_at);
--> statement-breakpoint
CREATE INDEX sandbox_messages_due ON public.sandbox_messages USING btree (report_due_at) WHERE (reported_at IS NULL);
--> statement-breakpoint
CREATE INDEX sandbox_messages_reference ON public.sandbox_messages USING btree (carrier, reference);
--> statement-breakpoint
CREATE INDEX sandbox_papers_owner ON public.sandbox_papers USING btree (owner);
--> statement-breakpoint
CREATE UNIQUE INDEX second_words_one_waiting ON public.second_words USING btree (kind, lower(subject)) WHERE (decided_at IS NULL);
--> statement-breakpoint
CREATE INDEX second_words_waiting ON public.second_words USING btree (id) WHERE (decided_at IS NULL);
--> statement-breakpoint
CREATE INDEX sender_names_name ON public.sender_names USING btree (lower(name));
--> statement-breakpoint
CREATE UNIQUE INDEX sender_names_one ON public.sender_names USING btree (user_id, lower(name));
--> statement-breakpoint
CREATE INDEX sender_names_queue ON public.sender_names USING btree (status, id);
--> statement-breakpoint
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
--> statement-breakpoint
CREATE INDEX setting_changes_setting ON public.setting_changes USING btree (name, about, id);
--> statement-breakpoint
CREATE INDEX sms_messages_from_number ON public.sms_messages USING btree (user_id, sender_id, id) WHERE (sender_id ~ '^[+0-9]'::text);
--> statement-breakpoint
CREATE INDEX sms_messages_held ON public.sms_messages USING btree (held_at) WHERE (held_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX sms_messages_scheduled ON public.sms_messages USING btree (user_id, id) WHERE (status = 'scheduled'::text);
--> statement-breakpoint
CREATE UNIQUE INDEX sms_messages_transaction ON public.sms_messages USING btree (transaction_id);
--> statement-breakpoint
CREATE INDEX sms_messages_user ON public.sms_messages USING btree (user_id, id);
--> statement-breakpoint
CREATE INDEX sms_parts_age ON public.sms_parts USING btree (taken_at);
--> statement-breakpoint
CREATE INDEX sms_parts_provider_message ON public.sms_parts USING btree (provider, provider_message_id);
--> statement-breakpoint
CREATE INDEX sms_recipients_bulk ON public.sms_recipients USING btree (message_id, due_at) WHERE ((status = 'queued'::text) AND bulk);
--> statement-breakpoint
CREATE INDEX sms_recipients_claims ON public.sms_recipients USING btree (claimed_until) WHERE (status = 'sending'::text);
--> statement-breakpoint
CREATE INDEX sms_recipients_counted ON public.sms_recipients USING btree (message_id) WHERE (counted IS NOT NULL);
--> statement-breakpoint
CREATE INDEX sms_recipients_handfuls ON public.sms_recipients USING btree (due_at, id) WHERE ((status = 'queued'::text) AND (NOT bulk));
--> statement-breakpoint
CREATE INDEX sms_recipients_open ON public.sms_recipients USING btree (id) WHERE (status = ANY (ARRAY['sending'::text, 'unknown'::text]));
--> statement-breakpoint
CREATE INDEX sms_recipients_provider_message ON public.sms_recipients USING btree (provider, provider_message_id) WHERE (provider_message_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX sms_recipients_refused ON public.sms_recipients USING btree (message_id) WHERE ((status = 'queued'::text) AND (refused_by <> '{}'::text[]));
--> statement-breakpoint
CREATE INDEX sms_recipients_turns ON public.sms_recipients USING btree (urgency, user_id, due_at, id) WHERE ((status = 'queued'::text) AND (NOT bulk));
--> statement-breakpoint
CREATE INDEX sms_recipients_unheard ON public.sms_recipients USING btree (sent_at) WHERE ((status = 'sent'::text) AND (margin > (0)::numeric) AND (earned_unheard_at IS NULL));
--> statement-breakpoint
CREATE INDEX sms_templates_user ON public.sms_templates USING btree (user_id, id);
--> statement-breakpoint
CREATE INDEX spend_hours_hour ON public.spend_hours USING btree (hour);
--> statement-breakpoint
CREATE INDEX spend_prefixes_hour ON public.spend_prefixes USING btree (hour, user_id);
--> statement-breakpoint
CREATE INDEX sudden_rises_user ON public.sudden_rises USING btree (user_id, code, stopped_at);
--> statement-breakpoint
CREATE INDEX transactions_decided_payments ON public.transactions USING btree (settled_at, id, status, cryptocurrency, amount) WHERE ((cryptocurrency IS NOT NULL) AND (status = ANY (ARRAY['verified'::text, 'failed'::text])));
--> statement-breakpoint
CREATE INDEX transactions_numbers ON public.transactions USING btree (id) WHERE (type = 'did_purchase'::text);
--> statement-breakpoint
CREATE INDEX transactions_orders ON public.transactions USING btree (user_id, settled_at) WHERE (type = ANY (ARRAY['reseller_package'::text, 'voice_package'::text]));
--> statement-breakpoint
CREATE UNIQUE INDEX transactions_output_claimed_once ON public.transactions USING btree (chain, transaction_hash, COALESCE(output_index, '-1'::integer), user_id) WHERE ((transaction_hash IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'verified'::text])) AND (NOT hash_freed));
--> statement-breakpoint
CREATE UNIQUE INDEX transactions_output_once ON public.transactions USING btree (chain, transaction_hash, COALESCE(output_index, '-1'::integer)) WHERE ((transaction_hash IS NOT NULL) AND (status = 'verified'::text) AND (NOT hash_freed));
--> statement-breakpoint
CREATE INDEX transactions_packages ON public.transactions USING btree (settled_at) WHERE (type = ANY (ARRAY['reseller_package'::text, 'voice_package'::text]));
--> statement-breakpoint
CREATE INDEX transactions_payment_hash ON public.transactions USING btree (transaction_hash text_pattern_ops) WHERE (cryptocurrency IS NOT NULL);
--> statement-breakpoint
CREATE INDEX transactions_payments_of_user ON public.transactions USING btree (user_id, id) WHERE (cryptocurrency IS NOT NULL);
--> statement-breakpoint
CREATE INDEX transactions_pending ON public.transactions USING btree (id) WHERE (status = 'pending'::text);
--> statement-breakpoint
CREATE UNIQUE INDEX transactions_quote_once ON public.transactions USING btree (quote_id) WHERE ((quote_id IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'verified'::text])));
--> statement-breakpoint
CREATE INDEX transactions_receipt ON public.transactions USING btree (receipt_image) WHERE (receipt_image IS NOT NULL);
--> statement-breakpoint
CREATE INDEX transactions_refunds ON public.transactions USING btree (refunds_transaction_id);
--> statement-breakpoint
CREATE UNIQUE INDEX transactions_reseller_order_once ON public.transactions USING btree (user_id, reseller_package) WHERE ((type = 'reseller_package'::text) AND (status = 'pending'::text));
--> statement-breakpoint
CREATE INDEX transactions_settles ON public.transactions USING btree (settles_transaction_id) WHERE (settles_transaction_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX transactions_transfers ON public.transactions USING btree (user_id) WHERE (counterpart_transaction_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX transactions_user ON public.transactions USING btree (user_id, id);
--> statement-breakpoint
CREATE INDEX transactions_verified ON public.transactions USING btree (settled_at) WHERE (status = 'verified'::text);
--> statement-breakpoint
CREATE UNIQUE INDEX transactions_voice_order_once ON public.transactions USING btree (voice_package_id) WHERE ((type = 'voice_package'::text) AND (status = 'pending'::text));
--> statement-breakpoint
CREATE INDEX transactions_voice_package ON public.transactions USING btree (voice_package_id);
--> statement-breakpoint
CREATE INDEX transactions_waiting_orders ON public.transactions USING btree (user_id, id) WHERE ((status = 'pending'::text) AND (type = ANY (ARRAY['reseller_package'::text, 'voice_package'::text])));
--> statement-breakpoint
CREATE INDEX trial_grants_created ON public.trial_grants USING btree (created_at);
--> statement-breakpoint
CREATE INDEX trial_grants_domain ON public.trial_grants USING btree (domain_key);
--> statement-breakpoint
CREATE UNIQUE INDEX trunk_calls_once ON public.trunk_calls USING btree (sip_call_id, from_tag, cseq);
--> statement-breakpoint
CREATE INDEX trunk_calls_package ON public.trunk_calls USING btree (package_id);
--> statement-breakpoint
CREATE INDEX trunk_rings_package ON public.trunk_rings USING btree (package_id);
--> statement-breakpoint
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));
--> statement-breakpoint
CREATE INDEX users_low_balance ON public.users USING btree (id) WHERE (low_balance_level IS NOT NULL);
--> statement-breakpoint
CREATE INDEX users_owing ON public.users USING btree (id) WHERE (owed > (0)::numeric);
--> statement-breakpoint
CREATE INDEX users_reseller ON public.users USING btree (reseller_id, id) WHERE (reseller_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX users_role ON public.users USING btree (role, id);
--> statement-breakpoint
CREATE INDEX users_search ON public.users USING gin (lower(((((full_name || ' '::text) || email) || ' '::text) || (id)::text)) public.gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX users_spent_on ON public.users USING btree (spent_on) WHERE (spent_on IS NOT NULL);
--> statement-breakpoint
CREATE INDEX users_status ON public.users USING btree (status, id);
--> statement-breakpoint
CREATE UNIQUE INDEX verification_sends_message ON public.verification_sends USING btree (message_id) WHERE (message_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX verification_sends_of ON public.verification_sends USING btree (verification_id);
--> statement-breakpoint
CREATE INDEX verifications_number ON public.verifications USING btree (user_id, number, last_sent_at);
--> statement-breakpoint
CREATE INDEX verifications_open ON public.verifications USING btree (expires_at) WHERE (status = 'pending'::text);
--> statement-breakpoint
CREATE INDEX verifications_page ON public.verifications USING btree (user_id, id);
--> statement-breakpoint
CREATE INDEX voice_calls_due ON public.voice_calls USING btree (due_at) WHERE (due_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX voice_calls_from ON public.voice_calls USING btree (user_id, caller_id, id);
--> statement-breakpoint
CREATE INDEX voice_calls_legs ON public.voice_calls USING btree (parent_id) WHERE (parent_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX voice_calls_to ON public.voice_calls USING btree (user_id, destination, id) WHERE (origin = 'incoming'::text);
--> statement-breakpoint
CREATE UNIQUE INDEX voice_calls_transaction ON public.voice_calls USING btree (transaction_id);
--> statement-breakpoint
CREATE INDEX voice_calls_under_way ON public.voice_calls USING btree (user_id) WHERE (ended_at IS NULL);
--> statement-breakpoint
CREATE INDEX voice_calls_user ON public.voice_calls USING btree (user_id, id);
--> statement-breakpoint
CREATE INDEX voice_packages_user ON public.voice_packages USING btree (user_id, id);
--> statement-breakpoint
CREATE INDEX wallet_transfers_address ON public.wallet_transfers USING btree (address);
--> statement-breakpoint
CREATE INDEX wallet_transfers_dismissed_by ON public.wallet_transfers USING btree (dismissed_by);
--> statement-breakpoint
CREATE UNIQUE INDEX wallet_transfers_output_once ON public.wallet_transfers USING btree (chain, transaction_hash, COALESCE(output_index, '-1'::integer));
--> statement-breakpoint
CREATE INDEX wallet_transfers_transaction ON public.wallet_transfers USING btree (transaction_id);
--> statement-breakpoint
CREATE INDEX wallet_transfers_watched ON public.wallet_transfers USING btree (cryptocurrency, address) WHERE watched;
--> statement-breakpoint
CREATE INDEX webhook_attempts_delivery ON public.webhook_attempts USING btree (delivery_id, id);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_age ON public.webhook_deliveries USING btree (created_at);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (webhook_id, due_at) WHERE (status = 'pending'::text);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_webhook ON public.webhook_deliveries USING btree (webhook_id, id);
--> statement-breakpoint
CREATE INDEX webhooks_user ON public.webhooks USING btree (user_id, id);
--> statement-breakpoint
CREATE INDEX dialog_hash ON sip.dialog USING btree (hash_entry, hash_id);
--> statement-breakpoint
CREATE INDEX dialog_vars_hash ON sip.dialog_vars USING btree (hash_entry, hash_id);
--> statement-breakpoint
CREATE INDEX location_connection ON sip.location USING btree (server_id, connection_id);
--> statement-breakpoint
CREATE INDEX location_contact ON sip.location USING btree (username, domain, contact);
--> statement-breakpoint
CREATE INDEX location_expires ON sip.location USING btree (expires);
--> statement-breakpoint
CREATE INDEX reports_call ON sip.reports USING btree (call_id, id);
--> statement-breakpoint
CREATE TRIGGER ledger_entries_by_ledger BEFORE INSERT ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION public.ledger_only();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_stay BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION public.entries_stay();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_stay_whole BEFORE TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION public.entries_stay();
--> statement-breakpoint
CREATE TRIGGER users_begin_without_credits BEFORE INSERT ON public.users FOR EACH ROW WHEN ((new.credits <> (0)::numeric)) EXECUTE FUNCTION public.ledger_only();
--> statement-breakpoint
CREATE TRIGGER users_credits_by_ledger BEFORE UPDATE OF credits ON public.users FOR EACH ROW WHEN ((old.credits IS DISTINCT FROM new.credits)) EXECUTE FUNCTION public.ledger_only();
--> statement-breakpoint
ALTER TABLE ONLY public.account_closings ADD CONSTRAINT account_closings_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.answer_rules ADD CONSTRAINT answer_rules_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.api_keys ADD CONSTRAINT api_keys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.audit_log ADD CONSTRAINT audit_log_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.audit_log ADD CONSTRAINT audit_log_subject_user_id_users_id_fk FOREIGN KEY (subject_user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.auto_replies ADD CONSTRAINT auto_replies_conversation_id_conversations_id_fk FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.auto_replies ADD CONSTRAINT auto_replies_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.auto_verifications ADD CONSTRAINT auto_verifications_transaction_id_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.blocked_callers ADD CONSTRAINT blocked_callers_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.brands ADD CONSTRAINT brands_logo_id_objects_id_fk FOREIGN KEY (logo_id) REFERENCES public.objects(id);
--> statement-breakpoint
ALTER TABLE ONLY public.brands ADD CONSTRAINT brands_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.call_recordings ADD CONSTRAINT call_recordings_call_id_voice_calls_id_fk FOREIGN KEY (call_id) REFERENCES public.voice_calls(id);
--> statement-breakpoint
ALTER TABLE ONLY public.chain_evidence ADD CONSTRAINT chain_evidence_transaction_id_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.conversation_messages ADD CONSTRAINT conversation_messages_conversation_id_conversations_id_fk FOREIGN KEY (conversation_id) REFERENCES public.conversations(id);
--> statement-breakpoint
ALTER TABLE ONLY public.conversation_messages ADD CONSTRAINT conversation_messages_transaction_id_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.conversation_messages ADD CONSTRAINT conversation_messages_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.conversations ADD CONSTRAINT conversations_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.debt_entries ADD CONSTRAINT debt_entries_transaction_id_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.debt_entries ADD CONSTRAINT debt_entries_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.did_numbers ADD CONSTRAINT did_numbers_transaction_id_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.did_numbers ADD CONSTRAINT did_numbers_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.given_up_hosts ADD CONSTRAINT given_up_hosts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.idempotency_keys ADD CONSTRAINT idempotency_keys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.incoming_calls ADD CONSTRAINT incoming_calls_call_id_voice_calls_id_fk FOREIGN KEY (call_id) REFERENCES public.voice_calls(id);
--> statement-breakpoint
ALTER TABLE ONLY public.incoming_calls ADD CONSTRAINT incoming_calls_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.known_devices ADD CONSTRAINT known_devices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.ledger_entries ADD CONSTRAINT ledger_entries_transaction_id_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.ledger_entries ADD CONSTRAINT ledger_entries_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.mail_links ADD CONSTRAINT mail_links_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.mails ADD CONSTRAINT mails_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.margin_earnings ADD CONSTRAINT margin_earnings_transaction_id_margins_transaction_id_fk FOREIGN KEY (transaction_id) REFERENCES public.margins(transaction_id);
--> statement-breakpoint
ALTER TABLE ONLY public.margins ADD CONSTRAINT margins_transaction_id_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.number_papers ADD CONSTRAINT number_papers_decided_by_users_id_fk FOREIGN KEY (decided_by) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.number_papers_files ADD CONSTRAINT number_papers_files_object_id_objects_id_fk FOREIGN KEY (object_id) REFERENCES public.objects(id);
--> statement-breakpoint
ALTER TABLE ONLY public.number_papers_files ADD CONSTRAINT number_papers_files_papers_id_number_papers_id_fk FOREIGN KEY (papers_id) REFERENCES public.number_papers(id);
--> statement-breakpoint
ALTER TABLE ONLY public.number_papers_steps ADD CONSTRAINT number_papers_steps_papers_id_number_papers_id_fk FOREIGN KEY (papers_id) REFERENCES public.number_papers(id);
--> statement-breakpoint
ALTER TABLE ONLY public.number_papers ADD CONSTRAINT number_papers_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.objects ADD CONSTRAINT objects_owner_id_users_id_fk FOREIGN KEY (owner_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.opt_out_texts ADD CONSTRAINT opt_out_texts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.opt_outs ADD CONSTRAINT opt_outs_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.own_addresses ADD CONSTRAINT own_addresses_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.package_minutes ADD CONSTRAINT package_minutes_package_id_voice_packages_id_fk FOREIGN KEY (package_id) REFERENCES public.voice_packages(id);
--> statement-breakpoint
ALTER TABLE ONLY public.passkey_challenges ADD CONSTRAINT passkey_challenges_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.passkeys ADD CONSTRAINT passkeys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.payment_approvals ADD CONSTRAINT payment_approvals_approved_by_users_id_fk FOREIGN KEY (approved_by) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.payment_approvals ADD CONSTRAINT payment_approvals_transaction_id_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.payment_reversals ADD CONSTRAINT payment_reversals_decided_by_users_id_fk FOREIGN KEY (decided_by) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.payment_reversals ADD CONSTRAINT payment_reversals_requested_by_users_id_fk FOREIGN KEY (requested_by) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.payment_reversals ADD CONSTRAINT payment_reversals_reversal_transaction_id_transactions_id_fk FOREIGN KEY (reversal_transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.payment_reversals ADD CONSTRAINT payment_reversals_transaction_id_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.payment_screenings ADD CONSTRAINT payment_screenings_transaction_id_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.payment_signatures ADD CONSTRAINT payment_signatures_transaction_id_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.price_lists ADD CONSTRAINT price_lists_sms_deck_id_rate_decks_id_fk FOREIGN KEY (sms_deck_id) REFERENCES public.rate_decks(id);
--> statement-breakpoint
ALTER TABLE ONLY public.price_lists ADD CONSTRAINT price_lists_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.price_lists ADD CONSTRAINT price_lists_voice_deck_id_rate_decks_id_fk FOREIGN KEY (voice_deck_id) REFERENCES public.rate_decks(id);
--> statement-breakpoint
ALTER TABLE ONLY public.price_raises ADD CONSTRAINT price_raises_deck_id_rate_decks_id_fk FOREIGN KEY (deck_id) REFERENCES public.rate_decks(id);
--> statement-breakpoint
ALTER TABLE ONLY public.price_raises ADD CONSTRAINT price_raises_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.proven_numbers ADD CONSTRAINT proven_numbers_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.quotes ADD CONSTRAINT quotes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.rate_imports ADD CONSTRAINT rate_imports_deck_id_rate_decks_id_fk FOREIGN KEY (deck_id) REFERENCES public.rate_decks(id);
--> statement-breakpoint
ALTER TABLE ONLY public.rate_imports ADD CONSTRAINT rate_imports_imported_by_users_id_fk FOREIGN KEY (imported_by) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.rate_imports ADD CONSTRAINT rate_imports_undone_by_users_id_fk FOREIGN KEY (undone_by) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.rate_switches ADD CONSTRAINT rate_switches_announced_by_users_id_fk FOREIGN KEY (announced_by) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.rate_switches ADD CONSTRAINT rate_switches_deck_id_rate_decks_id_fk FOREIGN KEY (deck_id) REFERENCES public.rate_decks(id);
--> statement-breakpoint
ALTER TABLE ONLY public.rate_switches ADD CONSTRAINT rate_switches_reseller_deck_id_rate_decks_id_fk FOREIGN KEY (reseller_deck_id) REFERENCES public.rate_decks(id);
--> statement-breakpoint
ALTER TABLE ONLY public.rate_uses ADD CONSTRAINT rate_uses_deck_id_rate_decks_id_fk FOREIGN KEY (deck_id) REFERENCES public.rate_decks(id);
--> statement-breakpoint
ALTER TABLE ONLY public.rate_uses ADD CONSTRAINT rate_uses_reseller_deck_id_rate_decks_id_fk FOREIGN KEY (reseller_deck_id) REFERENCES public.rate_decks(id);
--> statement-breakpoint
ALTER TABLE ONLY public.recovery_codes ADD CONSTRAINT recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.reseller_terms ADD CONSTRAINT reseller_terms_transaction_id_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.reseller_terms ADD CONSTRAINT reseller_terms_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.second_word_files ADD CONSTRAINT second_word_files_request_id_second_words_id_fk FOREIGN KEY (request_id) REFERENCES public.second_words(id);
--> statement-breakpoint
ALTER TABLE ONLY public.second_words ADD CONSTRAINT second_words_decided_by_users_id_fk FOREIGN KEY (decided_by) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.second_words ADD CONSTRAINT second_words_requested_by_users_id_fk FOREIGN KEY (requested_by) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.sender_names ADD CONSTRAINT sender_names_decided_by_users_id_fk FOREIGN KEY (decided_by) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.sender_names ADD CONSTRAINT sender_names_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.sessions ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.setting_changes ADD CONSTRAINT setting_changes_asked_by_users_id_fk FOREIGN KEY (asked_by) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.setting_changes ADD CONSTRAINT setting_changes_changed_by_users_id_fk FOREIGN KEY (changed_by) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.sip_credentials ADD CONSTRAINT sip_credentials_package_id_voice_packages_id_fk FOREIGN KEY (package_id) REFERENCES public.voice_packages(id);
--> statement-breakpoint
ALTER TABLE ONLY public.sms_messages ADD CONSTRAINT sms_messages_transaction_id_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.sms_messages ADD CONSTRAINT sms_messages_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.sms_recipients ADD CONSTRAINT sms_recipients_message_id_sms_messages_id_fk FOREIGN KEY (message_id) REFERENCES public.sms_messages(id);
--> statement-breakpoint
ALTER TABLE ONLY public.sms_templates ADD CONSTRAINT sms_templates_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.spend_hours ADD CONSTRAINT spend_hours_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.spend_prefixes ADD CONSTRAINT spend_prefixes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.sudden_rises ADD CONSTRAINT sudden_rises_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.totp_secrets ADD CONSTRAINT totp_secrets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.transactions ADD CONSTRAINT transactions_counterpart_transaction_id_transactions_id_fk FOREIGN KEY (counterpart_transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.transactions ADD CONSTRAINT transactions_quote_id_quotes_id_fk FOREIGN KEY (quote_id) REFERENCES public.quotes(id);
--> statement-breakpoint
ALTER TABLE ONLY public.transactions ADD CONSTRAINT transactions_refunds_transaction_id_transactions_id_fk FOREIGN KEY (refunds_transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.transactions ADD CONSTRAINT transactions_settled_by_users_id_fk FOREIGN KEY (settled_by) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.transactions ADD CONSTRAINT transactions_settles_transaction_id_transactions_id_fk FOREIGN KEY (settles_transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.transactions ADD CONSTRAINT transactions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.trial_grants ADD CONSTRAINT trial_grants_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.trunk_calls ADD CONSTRAINT trunk_calls_call_id_voice_calls_id_fk FOREIGN KEY (call_id) REFERENCES public.voice_calls(id);
--> statement-breakpoint
ALTER TABLE ONLY public.trunk_calls ADD CONSTRAINT trunk_calls_package_id_voice_packages_id_fk FOREIGN KEY (package_id) REFERENCES public.voice_packages(id);
--> statement-breakpoint
ALTER TABLE ONLY public.trunk_echoes ADD CONSTRAINT trunk_echoes_package_id_voice_packages_id_fk FOREIGN KEY (package_id) REFERENCES public.voice_packages(id);
--> statement-breakpoint
ALTER TABLE ONLY public.trunk_registrations ADD CONSTRAINT trunk_registrations_package_id_voice_packages_id_fk FOREIGN KEY (package_id) REFERENCES public.voice_packages(id);
--> statement-breakpoint
ALTER TABLE ONLY public.trunk_rings ADD CONSTRAINT trunk_rings_leg_id_voice_calls_id_fk FOREIGN KEY (leg_id) REFERENCES public.voice_calls(id);
--> statement-breakpoint
ALTER TABLE ONLY public.trunk_rings ADD CONSTRAINT trunk_rings_package_id_voice_packages_id_fk FOREIGN KEY (package_id) REFERENCES public.voice_packages(id);
--> statement-breakpoint
ALTER TABLE ONLY public.usage_totals ADD CONSTRAINT usage_totals_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.users ADD CONSTRAINT users_reseller_id_users_id_fk FOREIGN KEY (reseller_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.verification_sends ADD CONSTRAINT verification_sends_verification_id_verifications_id_fk FOREIGN KEY (verification_id) REFERENCES public.verifications(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.verifications ADD CONSTRAINT verifications_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.voice_calls ADD CONSTRAINT voice_calls_parent_id_voice_calls_id_fk FOREIGN KEY (parent_id) REFERENCES public.voice_calls(id);
--> statement-breakpoint
ALTER TABLE ONLY public.voice_calls ADD CONSTRAINT voice_calls_transaction_id_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.voice_calls ADD CONSTRAINT voice_calls_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.voice_packages ADD CONSTRAINT voice_packages_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.wallet_transfers ADD CONSTRAINT wallet_transfers_dismissed_by_users_id_fk FOREIGN KEY (dismissed_by) REFERENCES public.users(id);
--> statement-breakpoint
ALTER TABLE ONLY public.wallet_transfers ADD CONSTRAINT wallet_transfers_transaction_id_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES public.transactions(id);
--> statement-breakpoint
ALTER TABLE ONLY public.webhook_attempts ADD CONSTRAINT webhook_attempts_delivery_id_webhook_deliveries_id_fk FOREIGN KEY (delivery_id) REFERENCES public.webhook_deliveries(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.webhook_deliveries ADD CONSTRAINT webhook_deliveries_webhook_id_webhooks_id_fk FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.webhooks ADD CONSTRAINT webhooks_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
--> statement-breakpoint
INSERT INTO public.ledger_checkpoint VALUES (true, 0);
