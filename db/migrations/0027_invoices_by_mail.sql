ALTER TABLE "billing_details" ADD COLUMN "vat_is_valid" boolean;--> statement-breakpoint
ALTER TABLE "billing_details" ADD COLUMN "vat_checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "billing_details" ADD COLUMN "vat_reference" text;--> statement-breakpoint
ALTER TABLE "billing_details" ADD COLUMN "by_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "description" text DEFAULT '' NOT NULL;