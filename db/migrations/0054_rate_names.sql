CREATE TABLE "rate_names" (
	"deck_id" uuid NOT NULL,
	"name" text NOT NULL,
	"first_prefix" text NOT NULL,
	"last_prefix" text NOT NULL,
	CONSTRAINT "rate_names_deck_id_name_pk" PRIMARY KEY("deck_id","name")
);
--> statement-breakpoint
INSERT INTO "rate_names" ("deck_id", "name", "first_prefix", "last_prefix")
SELECT "deck_id", "name", min("prefix"), max("prefix") FROM "rate_rows" GROUP BY "deck_id", "name";
