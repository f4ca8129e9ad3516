DROP INDEX "comparisons_accepted_by";--> statement-breakpoint
DROP INDEX "brands_host_name";--> statement-breakpoint
DROP INDEX "received_parts_age";--> statement-breakpoint
DROP INDEX "sms_parts_age";--> statement-breakpoint
DROP INDEX "payment_screenings_due";--> statement-breakpoint
DROP INDEX "payment_takes_by";--> statement-breakpoint
DROP INDEX "second_words_waiting";--> statement-breakpoint
DROP INDEX "smpp_deliveries_user";--> statement-breakpoint
DROP INDEX "smpp_messages_user";--> statement-breakpoint
DROP INDEX "smpp_parts_user";--> statement-breakpoint
DROP INDEX "test_messages_created";--> statement-breakpoint
DROP INDEX "voice_calls_from";--> statement-breakpoint
DROP INDEX "voice_calls_to";--> statement-breakpoint
DROP INDEX "webhook_deliveries_age";--> statement-breakpoint
DROP INDEX "wallet_transfers_dismissed_by";