ALTER TABLE "did_numbers" ADD COLUMN "months_paid" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "did_numbers" ADD COLUMN "auto_renew" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "did_numbers" ADD COLUMN "transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "did_numbers" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "did_numbers" ADD COLUMN "provider_number_id" text;--> statement-breakpoint
ALTER TABLE "did_numbers" ADD COLUMN "claimed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "did_numbers" ADD COLUMN "noticed_expiry" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "did_numbers" ADD COLUMN "refused_expiry" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "did_numbers" ADD CONSTRAINT "did_numbers_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "did_numbers_expiry" ON "did_numbers" USING btree ("expires_at") WHERE "did_numbers"."status" = 'active';--> statement-breakpoint
CREATE INDEX "did_numbers_provisioning" ON "did_numbers" USING btree ("id") WHERE "did_numbers"."status" = 'provisioning';--> statement-breakpoint
ALTER TABLE "did_numbers" ADD CONSTRAINT "did_numbers_paid" CHECK ("did_numbers"."status" = 'reserved' or ("did_numbers"."transaction_id" is not null and "did_numbers"."purchased_at" is not null and "did_numbers"."months_paid" > 0));