ALTER TABLE "did_numbers" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "did_numbers" ADD COLUMN "carries_messages" boolean;--> statement-breakpoint
ALTER TABLE "did_numbers" ADD COLUMN "carries_calls" boolean;--> statement-breakpoint
CREATE INDEX "sms_messages_from_number" ON "sms_messages" USING btree ("user_id","sender_id","id") WHERE sender_id ~ '^[+0-9]';--> statement-breakpoint
CREATE INDEX "voice_calls_from" ON "voice_calls" USING btree ("user_id","caller_id","id");--> statement-breakpoint
CREATE INDEX "voice_calls_to" ON "voice_calls" USING btree ("user_id","destination","id") WHERE origin = 'incoming';