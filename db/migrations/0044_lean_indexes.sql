DROP INDEX "events_position";--> statement-breakpoint
DROP INDEX "transactions_refunds";--> statement-breakpoint
DROP INDEX "transactions_voice_package";--> statement-breakpoint
CREATE INDEX "events_position" ON "events" USING btree ("position") WHERE "events"."position" is not null;--> statement-breakpoint
CREATE INDEX "transactions_refunds" ON "transactions" USING btree ("refunds_transaction_id") WHERE "transactions"."refunds_transaction_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_voice_package" ON "transactions" USING btree ("voice_package_id") WHERE "transactions"."voice_package_id" is not null;