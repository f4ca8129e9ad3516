ALTER TABLE "users" ADD COLUMN "daily_limit" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "country_limit" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "country_limits" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "spent_on" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "spent_today" numeric(12, 2) DEFAULT 0.00 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "spent_by_country" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "limit_reached_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "limit_lifted_until" timestamp (3) with time zone;--> statement-breakpoint
-- What was spent today before there were limits counts towards them; by country it is not known any more.
UPDATE "users" SET "spent_on" = "spent"."on", "spent_today" = "spent"."amount"
FROM (
  SELECT "charge"."user_id", (now() AT TIME ZONE 'UTC')::date AS "on",
    sum("charge"."amount" - coalesce((SELECT sum("amount") FROM "transactions" WHERE "refunds_transaction_id" = "charge"."id"), 0)) AS "amount"
  FROM "transactions" "charge"
  WHERE "charge"."type" IN ('sms_charge', 'voice_charge')
    AND ("charge"."created_at" AT TIME ZONE 'UTC')::date = (now() AT TIME ZONE 'UTC')::date
  GROUP BY "charge"."user_id"
) "spent"
WHERE "users"."id" = "spent"."user_id";
