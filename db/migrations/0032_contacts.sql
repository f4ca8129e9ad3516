CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"number" text NOT NULL,
	"country" text NOT NULL,
	"name" text,
	"fields" jsonb NOT NULL,
	"lists" text[] NOT NULL,
	"opted_in_at" timestamp (3) with time zone,
	"opt_in_source" text,
	"search" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contacts_user_id_number_pk" PRIMARY KEY("user_id","number")
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_page" ON "contacts" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "contacts_country" ON "contacts" USING btree ("user_id","country","id");--> statement-breakpoint
CREATE INDEX "contacts_search" ON "contacts" USING gin ("user_id","lists","search" gin_trgm_ops);