CREATE TABLE "number_papers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"country_code" text NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"status" text NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"owner" text NOT NULL,
	"details" jsonb,
	"address" jsonb,
	"documents" jsonb,
	"reason" text,
	"carrier_papers_id" text,
	"handed_in_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"due_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "number_papers_files" (
	"papers_id" uuid NOT NULL,
	"object_id" uuid NOT NULL,
	CONSTRAINT "number_papers_files_papers_id_object_id_pk" PRIMARY KEY("papers_id","object_id")
);
--> statement-breakpoint
CREATE TABLE "number_papers_steps" (
	"papers_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"name" text NOT NULL,
	"carrier_id" text,
	CONSTRAINT "number_papers_steps_papers_id_round_name_pk" PRIMARY KEY("papers_id","round","name")
);
--> statement-breakpoint
CREATE TABLE "sandbox_papers" (
	"reference" text PRIMARY KEY NOT NULL,
	"carrier" text NOT NULL,
	"owner" text NOT NULL,
	"kind" text NOT NULL,
	"refused" boolean NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "number_papers" ADD CONSTRAINT "number_papers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_papers" ADD CONSTRAINT "number_papers_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_papers_files" ADD CONSTRAINT "number_papers_files_papers_id_number_papers_id_fk" FOREIGN KEY ("papers_id") REFERENCES "public"."number_papers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_papers_files" ADD CONSTRAINT "number_papers_files_object_id_objects_id_fk" FOREIGN KEY ("object_id") REFERENCES "public"."objects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "number_papers_steps" ADD CONSTRAINT "number_papers_steps_papers_id_number_papers_id_fk" FOREIGN KEY ("papers_id") REFERENCES "public"."number_papers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "number_papers_one" ON "number_papers" USING btree ("user_id","provider","country_code","kind");--> statement-breakpoint
CREATE INDEX "number_papers_queue" ON "number_papers" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "number_papers_due" ON "number_papers" USING btree ("due_at") WHERE "number_papers"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "number_papers_files_object" ON "number_papers_files" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "sandbox_papers_owner" ON "sandbox_papers" USING btree ("owner");