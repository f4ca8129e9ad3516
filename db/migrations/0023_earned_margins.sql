CREATE TABLE "margin_earnings" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"reseller_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"credited_by" uuid
);
--> statement-breakpoint
CREATE TABLE "margin_totals" (
	"reseller_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"month" date NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	CONSTRAINT "margin_totals_reseller_id_customer_id_month_pk" PRIMARY KEY("reseller_id","customer_id","month")
);
--> statement-breakpoint
DROP INDEX "margins_customer";--> statement-breakpoint
DROP INDEX "margins_reseller";--> statement-breakpoint
DROP INDEX "margins_waiting";--> statement-breakpoint
DROP INDEX "margins_credited";--> statement-breakpoint
ALTER TABLE "margin_earnings" ADD CONSTRAINT "margin_earnings_transaction_id_margins_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."margins"("transaction_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "margin_earnings_transaction" ON "margin_earnings" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "margin_earnings_waiting" ON "margin_earnings" USING btree ("reseller_id","customer_id") WHERE "margin_earnings"."credited_by" is null;--> statement-breakpoint
CREATE INDEX "margin_earnings_credited" ON "margin_earnings" USING btree ("credited_by");--> statement-breakpoint
-- What was paid is kept as it was paid. Beside it comes what was really earned by now, less what was paid:
-- below zero where a margin was paid before anything was handed over.
LOCK TABLE "transactions", "margins", "sms_recipients", "voice_calls", "did_numbers" IN SHARE MODE;--> statement-breakpoint
INSERT INTO "margin_earnings" ("transaction_id", "reseller_id", "customer_id", "amount", "created_at", "credited_by")
SELECT coalesce(t."refunds_transaction_id", t."id"), m."reseller_id", m."customer_id", m."amount", m."created_at", m."credited_by"
FROM "margins" m JOIN "transactions" t ON t."id" = m."transaction_id"
WHERE m."credited_by" IS NOT NULL
ORDER BY m."created_at", t."id";--> statement-breakpoint
INSERT INTO "margin_earnings" ("transaction_id", "reseller_id", "customer_id", "amount", "created_at")
SELECT t."id", m."reseller_id", m."customer_id", round(m."amount" * earned."cost" / t."amount", 2) - coalesce(paid."amount", 0), m."created_at"
FROM "margins" m
JOIN "transactions" t ON t."id" = m."transaction_id" AND t."type" <> 'refund' AND t."amount" > 0
JOIN (
	SELECT s."transaction_id", coalesce(sum(r."cost") FILTER (WHERE r."status" IN ('sent', 'delivered', 'failed')), 0) AS "cost"
	FROM "sms_messages" s JOIN "sms_recipients" r ON r."message_id" = s."id"
	GROUP BY s."transaction_id"
	UNION ALL
	SELECT "transaction_id", CASE WHEN "ended_at" IS NULL THEN 0 ELSE "actual_cost" END FROM "voice_calls" WHERE "transaction_id" IS NOT NULL
	UNION ALL
	SELECT d."id", CASE WHEN EXISTS (SELECT FROM "did_numbers" n WHERE n."transaction_id" = d."id" AND n."status" = 'provisioning')
		OR EXISTS (SELECT FROM "transactions" r WHERE r."refunds_transaction_id" = d."id") THEN 0 ELSE d."amount" END
	FROM "transactions" d WHERE d."type" = 'did_purchase'
) earned ON earned."transaction_id" = t."id"
LEFT JOIN (SELECT "transaction_id", sum("amount") AS "amount" FROM "margin_earnings" GROUP BY 1) paid ON paid."transaction_id" = t."id"
WHERE round(m."amount" * earned."cost" / t."amount", 2) <> coalesce(paid."amount", 0);--> statement-breakpoint
DELETE FROM "margins" m USING "transactions" t WHERE t."id" = m."transaction_id" AND t."type" = 'refund';--> statement-breakpoint
INSERT INTO "margin_totals" ("reseller_id", "customer_id", "month", "amount")
SELECT "reseller_id", "customer_id", date_trunc('month', "created_at" AT TIME ZONE 'UTC')::date, sum("amount")
FROM (
	SELECT "reseller_id", "customer_id", "created_at", "amount" FROM "margin_earnings" WHERE "credited_by" IS NOT NULL
	UNION ALL
	SELECT "reseller_id", "reseller_id", "created_at", "amount" FROM "margin_earnings" WHERE "credited_by" IS NOT NULL
) earnings
GROUP BY 1, 2, 3;--> statement-breakpoint
ALTER TABLE "margins" DROP COLUMN "credited_by";