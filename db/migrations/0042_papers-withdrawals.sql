CREATE TABLE "papers_withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"country_code" text NOT NULL,
	"owner" uuid NOT NULL,
	"made" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "papers_withdrawals_due" ON "papers_withdrawals" USING btree ("due_at");