CREATE TABLE "ledger_checkpoint" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "ledger_checkpoint_only_row" CHECK ("ledger_checkpoint"."only_row")
);
--> statement-breakpoint
CREATE TABLE "ledger_gaps" (
	"seq" bigint NOT NULL,
	"passed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monthly_totals" (
	"month" date PRIMARY KEY NOT NULL,
	"users" integer DEFAULT 0 NOT NULL,
	"active_users" integer DEFAULT 0 NOT NULL,
	"revenue" numeric(16, 2) DEFAULT 0.00 NOT NULL,
	"credits" numeric(16, 2) DEFAULT 0.00 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "total_changes" (
	"month" date NOT NULL,
	"users" integer DEFAULT 0 NOT NULL,
	"active_users" integer DEFAULT 0 NOT NULL,
	"revenue" numeric(16, 2) DEFAULT 0.00 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_gaps_seq" ON "ledger_gaps" USING btree ("seq");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_seq" ON "ledger_entries" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "ledger_entries_user_time" ON "ledger_entries" USING btree ("user_id","created_at","seq");--> statement-breakpoint
-- What there is already is counted once, while nobody adds to it.
LOCK TABLE "users", "transactions", "ledger_entries" IN SHARE MODE;--> statement-breakpoint
INSERT INTO "ledger_checkpoint" ("seq") SELECT coalesce(max("seq"), 0) FROM "ledger_entries";--> statement-breakpoint
INSERT INTO "monthly_totals" ("month", "users", "active_users", "revenue", "credits")
SELECT date_trunc('month', "at" AT TIME ZONE 'UTC')::date, sum("users"), sum("active"), sum("revenue"), sum("credits")
FROM (
	SELECT "created_at" AS "at", 1 AS "users", ("status" = 'active')::int AS "active", 0.00 AS "revenue", 0.00 AS "credits" FROM "users"
	UNION ALL
	SELECT "settled_at", 0, 0, "amount", 0.00 FROM "transactions" WHERE "status" = 'verified'
	UNION ALL
	SELECT "created_at", 0, 0, 0.00, "amount" FROM "ledger_entries"
) "counted"
GROUP BY 1;
