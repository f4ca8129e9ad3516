CREATE TABLE "smpp_accounts" (
	"key_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"system_id" text NOT NULL,
	"password_hash" text NOT NULL,
	"addresses" "cidr"[] DEFAULT '{}' NOT NULL,
	"binds" integer NOT NULL,
	"open_requests" integer NOT NULL,
	"per_second" integer NOT NULL,
	"receives" boolean NOT NULL,
	CONSTRAINT "smpp_accounts_systemId_unique" UNIQUE("system_id")
);
--> statement-breakpoint
CREATE TABLE "smpp_binds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"receives" boolean NOT NULL,
	"bound_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "smpp_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "smpp_messages" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"report" text NOT NULL,
	"source" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "smpp_parts" (
	"key_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"part" integer NOT NULL,
	"parts" integer NOT NULL,
	"octets" text NOT NULL,
	"alphabet" text NOT NULL,
	"message_id" uuid NOT NULL,
	"number" text NOT NULL,
	"source" text NOT NULL,
	"report" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "smpp_parts_key_id_reference_part_pk" PRIMARY KEY("key_id","reference","part")
);
--> statement-breakpoint
ALTER TABLE "smpp_accounts" ADD CONSTRAINT "smpp_accounts_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smpp_accounts" ADD CONSTRAINT "smpp_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smpp_binds" ADD CONSTRAINT "smpp_binds_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smpp_binds" ADD CONSTRAINT "smpp_binds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smpp_deliveries" ADD CONSTRAINT "smpp_deliveries_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smpp_deliveries" ADD CONSTRAINT "smpp_deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smpp_messages" ADD CONSTRAINT "smpp_messages_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smpp_messages" ADD CONSTRAINT "smpp_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smpp_parts" ADD CONSTRAINT "smpp_parts_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "smpp_parts" ADD CONSTRAINT "smpp_parts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "smpp_accounts_user" ON "smpp_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "smpp_binds_key" ON "smpp_binds" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "smpp_binds_user" ON "smpp_binds" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "smpp_deliveries_due" ON "smpp_deliveries" USING btree ("key_id","due_at");--> statement-breakpoint
CREATE INDEX "smpp_deliveries_age" ON "smpp_deliveries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "smpp_deliveries_user" ON "smpp_deliveries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "smpp_messages_user" ON "smpp_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "smpp_messages_key" ON "smpp_messages" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "smpp_parts_age" ON "smpp_parts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "smpp_parts_user" ON "smpp_parts" USING btree ("user_id");