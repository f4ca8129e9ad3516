ALTER TABLE "sms_messages" ADD COLUMN "media_id" uuid;--> statement-breakpoint
ALTER TABLE "sms_messages" ADD COLUMN "media_key" text;--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD COLUMN "mms" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "sms_messages_media" ON "sms_messages" USING btree ("media_id") WHERE media_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sms_messages_media_key" ON "sms_messages" USING btree ("media_key") WHERE media_key is not null;
