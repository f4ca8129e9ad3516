CREATE TABLE "payment_takes" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"taken_by" uuid NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_takes" ADD CONSTRAINT "payment_takes_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_takes" ADD CONSTRAINT "payment_takes_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_takes_by" ON "payment_takes" USING btree ("taken_by");--> statement-breakpoint
CREATE INDEX "conversations_other" ON "conversations" USING btree ("other_number","last_at");--> statement-breakpoint
CREATE INDEX "sms_recipients_number" ON "sms_recipients" USING btree ("number","message_id");--> statement-breakpoint
CREATE INDEX "voice_calls_any_to" ON "voice_calls" USING btree ("destination","id");--> statement-breakpoint
CREATE INDEX "voice_calls_any_from" ON "voice_calls" USING btree ("caller_id","id");