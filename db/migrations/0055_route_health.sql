CREATE TABLE "sip"."route_health" (
	"carrier" text NOT NULL,
	"edge" integer NOT NULL,
	"is_up" boolean DEFAULT true NOT NULL,
	"status" integer,
	"registered" integer,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "route_health_carrier_edge_pk" PRIMARY KEY("carrier","edge")
);
