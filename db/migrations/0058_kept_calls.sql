CREATE TABLE "sip"."calls" (
	"numbers" text PRIMARY KEY NOT NULL,
	"start_time" integer NOT NULL,
	"timeout" integer NOT NULL,
	"record" text NOT NULL
);
--> statement-breakpoint
-- The calls that run, as an edge of this version writes them.
INSERT INTO "sip"."calls" (numbers, start_time, timeout, record)
SELECT DISTINCT ON (hash_entry, hash_id) hash_entry || '/' || hash_id, start_time, timeout,
	(SELECT string_agg(encode(convert_to(coalesce(one, ''), 'UTF8'), 'hex'), ' ' ORDER BY place)
	FROM unnest(ARRAY[callid, from_uri, from_tag, to_uri, to_tag, caller_cseq, callee_cseq, caller_route_set, callee_route_set,
		caller_contact, callee_contact, caller_sock, callee_sock, iflags::text] || ARRAY(
			SELECT dialog_value FROM unnest(ARRAY['call', 'carrier', 'leg', 'placed', 'recorded', 'codecs', 'echo', 'relays', 'machine',
				'_uac_fu', '_uac_funew', '_uac_fdp', '_uac_fdpnew', '_uac_to', '_uac_tonew', '_uac_tdp', '_uac_tdpnew'])
				WITH ORDINALITY AS n (name, at)
			LEFT JOIN "sip"."dialog_vars" v ON v.dialog_key = name AND v.hash_entry = d.hash_entry AND v.hash_id = d.hash_id ORDER BY at
		)) WITH ORDINALITY AS u (one, place))
FROM "sip"."dialog" d WHERE state IN (3, 4) ORDER BY hash_entry, hash_id, id DESC;
--> statement-breakpoint
DROP TABLE "sip"."dialog";
--> statement-breakpoint
DROP TABLE "sip"."dialog_vars";
--> statement-breakpoint
CREATE VIEW "sip"."dialog" AS (select split_part(numbers, '/', 1)::integer as hash_entry, split_part(numbers, '/', 2)::integer as hash_id,
      f[1] as callid, f[2] as from_uri, f[3] as from_tag, f[4] as to_uri, f[5] as to_tag, f[6] as caller_cseq,
      f[7] as callee_cseq, nullif(f[8], '') as caller_route_set, nullif(f[9], '') as callee_route_set,
      f[10] as caller_contact, f[11] as callee_contact, f[12] as caller_sock, f[13] as callee_sock, 4 as state, start_time,
      timeout, 0 as sflags, f[14]::integer as iflags, 'TIME_IS_UP'::text as toroute_name, ''::text as req_uri,
      case when f[23] <> '' then '{"profiles":[{"name":"machine"}]}' end as xdata
      from sip.calls cross join lateral (select array(select encode(decode(one, 'hex'), 'escape')
        from unnest(string_to_array(record, ' ')) with ordinality as u (one, place) order by place) as f) r);--> statement-breakpoint
CREATE VIEW "sip"."dialog_vars" AS (select split_part(numbers, '/', 1)::integer as hash_entry, split_part(numbers, '/', 2)::integer as hash_id,
      key as dialog_key, encode(decode(split_part(record, ' ', 14 + place::integer), 'hex'), 'escape') as dialog_value
      from sip.calls cross join unnest(array['call', 'carrier', 'leg', 'placed', 'recorded', 'codecs', 'echo', 'relays', 'machine',
        '_uac_fu', '_uac_funew', '_uac_fdp', '_uac_fdpnew', '_uac_to', '_uac_tonew', '_uac_tdp', '_uac_tdpnew'])
        with ordinality as v (key, place)
      where split_part(record, ' ', 14 + place::integer) <> '');;--> statement-breakpoint
-- Kamailio's `dialog` empties its tables when it has read them, and writes what it has when it ends: the rows are others' too.
CREATE RULE "unwritten" AS ON INSERT TO "sip"."dialog" DO INSTEAD NOTHING;--> statement-breakpoint
CREATE RULE "unchanged" AS ON UPDATE TO "sip"."dialog" DO INSTEAD NOTHING;--> statement-breakpoint
CREATE RULE "unremoved" AS ON DELETE TO "sip"."dialog" DO INSTEAD NOTHING;--> statement-breakpoint
CREATE RULE "unwritten" AS ON INSERT TO "sip"."dialog_vars" DO INSTEAD NOTHING;--> statement-breakpoint
CREATE RULE "unchanged" AS ON UPDATE TO "sip"."dialog_vars" DO INSTEAD NOTHING;--> statement-breakpoint
CREATE RULE "unremoved" AS ON DELETE TO "sip"."dialog_vars" DO INSTEAD NOTHING;
