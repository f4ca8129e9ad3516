ALTER TABLE "price_lists" DROP CONSTRAINT "price_lists_deck_alone";--> statement-breakpoint
ALTER TABLE "price_raises" DROP CONSTRAINT "price_raises_deck_alone";--> statement-breakpoint
ALTER TABLE "price_lists" ADD COLUMN "trunk_percent" integer;--> statement-breakpoint
ALTER TABLE "rate_decks" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "price_raises" ADD CONSTRAINT "price_raises_deck_subject" CHECK ("price_raises"."deck_id" is null or "price_raises"."subject" in ('sms', 'voice'));