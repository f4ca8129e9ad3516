ALTER TABLE "sip"."reports" ADD COLUMN "quality" jsonb;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "quality" jsonb;