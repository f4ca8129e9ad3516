CREATE TABLE "price_raises" (
	"user_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"price" numeric(8, 2),
	"percent" integer,
	"announced_at" timestamp (3) with time zone NOT NULL,
	"holds_from" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "price_raises_user_id_subject_pk" PRIMARY KEY("user_id","subject"),
	CONSTRAINT "price_raises_one_price" CHECK ("price_raises"."price" is null or "price_raises"."percent" is null)
);
--> statement-breakpoint
ALTER TABLE "price_raises" ADD CONSTRAINT "price_raises_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_raises_due" ON "price_raises" USING btree ("holds_from");