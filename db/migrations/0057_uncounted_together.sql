CREATE TABLE "uncounted_figures" (
	"changes" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uncounted_days" (
	"user_ids" uuid[] NOT NULL,
	"days" date[] NOT NULL,
	"recipients" bigint[] NOT NULL,
	"delivered" bigint[] NOT NULL,
	"failed" bigint[] NOT NULL,
	"opted_out" bigint[] NOT NULL,
	"handed_over" bigint[] NOT NULL
);
--> statement-breakpoint
INSERT INTO "uncounted_figures" ("changes") SELECT json_agg(c) FROM "figure_changes" c HAVING count(*) > 0;
--> statement-breakpoint
DROP TABLE "figure_changes";
--> statement-breakpoint
CREATE VIEW "figure_changes" AS
SELECT c.* FROM "uncounted_figures" u CROSS JOIN LATERAL json_to_recordset(u.changes) AS c (day date, service text,
	user_id uuid, carrier text, code text, destination text, units bigint, revenue numeric(16, 4), cost numeric(16, 4),
	uncosted bigint, charged numeric(16, 4), listed numeric(16, 4));
--> statement-breakpoint
-- What became of messages, for the days of their accounts: one row for each statement, so that no two wait for one day.
CREATE OR REPLACE FUNCTION count_message_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO uncounted_days (user_ids, days, recipients, delivered, failed, opted_out, handed_over)
	SELECT array_agg(c.user_id), array_agg(c.day), array_agg(c.recipients), array_agg(c.delivered), array_agg(c.failed),
		array_agg(c.opted_out), array_agg(c.handed_over)
	FROM (
		SELECT n.user_id, (n.sent_at AT TIME ZONE 'UTC')::date AS day, sum(o.queued_count - n.queued_count) AS recipients,
			sum(n.delivered_count - o.delivered_count) AS delivered, sum(n.failed_count - o.failed_count) AS failed,
			sum(n.opted_out_count - o.opted_out_count) AS opted_out, sum(n.handed_over_count - o.handed_over_count) AS handed_over
		FROM now_rows n JOIN old_rows o ON o.id = n.id
		WHERE (n.queued_count, n.delivered_count, n.failed_count, n.opted_out_count, n.handed_over_count)
			<> (o.queued_count, o.delivered_count, o.failed_count, o.opted_out_count, o.handed_over_count)
		GROUP BY 1, 2
	) c HAVING count(*) > 0;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION begin_message_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO uncounted_days (user_ids, days, recipients, delivered, failed, opted_out, handed_over)
	VALUES (ARRAY[NEW.user_id], ARRAY[(NEW.sent_at AT TIME ZONE 'UTC')::date], ARRAY[NEW.recipient_count - NEW.queued_count],
		ARRAY[NEW.delivered_count], ARRAY[NEW.failed_count], ARRAY[NEW.opted_out_count], ARRAY[NEW.handed_over_count]);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_days() RETURNS void LANGUAGE sql AS $$
	WITH taken AS (DELETE FROM uncounted_days RETURNING *)
	INSERT INTO message_days AS d (user_id, day, recipients, delivered, failed, opted_out, handed_over)
	SELECT c.user_id, c.day, sum(c.recipients), sum(c.delivered), sum(c.failed), sum(c.opted_out), sum(c.handed_over)
	FROM taken t CROSS JOIN LATERAL unnest(t.user_ids, t.days, t.recipients, t.delivered, t.failed, t.opted_out,
		t.handed_over) AS c (user_id, day, recipients, delivered, failed, opted_out, handed_over)
	GROUP BY 1, 2 ORDER BY 1, 2
	ON CONFLICT (user_id, day) DO UPDATE SET recipients = d.recipients + excluded.recipients,
		delivered = d.delivered + excluded.delivered, failed = d.failed + excluded.failed,
		opted_out = d.opted_out + excluded.opted_out, handed_over = d.handed_over + excluded.handed_over;
$$;
--> statement-breakpoint
CREATE FUNCTION message_days_of(account uuid)
RETURNS TABLE (day date, recipients bigint, delivered bigint, failed bigint, opted_out bigint, handed_over bigint)
LANGUAGE sql STABLE AS $$
	SELECT d.day, d.recipients, d.delivered, d.failed, d.opted_out, d.handed_over FROM message_days d WHERE d.user_id = account
	UNION ALL
	SELECT c.day, c.recipients, c.delivered, c.failed, c.opted_out, c.handed_over
	FROM uncounted_days u CROSS JOIN LATERAL unnest(u.user_ids, u.days, u.recipients, u.delivered, u.failed, u.opted_out,
		u.handed_over) AS c (user_id, day, recipients, delivered, failed, opted_out, handed_over)
	WHERE account = ANY (u.user_ids) AND c.user_id = account;
$$;
