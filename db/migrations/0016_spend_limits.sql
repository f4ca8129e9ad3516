ALTER TABLE "users" ADD COLUMN "daily_limit" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "country_limit" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "country_limits" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "spent_on" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "spent_today" numeric(12, 2) DEFAULT 0.00 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "spent_by_country" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "limit_reached_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "limit_lifted_until" timestamp (3) with time zone;