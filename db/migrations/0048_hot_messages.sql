DROP INDEX "sms_messages_scheduled";--> statement-breakpoint
CREATE INDEX "sms_messages_to_come" ON "sms_messages" USING btree ("user_id","id") WHERE send_at is not null;--> statement-breakpoint
ALTER TABLE "sms_messages" SET (fillfactor = 70);
