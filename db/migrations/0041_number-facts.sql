CREATE TABLE "number_facts" (
	"number" text PRIMARY KEY NOT NULL,
	"carrier" text NOT NULL,
	"asked_for" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"kind" text,
	"country" text,
	"network" text,
	"network_name" text,
	"ported" boolean
);
--> statement-breakpoint
CREATE INDEX "number_facts_age" ON "number_facts" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "number_facts_asked_for" ON "number_facts" USING btree ("asked_for");--> statement-breakpoint
CREATE INDEX "rate_rows_network" ON "rate_rows" USING btree ("deck_id","network") WHERE "rate_rows"."network" is not null;