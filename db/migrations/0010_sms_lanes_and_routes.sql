CREATE TABLE "sms_attempts" (
	"id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"answer" text NOT NULL,
	"code" text,
	"detail" text,
	"words" text NOT NULL,
	"money" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sms_attempts_message_id_id_pk" PRIMARY KEY("message_id","id")
);
--> statement-breakpoint
CREATE TABLE "provider_gates" (
	"name" text PRIMARY KEY NOT NULL,
	"allowance" double precision NOT NULL,
	"refilled_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_probes" (
	"name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"healthy" boolean NOT NULL,
	"latency_ms" integer NOT NULL,
	CONSTRAINT "provider_probes_name_at_pk" PRIMARY KEY("name","at")
);
--> statement-breakpoint
CREATE TABLE "provider_traffic" (
	"name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"sends" integer NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "provider_traffic_name_at_pk" PRIMARY KEY("name","at")
);
--> statement-breakpoint
DROP INDEX "sms_recipients_queue";--> statement-breakpoint
ALTER TABLE "sms_messages" ADD COLUMN "send_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sms_messages" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sms_messages" ADD COLUMN "resend_of" uuid;--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD COLUMN "refused_by" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier_receipts" ADD COLUMN "reference" text;--> statement-breakpoint
CREATE INDEX "sms_recipients_handfuls" ON "sms_recipients" USING btree ("due_at","id") WHERE "sms_recipients"."status" = 'queued' and not "sms_recipients"."bulk";--> statement-breakpoint
CREATE INDEX "sms_recipients_bulk" ON "sms_recipients" USING btree ("message_id","due_at") WHERE "sms_recipients"."status" = 'queued' and "sms_recipients"."bulk";--> statement-breakpoint
CREATE INDEX "sms_recipients_refused" ON "sms_recipients" USING btree ("message_id") WHERE "sms_recipients"."status" = 'queued' and "sms_recipients"."refused_by" <> '{}';--> statement-breakpoint
CREATE INDEX "sms_recipients_open" ON "sms_recipients" USING btree ("id") WHERE "sms_recipients"."status" in ('sending', 'unknown');--> statement-breakpoint
-- Messages to many that are under way get the job that takes them on.
SELECT graphile_worker.add_job('send-message', json_build_object('messageId', id, 'bulk', true), job_key := 'send-message:' || id)
FROM "sms_messages" m
WHERE EXISTS (SELECT FROM "sms_recipients" r WHERE r."message_id" = m."id" AND r."status" = 'queued' AND r."bulk");
