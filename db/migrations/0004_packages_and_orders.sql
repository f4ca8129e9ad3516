CREATE TABLE "package_minutes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"package_id" uuid NOT NULL,
	"call_id" uuid NOT NULL,
	"month" timestamp (3) with time zone NOT NULL,
	"reserved" integer NOT NULL,
	"used" integer,
	"reserved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "package_minutes_used" CHECK ("package_minutes"."used" is null or "package_minutes"."used" between 0 and "package_minutes"."reserved")
);
--> statement-breakpoint
CREATE TABLE "reseller_terms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"run_started_at" timestamp (3) with time zone NOT NULL,
	"run_months" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reseller_terms_transactionId_unique" UNIQUE("transaction_id")
);
--> statement-breakpoint
CREATE TABLE "sip_credentials" (
	"package_id" uuid PRIMARY KEY NOT NULL,
	"realm" text NOT NULL,
	"username" text NOT NULL,
	"ha1_md5" text NOT NULL,
	"ha1_sha256" text NOT NULL,
	"rotated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sip_credentials_username_unique" UNIQUE("username")
);
--> statement-breakpoint
CREATE TABLE "voice_packages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"package_type" text NOT NULL,
	"package_name" text NOT NULL,
	"price" text NOT NULL,
	"features" text[] NOT NULL,
	"call_minutes_included" integer NOT NULL,
	"ivr_enabled" boolean DEFAULT false NOT NULL,
	"pbx_features_enabled" boolean DEFAULT false NOT NULL,
	"conference_calls_enabled" boolean DEFAULT false NOT NULL,
	"voicemail_enabled" boolean DEFAULT false NOT NULL,
	"call_forwarding_enabled" boolean DEFAULT false NOT NULL,
	"purchased_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"upgrade_to" text,
	"minutes_month" timestamp (3) with time zone,
	"minutes_taken" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "voice_packages_minutes" CHECK ("voice_packages"."minutes_taken" between 0 and "voice_packages"."call_minutes_included")
);
--> statement-breakpoint
ALTER TABLE "package_minutes" ADD CONSTRAINT "package_minutes_package_id_voice_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."voice_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reseller_terms" ADD CONSTRAINT "reseller_terms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reseller_terms" ADD CONSTRAINT "reseller_terms_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sip_credentials" ADD CONSTRAINT "sip_credentials_package_id_voice_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."voice_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_packages" ADD CONSTRAINT "voice_packages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "package_minutes_call" ON "package_minutes" USING btree ("call_id","package_id");--> statement-breakpoint
CREATE INDEX "package_minutes_month" ON "package_minutes" USING btree ("package_id","month");--> statement-breakpoint
CREATE INDEX "reseller_terms_user" ON "reseller_terms" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "voice_packages_user" ON "voice_packages" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "transactions_voice_package" ON "transactions" USING btree ("voice_package_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_voice_order_once" ON "transactions" USING btree ("voice_package_id") WHERE "transactions"."type" = 'voice_package' and "transactions"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_reseller_order_once" ON "transactions" USING btree ("user_id","reseller_package") WHERE "transactions"."type" = 'reseller_package' and "transactions"."status" = 'pending';