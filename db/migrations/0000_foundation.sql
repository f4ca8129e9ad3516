CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text DEFAULT 'default' NOT NULL,
	"token_hash" text NOT NULL,
	"last_four" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject" text,
	"subject_user_id" uuid,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"user_agent" text,
	"address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"reset_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password" text NOT NULL,
	"full_name" text NOT NULL,
	"company" text,
	"phone" text,
	"role" text DEFAULT 'user' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"credits" numeric(10, 2) DEFAULT 0.00 NOT NULL,
	"reseller_package" text,
	"reseller_expires_at" timestamp (3) with time zone,
	"default_caller_id" text,
	"caller_id_type" text DEFAULT 'shortcode' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_credits_not_negative" CHECK ("users"."credits" >= 0)
);
--> statement-breakpoint
CREATE TABLE "events" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"name" text NOT NULL,
	"user_id" uuid,
	"to_owner" boolean NOT NULL,
	"to_admins" boolean NOT NULL,
	"to_everyone" boolean NOT NULL,
	"data" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer NOT NULL,
	"response" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_method_path_key_pk" PRIMARY KEY("user_id","method","path","key")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"user_id" uuid NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"balance_after" numeric(10, 2) NOT NULL,
	"transaction_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_balance_not_negative" CHECK ("ledger_entries"."balance_after" >= 0)
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"description" text NOT NULL,
	"status" text NOT NULL,
	"balance_change" numeric(10, 2) DEFAULT 0.00 NOT NULL,
	"balance_after" numeric(10, 2),
	"cryptocurrency" text,
	"crypto_amount" text,
	"crypto_address" text,
	"transaction_hash" text,
	"chain" text,
	"receipt_image" text,
	"settles_transaction_id" uuid,
	"refunds_transaction_id" uuid,
	"reseller_package" text,
	"voice_package_id" uuid,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"settled_by" uuid,
	CONSTRAINT "transactions_amount_not_negative" CHECK ("transactions"."amount" >= 0),
	CONSTRAINT "transactions_hash_has_chain" CHECK ("transactions"."transaction_hash" is null or "transactions"."chain" is not null)
);
--> statement-breakpoint
CREATE TABLE "sms_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sender_id" text NOT NULL,
	"recipients" text[] NOT NULL,
	"message" text NOT NULL,
	"parts" integer NOT NULL,
	"status" text NOT NULL,
	"cost" numeric(12, 4) NOT NULL,
	"actual_cost" numeric(12, 4) NOT NULL,
	"carrier_cost" numeric(12, 4),
	"provider" text,
	"transaction_id" uuid NOT NULL,
	"recipient_count" integer NOT NULL,
	"queued_count" integer NOT NULL,
	"sent_count" integer DEFAULT 0 NOT NULL,
	"delivered_count" integer DEFAULT 0 NOT NULL,
	"failed_count" integer DEFAULT 0 NOT NULL,
	"unknown_count" integer DEFAULT 0 NOT NULL,
	"handed_over_count" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sms_recipients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"number" text NOT NULL,
	"status" text NOT NULL,
	"cost" numeric(8, 4) NOT NULL,
	"carrier_cost" numeric(8, 4),
	"provider" text,
	"provider_message_id" text,
	"error" text,
	"claimed_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_health" (
	"name" text PRIMARY KEY NOT NULL,
	"healthy" boolean NOT NULL,
	"detail" text,
	"checked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_state" (
	"id" integer PRIMARY KEY NOT NULL,
	"active" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_carriers" (
	"name" text PRIMARY KEY NOT NULL,
	"down" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"carrier" text NOT NULL,
	"reference" text NOT NULL,
	"sender" text NOT NULL,
	"number" text NOT NULL,
	"text" text NOT NULL,
	"outcome" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"report_due_at" timestamp (3) with time zone NOT NULL,
	"reported_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "did_numbers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"number" text NOT NULL,
	"country" text NOT NULL,
	"country_code" text NOT NULL,
	"monthly_price" numeric(8, 2) NOT NULL,
	"status" text DEFAULT 'reserved' NOT NULL,
	"purchased_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "did_numbers_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "voice_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"caller_id" text NOT NULL,
	"destination" text NOT NULL,
	"duration" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'completed' NOT NULL,
	"recorded" boolean DEFAULT false NOT NULL,
	"billed_minutes" integer DEFAULT 0 NOT NULL,
	"cost" numeric(8, 4) NOT NULL,
	"called_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "objects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"content_type" text,
	"bytes" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"stored_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_subject_user_id_users_id_fk" FOREIGN KEY ("subject_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_settles_transaction_id_transactions_id_fk" FOREIGN KEY ("settles_transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_refunds_transaction_id_transactions_id_fk" FOREIGN KEY ("refunds_transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD CONSTRAINT "sms_recipients_message_id_sms_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."sms_messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "did_numbers" ADD CONSTRAINT "did_numbers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD CONSTRAINT "voice_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "objects" ADD CONSTRAINT "objects_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_one_current" ON "api_keys" USING btree ("user_id","name") WHERE "api_keys"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_user_id","id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ((lower("full_name" || ' ' || "email" || ' ' || "id"::text)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_status" ON "users" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role","id");--> statement-breakpoint
CREATE INDEX "events_transaction" ON "events" USING btree ("transaction_id","seq");--> statement-breakpoint
CREATE INDEX "events_age" ON "events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_user" ON "ledger_entries" USING btree ("user_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once" ON "ledger_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "transactions_user" ON "transactions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "transactions_pending" ON "transactions" USING btree ("id") WHERE "transactions"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "transactions_verified" ON "transactions" USING btree ("settled_at") WHERE "transactions"."status" = 'verified';--> statement-breakpoint
CREATE INDEX "transactions_refunds" ON "transactions" USING btree ("refunds_transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_hash_once" ON "transactions" USING btree ("chain","transaction_hash") WHERE "transactions"."transaction_hash" is not null and "transactions"."status" in ('pending', 'verified');--> statement-breakpoint
CREATE INDEX "sms_messages_user" ON "sms_messages" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "sms_recipients_message" ON "sms_recipients" USING btree ("message_id","id");--> statement-breakpoint
CREATE INDEX "sms_recipients_open" ON "sms_recipients" USING btree ("id") WHERE "sms_recipients"."status" in ('queued', 'sending');--> statement-breakpoint
CREATE UNIQUE INDEX "sms_recipients_provider_message" ON "sms_recipients" USING btree ("provider","provider_message_id") WHERE "sms_recipients"."provider_message_id" is not null;--> statement-breakpoint
CREATE INDEX "sandbox_messages_reference" ON "sandbox_messages" USING btree ("carrier","reference");--> statement-breakpoint
CREATE INDEX "sandbox_messages_due" ON "sandbox_messages" USING btree ("reported_at","report_due_at");--> statement-breakpoint
CREATE INDEX "did_numbers_user" ON "did_numbers" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "voice_calls_user" ON "voice_calls" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "objects_owner" ON "objects" USING btree ("owner_id");--> statement-breakpoint
-- A balance changes often and no index covers it: room on the page keeps those updates in place.
ALTER TABLE "users" SET (fillfactor = 80);
