ALTER TABLE "transactions" ADD COLUMN "verified_despite" jsonb;--> statement-breakpoint
ALTER TABLE "provider_traffic" ADD COLUMN "retried" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_traffic" ADD COLUMN "failures_retried" integer DEFAULT 0 NOT NULL;