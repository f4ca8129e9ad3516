ALTER TABLE "carrier_accounts" ADD COLUMN "deleted_at" timestamp (3) with time zone;
