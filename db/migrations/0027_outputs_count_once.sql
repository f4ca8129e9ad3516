DROP INDEX "transactions_hash_once";--> statement-breakpoint
ALTER TABLE "chain_evidence" ADD COLUMN "output_index" integer;--> statement-breakpoint
ALTER TABLE "chain_evidence" ADD COLUMN "outputs" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "output_index" integer;--> statement-breakpoint
ALTER TABLE "payment_approvals" ADD COLUMN "output_index" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_output_once" ON "transactions" USING btree ("chain","transaction_hash",coalesce("output_index", -1)) WHERE "transactions"."transaction_hash" is not null and "transactions"."status" in ('pending', 'verified');--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_output_index" CHECK ("transactions"."output_index" >= 0);