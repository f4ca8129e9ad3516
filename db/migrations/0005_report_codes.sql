ALTER TABLE "sms_parts" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "carrier_receipts" ADD COLUMN "code" text;