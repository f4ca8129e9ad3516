ALTER TABLE "route_days" ADD COLUMN "rings" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "route_days" ADD COLUMN "ring_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "rang_at" timestamp (3) with time zone;