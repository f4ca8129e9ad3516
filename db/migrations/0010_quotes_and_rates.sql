CREATE TABLE "coin_rates" (
	"id" text PRIMARY KEY NOT NULL,
	"price" text NOT NULL,
	"rate" text NOT NULL,
	"sources" jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"jumped_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"cryptocurrency" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"crypto_amount" numeric(30, 8) NOT NULL,
	"rate" text NOT NULL,
	"rate_sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"address" text NOT NULL,
	"has_own_amount" boolean NOT NULL,
	"holds_amount" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quotes_crypto_amount" CHECK ("quotes"."crypto_amount" > 0),
	CONSTRAINT "quotes_holds_own" CHECK ("quotes"."has_own_amount" or not "quotes"."holds_amount")
);
--> statement-breakpoint
DROP INDEX "transactions_output_once";--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "quote_id" uuid;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quotes_user" ON "quotes" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_amount_once" ON "quotes" USING btree ("cryptocurrency","address","crypto_amount") WHERE "quotes"."holds_amount";--> statement-breakpoint
CREATE INDEX "quotes_amount" ON "quotes" USING btree ("cryptocurrency","address","crypto_amount","created_at") WHERE "quotes"."has_own_amount";--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_output_claimed_once" ON "transactions" USING btree ("chain","transaction_hash",coalesce("output_index", -1),"user_id") WHERE "transactions"."transaction_hash" is not null and "transactions"."status" in ('pending', 'verified') and not "transactions"."hash_freed";--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_quote_once" ON "transactions" USING btree ("quote_id") WHERE "transactions"."quote_id" is not null and "transactions"."status" in ('pending', 'verified');--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_output_once" ON "transactions" USING btree ("chain","transaction_hash",coalesce("output_index", -1)) WHERE "transactions"."transaction_hash" is not null and "transactions"."status" = 'verified' and not "transactions"."hash_freed";