CREATE TABLE "number_ports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"numbers" text[] NOT NULL,
	"country_code" text NOT NULL,
	"status" text NOT NULL,
	"losing_carrier" text NOT NULL,
	"account_number" text,
	"sealed_pin" text,
	"holder" jsonb,
	"authority_id" uuid,
	"bill_id" uuid,
	"wished_on" date,
	"ports_on" date,
	"words" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid
);
--> statement-breakpoint
ALTER TABLE "number_ports" ADD CONSTRAINT "number_ports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_ports" ADD CONSTRAINT "number_ports_authority_id_objects_id_fk" FOREIGN KEY ("authority_id") REFERENCES "public"."objects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_ports" ADD CONSTRAINT "number_ports_bill_id_objects_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."objects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_ports" ADD CONSTRAINT "number_ports_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "number_ports_user" ON "number_ports" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "number_ports_queue" ON "number_ports" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "number_ports_authority" ON "number_ports" USING btree ("authority_id");--> statement-breakpoint
CREATE INDEX "number_ports_bill" ON "number_ports" USING btree ("bill_id");