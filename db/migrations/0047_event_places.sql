CREATE TABLE "event_frontier" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"position" bigint NOT NULL,
	"seen" bigint NOT NULL,
	"gaps" "int8multirange" NOT NULL,
	"old_gaps" "int8multirange" NOT NULL,
	"horizon" "xid8" NOT NULL,
	CONSTRAINT "event_frontier_only_row" CHECK ("event_frontier"."only_row")
);
--> statement-breakpoint
CREATE TABLE "event_places" (
	"last" bigint PRIMARY KEY NOT NULL,
	"first" bigint NOT NULL,
	"seqs" bigint[] NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "event_places_age" ON "event_places" USING btree ("at");
--> statement-breakpoint
-- A transaction that takes a number of the outbox has a number of its own before: see place_events.
ALTER TABLE "events" ALTER COLUMN "seq" SET DEFAULT
	CASE WHEN pg_current_xact_id() IS NOT NULL THEN nextval('events_seq_seq') END;
--> statement-breakpoint
INSERT INTO "event_places" ("last", "first", "seqs", "at")
SELECT max(e.position), min(e.position), array_agg(e.seq ORDER BY e.position), max(e.at)
FROM (
	SELECT seq, position, at, position - row_number() OVER (ORDER BY position) AS island
	FROM "events" WHERE position IS NOT NULL
) e
GROUP BY e.island, e.position / 2000;
--> statement-breakpoint
INSERT INTO "event_frontier" ("position", "seen", "gaps", "old_gaps", "horizon")
SELECT (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM "event_positions"), coalesce(max(e.seq), 0),
	int8multirange(int8range(0, coalesce(max(e.seq), 0), '(]'))
		- coalesce(range_agg(int8range(e.seq, e.seq, '[]')) FILTER (WHERE e.position IS NOT NULL), '{}'),
	'{}', '0'
FROM "events" e;
--> statement-breakpoint
CREATE FUNCTION events_wait() RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
	-- Forms that read the index at its end, whatever the planner thinks of the table.
	RETURN coalesce((SELECT max(seq) FROM events) > (SELECT seen FROM event_frontier), false)
		OR EXISTS (
			SELECT FROM event_frontier f CROSS JOIN LATERAL unnest(f.gaps + f.old_gaps) AS gap
			CROSS JOIN LATERAL (
				SELECT FROM events WHERE seq >= lower(gap) AND seq < upper(gap) ORDER BY seq LIMIT 1) e);
END $$;
--> statement-breakpoint
-- Gives places to the events that have committed by now. A number between them that cannot be seen yet is a gap, and is
-- looked for each time. Whoever took it had a transaction number before, so one below that of a placing that saw
-- higher numbers and took its own only afterwards. Once everything below that horizon has ended, and the gap is still
-- empty, it was rolled back.
CREATE OR REPLACE FUNCTION place_events(at_most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	placed integer;
	has_no_number boolean;
BEGIN
	IF NOT events_wait() THEN
		RETURN 0;
	END IF;
	PERFORM pg_advisory_xact_lock(7460003);
	has_no_number := pg_current_xact_id_if_assigned() IS NULL;
	WITH frontier AS MATERIALIZED (SELECT * FROM event_frontier),
	fresh AS MATERIALIZED (
		SELECT e.seq, e.at FROM (
			(SELECT seq, at FROM events WHERE seq > (SELECT seen FROM frontier) ORDER BY seq LIMIT at_most)
			UNION ALL
			(SELECT e.seq, e.at FROM frontier f CROSS JOIN LATERAL unnest(f.gaps + f.old_gaps) AS gap
				CROSS JOIN LATERAL (
					SELECT seq, at FROM events WHERE seq >= lower(gap) AND seq < upper(gap) ORDER BY seq LIMIT at_most) e
				ORDER BY e.seq LIMIT at_most)
		) e ORDER BY e.seq LIMIT at_most
	),
	sums AS MATERIALIZED (
		SELECT count(*)::integer AS count, array_agg(seq ORDER BY seq) AS seqs, max(seq) AS highest, max(at) AS at,
			coalesce(range_agg(int8range(seq, seq, '[]')), '{}') AS found
		FROM fresh
	),
	next AS MATERIALIZED (
		SELECT s.count, f.position + s.count AS position, greatest(f.seen, s.highest) AS seen,
			f.gaps + CASE WHEN s.highest > f.seen THEN int8multirange(int8range(f.seen, s.highest, '(]'))
				ELSE '{}' END - s.found AS gaps,
			f.old_gaps - s.found AS old_gaps,
			-- A horizon above our own number is of the server from which this database was restored.
			has_no_number AND s.count < at_most AND (f.horizon <= pg_snapshot_xmin(pg_current_snapshot())
				OR f.horizon > pg_current_xact_id()) AS are_old_over
		FROM frontier f CROSS JOIN sums s WHERE s.count > 0
	),
	stored AS (
		INSERT INTO event_places (last, first, seqs, at) SELECT n.position, n.position - s.count + 1, s.seqs, s.at FROM next n CROSS JOIN sums s
	)
	UPDATE event_frontier SET position = n.position, seen = n.seen,
		gaps = CASE WHEN n.are_old_over THEN '{}' ELSE n.gaps END,
		old_gaps = CASE WHEN n.are_old_over THEN n.gaps ELSE n.old_gaps END,
		horizon = CASE WHEN n.are_old_over THEN pg_current_xact_id() ELSE horizon END
	FROM next n RETURNING n.count INTO placed;
	RETURN coalesce(placed, 0);
END $$;
--> statement-breakpoint
CREATE FUNCTION events_after(after bigint, at_most integer)
RETURNS TABLE ("position" bigint, at timestamptz, name text, user_id uuid, to_owner boolean, to_admins boolean,
	to_everyone boolean, data text) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM place_events(at_most);
	RETURN QUERY SELECT p.first + s.place - 1, e.at::timestamptz, e.name, e.user_id, e.to_owner,
		e.to_admins, e.to_everyone, e.data
	FROM event_places p CROSS JOIN LATERAL unnest(p.seqs) WITH ORDINALITY AS s (seq, place)
	JOIN events e ON e.seq = s.seq
	WHERE p.last > after AND p.first + s.place - 1 > after
	ORDER BY p.last, s.place LIMIT at_most;
END $$;
--> statement-breakpoint
DROP FUNCTION read_events(bigint, integer);
--> statement-breakpoint
DROP FUNCTION last_event_position();
--> statement-breakpoint
DROP INDEX "events_position";--> statement-breakpoint
DROP INDEX "events_unplaced";--> statement-breakpoint
DROP SEQUENCE "public"."event_positions";
