ALTER TABLE "brands" DROP CONSTRAINT "brands_hostName_unique";--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "host_token" text DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "host_proven_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "host_checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "host_fault" text;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "host_missing_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "brands_host_name_proven" ON "brands" USING btree ("host_name") WHERE "brands"."host_proven_at" is not null;--> statement-breakpoint
CREATE INDEX "brands_host_name" ON "brands" USING btree ("host_name");--> statement-breakpoint
-- Names from before go on being served: the first look at the DNS tells their resellers of the record, and leaves a day.
UPDATE "brands" SET "host_proven_at" = now() WHERE "host_name" IS NOT NULL;
