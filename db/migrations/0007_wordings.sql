ALTER TABLE "transactions" ALTER COLUMN "description" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "wording" jsonb;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "reason_wording" jsonb;