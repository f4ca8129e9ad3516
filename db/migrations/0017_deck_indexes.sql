DROP INDEX "rate_rows_import";--> statement-breakpoint
DROP INDEX "rate_rows_ended";