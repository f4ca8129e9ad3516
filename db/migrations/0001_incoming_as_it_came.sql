CREATE TABLE "unread_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"text" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "received_parts" ADD COLUMN "octets" text;--> statement-breakpoint
ALTER TABLE "received_parts" ADD COLUMN "alphabet" text;--> statement-breakpoint
CREATE INDEX "unread_reports_newest" ON "unread_reports" USING btree ("provider","id");--> statement-breakpoint
CREATE INDEX "unread_reports_age" ON "unread_reports" USING btree ("received_at");