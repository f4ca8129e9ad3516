CREATE TABLE "chores" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "did_numbers_holds" ON "did_numbers" USING btree ("expires_at") WHERE "did_numbers"."status" = 'reserved';