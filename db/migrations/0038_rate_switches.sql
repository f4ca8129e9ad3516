CREATE TABLE "rate_switches" (
	"service" text PRIMARY KEY NOT NULL,
	"deck_id" uuid,
	"reseller_deck_id" uuid,
	"reseller_percent" integer DEFAULT 100 NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL,
	"announced_by" uuid NOT NULL,
	"holds_from" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rate_switches_percent" CHECK ("rate_switches"."reseller_percent" between 1 and 100)
);
--> statement-breakpoint
ALTER TABLE "rate_switches" ADD CONSTRAINT "rate_switches_deck_id_rate_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."rate_decks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_switches" ADD CONSTRAINT "rate_switches_reseller_deck_id_rate_decks_id_fk" FOREIGN KEY ("reseller_deck_id") REFERENCES "public"."rate_decks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_switches" ADD CONSTRAINT "rate_switches_announced_by_users_id_fk" FOREIGN KEY ("announced_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;