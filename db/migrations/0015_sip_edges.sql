CREATE TABLE "sip"."edges" (
	"edge" integer PRIMARY KEY NOT NULL,
	"slots" integer NOT NULL,
	"taken" integer NOT NULL,
	"full" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
