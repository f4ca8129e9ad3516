CREATE SCHEMA "sip";
--> statement-breakpoint
CREATE TABLE "sip"."dialog" (
	"id" serial PRIMARY KEY NOT NULL,
	"hash_entry" integer NOT NULL,
	"hash_id" integer NOT NULL,
	"callid" text NOT NULL,
	"from_uri" text NOT NULL,
	"from_tag" text NOT NULL,
	"to_uri" text NOT NULL,
	"to_tag" text NOT NULL,
	"caller_cseq" text NOT NULL,
	"callee_cseq" text NOT NULL,
	"caller_route_set" text,
	"callee_route_set" text,
	"caller_contact" text NOT NULL,
	"callee_contact" text NOT NULL,
	"caller_sock" text NOT NULL,
	"callee_sock" text NOT NULL,
	"state" integer NOT NULL,
	"start_time" integer NOT NULL,
	"timeout" integer DEFAULT 0 NOT NULL,
	"sflags" integer DEFAULT 0 NOT NULL,
	"iflags" integer DEFAULT 0 NOT NULL,
	"toroute_name" text,
	"req_uri" text NOT NULL,
	"xdata" text
);
--> statement-breakpoint
CREATE TABLE "sip"."dialog_vars" (
	"id" serial PRIMARY KEY NOT NULL,
	"hash_entry" integer NOT NULL,
	"hash_id" integer NOT NULL,
	"dialog_key" text NOT NULL,
	"dialog_value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sip"."location" (
	"id" serial PRIMARY KEY NOT NULL,
	"ruid" text DEFAULT '' NOT NULL,
	"username" text DEFAULT '' NOT NULL,
	"domain" text,
	"contact" text DEFAULT '' NOT NULL,
	"received" text,
	"path" text,
	"expires" timestamp DEFAULT '2030-05-28 21:32:15' NOT NULL,
	"q" real DEFAULT 1 NOT NULL,
	"callid" text DEFAULT '' NOT NULL,
	"cseq" integer DEFAULT 1 NOT NULL,
	"last_modified" timestamp DEFAULT '2000-01-01 00:00:01' NOT NULL,
	"flags" integer DEFAULT 0 NOT NULL,
	"cflags" integer DEFAULT 0 NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"socket" text,
	"methods" integer,
	"instance" text,
	"reg_id" integer DEFAULT 0 NOT NULL,
	"server_id" integer DEFAULT 0 NOT NULL,
	"connection_id" integer DEFAULT 0 NOT NULL,
	"keepalive" integer DEFAULT 0 NOT NULL,
	"partition" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "location_ruid_unique" UNIQUE("ruid")
);
--> statement-breakpoint
CREATE TABLE "sip"."reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sip"."reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"call_id" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"status" integer,
	"carrier" text
);
--> statement-breakpoint
CREATE TABLE "trunk_calls" (
	"call_id" uuid PRIMARY KEY NOT NULL,
	"package_id" uuid NOT NULL,
	"edge" text NOT NULL,
	"sip_call_id" text NOT NULL,
	"from_tag" text NOT NULL,
	"cseq" bigint NOT NULL,
	"source" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "origin" text DEFAULT 'browser' NOT NULL;--> statement-breakpoint
ALTER TABLE "voice_calls" ADD COLUMN "sip_status" integer;--> statement-breakpoint
ALTER TABLE "trunk_calls" ADD CONSTRAINT "trunk_calls_call_id_voice_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."voice_calls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trunk_calls" ADD CONSTRAINT "trunk_calls_package_id_voice_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."voice_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dialog_hash" ON "sip"."dialog" USING btree ("hash_entry","hash_id");--> statement-breakpoint
CREATE INDEX "dialog_vars_hash" ON "sip"."dialog_vars" USING btree ("hash_entry","hash_id");--> statement-breakpoint
CREATE INDEX "location_contact" ON "sip"."location" USING btree ("username","domain","contact");--> statement-breakpoint
CREATE INDEX "location_expires" ON "sip"."location" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "location_connection" ON "sip"."location" USING btree ("server_id","connection_id");--> statement-breakpoint
CREATE INDEX "reports_call" ON "sip"."reports" USING btree ("call_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "trunk_calls_once" ON "trunk_calls" USING btree ("sip_call_id","from_tag","cseq");--> statement-breakpoint
CREATE INDEX "trunk_calls_package" ON "trunk_calls" USING btree ("package_id");--> statement-breakpoint
CREATE INDEX "voice_calls_under_way" ON "voice_calls" USING btree ("user_id") WHERE "voice_calls"."ended_at" is null;--> statement-breakpoint
CREATE VIEW "sip"."version" AS (select * from (values ('location', 9), ('dialog', 7), ('dialog_vars', 1)) as v (table_name, table_version));