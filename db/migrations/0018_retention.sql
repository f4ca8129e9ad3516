CREATE TABLE "retention_sweeps" (
	"what" text PRIMARY KEY NOT NULL,
	"swept_at" timestamp (3) with time zone,
	"removed" integer DEFAULT 0 NOT NULL,
	"swept_until" uuid
);
--> statement-breakpoint
CREATE INDEX "conversations_age" ON "conversations" USING btree ("last_at");