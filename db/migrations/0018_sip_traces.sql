CREATE TABLE "sip"."traces" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sip"."traces_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"side" text NOT NULL,
	"call_id" text NOT NULL,
	"from_tag" text NOT NULL,
	"way" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"message" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "voice_packages" ADD COLUMN "traced_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "traces_call" ON "sip"."traces" USING btree ("call_id","from_tag");--> statement-breakpoint
CREATE INDEX "traces_at" ON "sip"."traces" USING btree ("at");--> statement-breakpoint
CREATE VIEW "sip"."traced" AS (select 'tl' || right(id::text, 12) as key_name, 0 as key_type, 0 as value_type, '1' as key_value, 0 as expires
      from public.voice_packages where traced_until > now());--> statement-breakpoint
-- Side, Call-ID and From tag of the call, the way, the time, and the message in hexadecimal digits, as `kamailio.cfg` has them.
CREATE FUNCTION "sip"."keep_trace"("side" text, "call_id" text, "from_tag" text, "way" text, "at" double precision, "message" text) RETURNS void
    LANGUAGE sql
    AS $$
	INSERT INTO sip.traces (side, call_id, from_tag, way, at, message)
	VALUES ($1, convert_from(decode($2, 'hex'), 'LATIN1'), convert_from(decode($3, 'hex'), 'LATIN1'), $4, to_timestamp($5),
		regexp_replace(regexp_replace(convert_from(decode($6, 'hex'), 'LATIN1'),
			'^((?:proxy-)?authorization)[ \t]*:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*', '\1: ***', 'gin'),
			'^(a=(?:crypto|key-mgmt|ice-pwd):)[^\r\n]*', '\1***', 'gin'))
$$;
