-- A price above this could never be charged: what it was set to is brought down to what can be.
UPDATE "price_lists" SET "sms" = least("sms", 100), "voice" = least("voice", 100);--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_chargeable" CHECK ("price_lists"."sms" <= 100 and "price_lists"."voice" <= 100);
