CREATE TABLE "comparisons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"unit" text NOT NULL,
	"is_own_address" boolean DEFAULT false NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"block" bigint,
	"said" text NOT NULL,
	"parts" jsonb NOT NULL,
	"mark" jsonb,
	"difference" text NOT NULL,
	"differs_since" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" uuid,
	"reason" text,
	CONSTRAINT "comparisons_accepted" CHECK (("comparisons"."accepted_at" is null) = ("comparisons"."accepted_by" is null))
);
--> statement-breakpoint
ALTER TABLE "comparisons" ADD CONSTRAINT "comparisons_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comparisons_of" ON "comparisons" USING btree ("kind","subject","unit","read_at");--> statement-breakpoint
CREATE UNIQUE INDEX "comparisons_open" ON "comparisons" USING btree ("kind","subject","unit") WHERE "comparisons"."differs_since" is not null and "comparisons"."accepted_at" is null;--> statement-breakpoint
CREATE INDEX "comparisons_accepted_by" ON "comparisons" USING btree ("accepted_by");