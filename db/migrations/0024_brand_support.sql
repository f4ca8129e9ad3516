ALTER TABLE "brands" ADD COLUMN "support_chat" text;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "support_whatsapp" text;