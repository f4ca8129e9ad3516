ALTER TABLE "provider_gates" ADD COLUMN "failures_in_a_row" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_gates" ADD COLUMN "failed_at" timestamp (3) with time zone;