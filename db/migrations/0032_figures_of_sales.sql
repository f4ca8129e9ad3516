ALTER TABLE "figure_changes" ADD COLUMN "destination" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "sold_number" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "sold_of" text;--> statement-breakpoint
CREATE INDEX "transactions_numbers" ON "transactions" USING btree ("id") WHERE "transactions"."type" = 'did_purchase';--> statement-breakpoint
CREATE INDEX "transactions_packages" ON "transactions" USING btree ("settled_at") WHERE "transactions"."type" in ('reseller_package', 'voice_package');