ALTER TABLE "sms_recipients" ADD COLUMN "counted" numeric(8, 2);--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "asked_rate" numeric(8, 4);--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "asked_fee" numeric(8, 4);--> statement-breakpoint
CREATE INDEX "sms_recipients_counted" ON "sms_recipients" USING btree ("message_id") WHERE counted is not null;