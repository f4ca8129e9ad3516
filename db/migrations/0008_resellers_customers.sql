CREATE TABLE "brands" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"color" text,
	"logo_id" uuid,
	"support_email" text,
	"host_name" text,
	"crypto_payments" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "brands_logoId_unique" UNIQUE("logo_id"),
	CONSTRAINT "brands_hostName_unique" UNIQUE("host_name")
);
--> statement-breakpoint
CREATE TABLE "margins" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"reseller_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"credited_by" uuid
);
--> statement-breakpoint
CREATE TABLE "price_lists" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sms" numeric(8, 2),
	"voice" numeric(8, 2),
	"number_price" numeric(8, 2),
	"number_percent" integer,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "price_lists_one_number_price" CHECK ("price_lists"."number_price" is null or "price_lists"."number_percent" is null)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "reseller_id" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "counterpart_transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_logo_id_objects_id_fk" FOREIGN KEY ("logo_id") REFERENCES "public"."objects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "margins" ADD CONSTRAINT "margins_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "margins_customer" ON "margins" USING btree ("customer_id","created_at","amount");--> statement-breakpoint
CREATE INDEX "margins_reseller" ON "margins" USING btree ("reseller_id","created_at","amount");--> statement-breakpoint
CREATE INDEX "margins_waiting" ON "margins" USING btree ("reseller_id") WHERE "margins"."credited_by" is null;--> statement-breakpoint
CREATE INDEX "margins_credited" ON "margins" USING btree ("credited_by");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_reseller_id_users_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_counterpart_transaction_id_transactions_id_fk" FOREIGN KEY ("counterpart_transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_reseller" ON "users" USING btree ("reseller_id","id") WHERE "users"."reseller_id" is not null;