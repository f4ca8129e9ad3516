CREATE TABLE "rate_decks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"service" text NOT NULL,
	"carrier" text,
	"counting" text DEFAULT '160/160' NOT NULL,
	"longest_prefix" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rate_decks_carrier_of_cost" CHECK (("rate_decks"."kind" = 'cost') = ("rate_decks"."carrier" is not null))
);
--> statement-breakpoint
CREATE TABLE "rate_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deck_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"imported_by" uuid NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"added" integer NOT NULL,
	"changed" integer NOT NULL,
	"ended" integer NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_by" uuid
);
--> statement-breakpoint
CREATE TABLE "rate_rows" (
	"deck_id" uuid NOT NULL,
	"prefix" text NOT NULL,
	"name" text NOT NULL,
	"rate" numeric(8, 4) NOT NULL,
	"fee" numeric(8, 4) DEFAULT 0 NOT NULL,
	"first_interval" integer DEFAULT 60 NOT NULL,
	"next_interval" integer DEFAULT 60 NOT NULL,
	"country" text,
	"network" text,
	"blocked" boolean DEFAULT false NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone,
	"import_id" uuid NOT NULL,
	"ended_by" uuid,
	CONSTRAINT "rate_rows_deck_id_prefix_valid_from_import_id_pk" PRIMARY KEY("deck_id","prefix","valid_from","import_id"),
	CONSTRAINT "rate_rows_prefix" CHECK ("rate_rows"."prefix" ~ '^[1-9][0-9]{0,14}$'),
	CONSTRAINT "rate_rows_chargeable" CHECK ("rate_rows"."rate" between 0 and 100 and "rate_rows"."fee" between 0 and 100),
	CONSTRAINT "rate_rows_intervals" CHECK ("rate_rows"."first_interval" between 1 and 3600 and "rate_rows"."next_interval" between 1 and 3600)
);
--> statement-breakpoint
CREATE TABLE "rate_uses" (
	"service" text PRIMARY KEY NOT NULL,
	"deck_id" uuid NOT NULL,
	"reseller_deck_id" uuid,
	"reseller_percent" integer DEFAULT 100 NOT NULL,
	"used_since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rate_uses_percent" CHECK ("rate_uses"."reseller_percent" between 1 and 100)
);
--> statement-breakpoint
ALTER TABLE "price_lists" ADD COLUMN "sms_percent" integer;--> statement-breakpoint
ALTER TABLE "price_lists" ADD COLUMN "voice_percent" integer;--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD COLUMN "margin" numeric(8, 4);--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "fee" numeric(8, 4) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "first_interval" integer DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "next_interval" integer DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "supplier_rate" numeric(8, 4);--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "supplier_fee" numeric(8, 4);--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "billed_seconds" integer;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "supplier_cost" numeric(8, 4);--> statement-breakpoint
ALTER TABLE "rate_imports" ADD CONSTRAINT "rate_imports_deck_id_rate_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."rate_decks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_imports" ADD CONSTRAINT "rate_imports_imported_by_users_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_imports" ADD CONSTRAINT "rate_imports_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_uses" ADD CONSTRAINT "rate_uses_deck_id_rate_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."rate_decks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_uses" ADD CONSTRAINT "rate_uses_reseller_deck_id_rate_decks_id_fk" FOREIGN KEY ("reseller_deck_id") REFERENCES "public"."rate_decks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "rate_decks_name" ON "rate_decks" USING btree ("service",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "rate_decks_carrier" ON "rate_decks" USING btree ("service","carrier") WHERE "rate_decks"."kind" = 'cost';--> statement-breakpoint
CREATE INDEX "rate_imports_deck" ON "rate_imports" USING btree ("deck_id","id");--> statement-breakpoint
CREATE INDEX "rate_rows_import" ON "rate_rows" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "rate_rows_ended" ON "rate_rows" USING btree ("ended_by") WHERE "rate_rows"."ended_by" is not null;--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_one_sms_price" CHECK ("price_lists"."sms" is null or "price_lists"."sms_percent" is null);--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_one_voice_price" CHECK ("price_lists"."voice" is null or "price_lists"."voice_percent" is null);--> statement-breakpoint
-- What a reseller earns is kept with each recipient and call from now on: it was the same share of all of them.
UPDATE sms_recipients r SET margin = round(m.amount * r.cost / t.amount, 4)
FROM sms_messages s
JOIN margins m ON m.transaction_id = s.transaction_id
JOIN transactions t ON t.id = m.transaction_id
WHERE r.message_id = s.id;--> statement-breakpoint
UPDATE voice_calls c SET supplier_rate = round(c.rate * (t.amount - m.amount) / t.amount, 4), supplier_fee = 0,
  supplier_cost = CASE WHEN c.ended_at IS NOT NULL
    THEN c.actual_cost - round(m.amount * c.actual_cost / t.amount, 2) END
FROM margins m JOIN transactions t ON t.id = m.transaction_id
WHERE c.transaction_id = m.transaction_id;
