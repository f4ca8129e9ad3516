CREATE TABLE "provider_counts" (
	"name" text NOT NULL,
	"what" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "provider_counts_name_what_pk" PRIMARY KEY("name","what")
);
--> statement-breakpoint
DROP INDEX "sms_recipients_provider_message";--> statement-breakpoint
CREATE INDEX "sms_recipients_provider_message" ON "sms_recipients" USING btree ("provider","provider_message_id") WHERE "sms_recipients"."provider_message_id" is not null;