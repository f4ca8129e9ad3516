ALTER TABLE "price_lists" ADD COLUMN "sms_deck_id" uuid;--> statement-breakpoint
ALTER TABLE "price_lists" ADD COLUMN "voice_deck_id" uuid;--> statement-breakpoint
ALTER TABLE "price_raises" ADD COLUMN "deck_id" uuid;--> statement-breakpoint
ALTER TABLE "rate_decks" ADD COLUMN "offered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_sms_deck_id_rate_decks_id_fk" FOREIGN KEY ("sms_deck_id") REFERENCES "public"."rate_decks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_voice_deck_id_rate_decks_id_fk" FOREIGN KEY ("voice_deck_id") REFERENCES "public"."rate_decks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_raises" ADD CONSTRAINT "price_raises_deck_id_rate_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."rate_decks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_lists_sms_deck" ON "price_lists" USING btree ("sms_deck_id") WHERE "price_lists"."sms_deck_id" is not null;--> statement-breakpoint
CREATE INDEX "price_lists_voice_deck" ON "price_lists" USING btree ("voice_deck_id") WHERE "price_lists"."voice_deck_id" is not null;--> statement-breakpoint
CREATE INDEX "price_raises_deck" ON "price_raises" USING btree ("deck_id") WHERE "price_raises"."deck_id" is not null;--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_deck_alone" CHECK (("price_lists"."sms_deck_id" is null or num_nonnulls("price_lists"."sms", "price_lists"."sms_percent") = 0)
        and ("price_lists"."voice_deck_id" is null or num_nonnulls("price_lists"."voice", "price_lists"."voice_percent") = 0));--> statement-breakpoint
ALTER TABLE "price_raises" ADD CONSTRAINT "price_raises_deck_alone" CHECK ("price_raises"."deck_id" is null
        or ("price_raises"."subject" <> 'number' and num_nonnulls("price_raises"."price", "price_raises"."percent") = 0));--> statement-breakpoint
ALTER TABLE "rate_decks" ADD CONSTRAINT "rate_decks_offered_sells" CHECK (not "rate_decks"."offered" or "rate_decks"."kind" = 'sell');