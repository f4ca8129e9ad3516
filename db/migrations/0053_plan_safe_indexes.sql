DROP INDEX "sms_recipients_open";--> statement-breakpoint
DROP INDEX "sms_recipients_turns";--> statement-breakpoint
CREATE INDEX "sms_recipients_unknown" ON "sms_recipients" USING btree ("id") WHERE "sms_recipients"."status" = 'unknown';--> statement-breakpoint
CREATE INDEX "sms_recipients_sent" ON "sms_recipients" USING btree ("id") WHERE "sms_recipients"."status" = 'sent';--> statement-breakpoint
CREATE INDEX "sms_recipients_turns" ON "sms_recipients" USING btree ("urgency","user_id","due_at","id") WHERE "sms_recipients"."status" = 'queued' and "sms_recipients"."user_id" is not null;