CREATE TABLE "carrier_receipts" (
	"provider" text NOT NULL,
	"provider_message_id" text NOT NULL,
	"outcome" text NOT NULL,
	"error" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "carrier_receipts_provider_provider_message_id_outcome_pk" PRIMARY KEY("provider","provider_message_id","outcome")
);
--> statement-breakpoint
DROP INDEX "sms_recipients_message";--> statement-breakpoint
DROP INDEX "sms_recipients_open";--> statement-breakpoint
DROP INDEX "sandbox_messages_due";--> statement-breakpoint
ALTER TABLE "sms_recipients" DROP CONSTRAINT "sms_recipients_pkey";--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD CONSTRAINT "sms_recipients_message_id_id_pk" PRIMARY KEY("message_id","id");--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD COLUMN "bulk" boolean NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD COLUMN "due_at" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "carrier_receipts_age" ON "carrier_receipts" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "sms_recipients_queue" ON "sms_recipients" USING btree ("bulk","due_at","id") WHERE "sms_recipients"."status" = 'queued';--> statement-breakpoint
CREATE INDEX "sms_recipients_claims" ON "sms_recipients" USING btree ("claimed_until") WHERE "sms_recipients"."status" = 'sending';--> statement-breakpoint
CREATE INDEX "sandbox_messages_due" ON "sandbox_messages" USING btree ("report_due_at") WHERE "sandbox_messages"."reported_at" is null;--> statement-breakpoint
ALTER TABLE "sms_messages" DROP COLUMN "recipients";--> statement-breakpoint
ALTER TABLE "sms_recipients" DROP COLUMN "created_at";
