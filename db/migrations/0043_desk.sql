ALTER TABLE "users" ADD COLUMN "reseller_daily_limit" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "certificate_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "certificate_fault" text;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "banner" text;--> statement-breakpoint
ALTER TABLE "sms_messages" ADD COLUMN "held_for" text;--> statement-breakpoint
CREATE INDEX "sms_messages_held_for" ON "sms_messages" USING btree ("id") WHERE held_for is not null;