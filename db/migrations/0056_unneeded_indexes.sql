DROP INDEX "users_owing";--> statement-breakpoint
DROP INDEX "transactions_transfers";