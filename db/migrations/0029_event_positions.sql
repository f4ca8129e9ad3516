CREATE SEQUENCE "public"."event_positions" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
DROP INDEX "events_transaction";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "position" bigint;--> statement-breakpoint
-- What was there already has been read; it keeps its order.
UPDATE "events" SET "position" = "seq";--> statement-breakpoint
SELECT setval('event_positions', coalesce((SELECT max("seq") FROM "events"), 0) + 1, false);--> statement-breakpoint
CREATE INDEX "events_position" ON "events" USING btree ("position");--> statement-breakpoint
CREATE INDEX "events_unplaced" ON "events" USING btree ("seq") WHERE "events"."position" is null;--> statement-breakpoint
ALTER TABLE "events" DROP COLUMN "transaction_id";--> statement-breakpoint
-- Gives committed events that have no place yet the next places, in the order in which they were written. One at
-- a time, held until its commit: places become visible in their order, so a reader never has a gap behind it.
CREATE FUNCTION "place_events"("at_most" integer) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	placed integer;
BEGIN
	IF NOT EXISTS (SELECT FROM events WHERE position IS NULL) THEN
		RETURN 0;
	END IF;
	PERFORM pg_advisory_xact_lock(7460003);
	WITH fresh AS MATERIALIZED (
		SELECT s.seq, nextval('event_positions') AS position
		FROM (SELECT e.seq FROM events e WHERE e.position IS NULL ORDER BY e.seq LIMIT at_most) s
	)
	UPDATE events e SET position = f.position FROM fresh f WHERE e.seq = f.seq;
	GET DIAGNOSTICS placed = ROW_COUNT;
	RETURN placed;
END $$;--> statement-breakpoint
-- What comes after a place, everything included that had committed before.
CREATE FUNCTION "read_events"("after" bigint, "at_most" integer) RETURNS SETOF "events" LANGUAGE plpgsql VOLATILE AS $$
BEGIN
	PERFORM place_events(at_most);
	RETURN QUERY SELECT e.* FROM events e WHERE e.position > after ORDER BY e.position LIMIT at_most;
END $$;--> statement-breakpoint
-- The last place that was given; nobody gives one meanwhile, so everything up to it is there to be seen.
CREATE FUNCTION "last_event_position"() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7460003);
	RETURN (SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM event_positions);
END $$;
