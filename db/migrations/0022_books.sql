CREATE TABLE "billing_details" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"is_business" boolean DEFAULT false NOT NULL,
	"legal_name" text,
	"street" text,
	"city" text,
	"postcode" text,
	"vat_number" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "closed_months" (
	"month" date PRIMARY KEY NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"closed_by" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_ranges" (
	"issuer" text NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_ranges_issuer_kind_year_pk" PRIMARY KEY("issuer","kind","year")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"sequence" integer NOT NULL,
	"number" text NOT NULL,
	"user_id" uuid NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"booked_on" date NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"transaction_id" uuid,
	"corrects_id" uuid,
	"reason" text,
	"language" text NOT NULL,
	"seller" jsonb NOT NULL,
	"buyer" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"treatment" text NOT NULL,
	"vat_rate" text NOT NULL,
	"vat_source" text,
	"gross" numeric(12, 2) NOT NULL,
	"vat" numeric(12, 2) NOT NULL,
	"net" numeric(12, 2) GENERATED ALWAYS AS (gross - vat) STORED NOT NULL,
	CONSTRAINT "invoices_sum" CHECK ("invoices"."vat" >= 0 and "invoices"."vat" <= "invoices"."gross"),
	CONSTRAINT "invoices_corrects" CHECK (("invoices"."kind" = 'credit_note') = ("invoices"."corrects_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "month_balances" (
	"month" date NOT NULL,
	"account" text NOT NULL,
	"amount" numeric(16, 2) NOT NULL,
	CONSTRAINT "month_balances_month_account_pk" PRIMARY KEY("month","account")
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "adjustment_kind" text;--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_months" ADD CONSTRAINT "closed_months_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_corrects_id_invoices_id_fk" FOREIGN KEY ("corrects_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_balances" ADD CONSTRAINT "month_balances_month_closed_months_month_fk" FOREIGN KEY ("month") REFERENCES "public"."closed_months"("month") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("issuer","kind","year","sequence");--> statement-breakpoint
CREATE INDEX "invoices_user" ON "invoices" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "invoices_booked" ON "invoices" USING btree ("booked_on");--> statement-breakpoint
CREATE INDEX "invoices_corrects" ON "invoices" USING btree ("corrects_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_month_once" ON "invoices" USING btree ("issuer","user_id","period_from") WHERE "invoices"."kind" = 'invoice' and "invoices"."transaction_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_top_up_once" ON "invoices" USING btree ("transaction_id") WHERE "invoices"."kind" = 'invoice' and "invoices"."transaction_id" is not null;--> statement-breakpoint
CREATE FUNCTION refuse_closed_month() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	IF NEW.created_at < (SELECT (max(month) + interval '1 month') AT TIME ZONE 'UTC' FROM closed_months) THEN
		RAISE EXCEPTION 'the month of this entry is closed' USING ERRCODE = '23514', CONSTRAINT = 'closed_months';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "ledger_entries_in_open_month" BEFORE INSERT ON "ledger_entries" FOR EACH ROW WHEN (new.created_at < statement_timestamp() - interval '5 minutes') EXECUTE FUNCTION refuse_closed_month();
--> statement-breakpoint
CREATE FUNCTION invoices_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	RAISE EXCEPTION 'invoices and closed months are neither changed nor deleted' USING ERRCODE = '42501';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "invoices_stay" BEFORE DELETE OR UPDATE ON "invoices" FOR EACH ROW EXECUTE FUNCTION invoices_stay();
--> statement-breakpoint
CREATE TRIGGER "closed_months_stay" BEFORE DELETE OR UPDATE ON "closed_months" FOR EACH ROW EXECUTE FUNCTION invoices_stay();
--> statement-breakpoint
CREATE TRIGGER "month_balances_stay" BEFORE DELETE OR UPDATE ON "month_balances" FOR EACH ROW EXECUTE FUNCTION invoices_stay();
