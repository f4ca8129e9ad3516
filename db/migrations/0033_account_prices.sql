CREATE TABLE "account_prices" (
	"user_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"holds_from" timestamp (3) with time zone NOT NULL,
	"percent" integer,
	"deck_id" uuid,
	"set_at" timestamp (3) with time zone NOT NULL,
	"set_by" uuid NOT NULL,
	CONSTRAINT "account_prices_user_id_subject_holds_from_pk" PRIMARY KEY("user_id","subject","holds_from"),
	CONSTRAINT "account_prices_percent" CHECK ("account_prices"."percent" between 1 and 300),
	CONSTRAINT "account_prices_deck" CHECK ("account_prices"."deck_id" is null or "account_prices"."subject" in ('sms', 'voice'))
);
--> statement-breakpoint
ALTER TABLE "account_prices" ADD CONSTRAINT "account_prices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_prices" ADD CONSTRAINT "account_prices_deck_id_rate_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."rate_decks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_prices_deck_id" ON "account_prices" USING btree ("deck_id") WHERE "account_prices"."deck_id" is not null;