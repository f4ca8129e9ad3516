DROP INDEX "events_age";--> statement-breakpoint
DROP INDEX "transactions_waiting_orders";