-- Nothing is left in it, so that each row from now on has all lists.
SELECT count_days();
--> statement-breakpoint
ALTER TABLE "sms_messages" ADD COLUMN "cancelled_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "message_days" ADD COLUMN "cancelled" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "uncounted_days" ADD COLUMN "cancelled" bigint[] NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_message_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO uncounted_days (user_ids, days, recipients, delivered, failed, opted_out, handed_over, cancelled)
	SELECT array_agg(c.user_id), array_agg(c.day), array_agg(c.recipients), array_agg(c.delivered), array_agg(c.failed),
		array_agg(c.opted_out), array_agg(c.handed_over), array_agg(c.cancelled)
	FROM (
		SELECT n.user_id, (n.sent_at AT TIME ZONE 'UTC')::date AS day, sum(o.queued_count - n.queued_count) AS recipients,
			sum(n.delivered_count - o.delivered_count) AS delivered, sum(n.failed_count - o.failed_count) AS failed,
			sum(n.opted_out_count - o.opted_out_count) AS opted_out, sum(n.handed_over_count - o.handed_over_count) AS handed_over,
			sum(n.cancelled_count - o.cancelled_count) AS cancelled
		FROM now_rows n JOIN old_rows o ON o.id = n.id
		WHERE (n.queued_count, n.delivered_count, n.failed_count, n.opted_out_count, n.handed_over_count, n.cancelled_count)
			<> (o.queued_count, o.delivered_count, o.failed_count, o.opted_out_count, o.handed_over_count, o.cancelled_count)
		GROUP BY 1, 2
	) c HAVING count(*) > 0;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION begin_message_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO uncounted_days (user_ids, days, recipients, delivered, failed, opted_out, handed_over, cancelled)
	VALUES (ARRAY[NEW.user_id], ARRAY[(NEW.sent_at AT TIME ZONE 'UTC')::date], ARRAY[NEW.recipient_count - NEW.queued_count],
		ARRAY[NEW.delivered_count], ARRAY[NEW.failed_count], ARRAY[NEW.opted_out_count], ARRAY[NEW.handed_over_count],
		ARRAY[NEW.cancelled_count]);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_days() RETURNS void LANGUAGE sql AS $$
	WITH taken AS (DELETE FROM uncounted_days RETURNING *)
	INSERT INTO message_days AS d (user_id, day, recipients, delivered, failed, opted_out, handed_over, cancelled)
	SELECT c.user_id, c.day, sum(c.recipients), sum(c.delivered), sum(c.failed), sum(c.opted_out), sum(c.handed_over),
		sum(c.cancelled)
	FROM taken t CROSS JOIN LATERAL unnest(t.user_ids, t.days, t.recipients, t.delivered, t.failed, t.opted_out,
		t.handed_over, t.cancelled) AS c (user_id, day, recipients, delivered, failed, opted_out, handed_over, cancelled)
	GROUP BY 1, 2 ORDER BY 1, 2
	ON CONFLICT (user_id, day) DO UPDATE SET recipients = d.recipients + excluded.recipients,
		delivered = d.delivered + excluded.delivered, failed = d.failed + excluded.failed,
		opted_out = d.opted_out + excluded.opted_out, handed_over = d.handed_over + excluded.handed_over,
		cancelled = d.cancelled + excluded.cancelled;
$$;
--> statement-breakpoint
-- `message_days_of` is as it was, for processes of the release before; it goes one release later.
CREATE FUNCTION days_of_messages(account uuid) RETURNS SETOF message_days LANGUAGE sql STABLE AS $$
	SELECT d.* FROM message_days d WHERE d.user_id = account
	UNION ALL
	SELECT c.* FROM uncounted_days u CROSS JOIN LATERAL unnest(u.user_ids, u.days, u.recipients, u.delivered, u.failed,
		u.opted_out, u.handed_over, u.cancelled)
		AS c (user_id, day, recipients, delivered, failed, opted_out, handed_over, cancelled)
	WHERE account = ANY (u.user_ids) AND c.user_id = account;
$$;
--> statement-breakpoint
-- The days that an overview shows. What a process of the release before cancels stays among the failed alone.
UPDATE "sms_messages" m SET cancelled_count = (
	SELECT count(*) FROM "sms_recipients" r WHERE r.message_id = m.id AND r.error = 'Cancelled before it was sent'
) WHERE m.id >= (lpad(to_hex((extract(epoch FROM now() - interval '31 days') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
	AND m.cancelled_at IS NOT NULL;
