CREATE TABLE "sms_parts" (
	"recipient_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"provider" text NOT NULL,
	"provider_message_id" text NOT NULL,
	"outcome" text,
	"error" text,
	"taken_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sms_parts_recipient_id_place_pk" PRIMARY KEY("recipient_id","place")
);
--> statement-breakpoint
CREATE INDEX "sms_parts_provider_message" ON "sms_parts" USING btree ("provider","provider_message_id");--> statement-breakpoint
CREATE INDEX "sms_parts_age" ON "sms_parts" USING btree ("taken_at");