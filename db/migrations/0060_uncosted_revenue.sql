ALTER TABLE "figures" ADD COLUMN "uncosted_revenue" numeric(16, 4) DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE OR REPLACE VIEW "figure_changes" AS
SELECT c.* FROM "uncounted_figures" u CROSS JOIN LATERAL json_to_recordset(u.changes) AS c (day date, service text,
	user_id uuid, carrier text, code text, destination text, units bigint, revenue numeric(16, 4), cost numeric(16, 4),
	uncosted bigint, charged numeric(16, 4), listed numeric(16, 4), uncosted_revenue numeric(16, 4));
--> statement-breakpoint
-- Where the cost of none is known; and, until the next statement, of some their share.
UPDATE "figures" SET uncosted_revenue = CASE WHEN uncosted = units THEN revenue ELSE revenue * uncosted / units END
WHERE uncosted > 0 AND units > 0;
--> statement-breakpoint
-- Where the cost of some is known, the others are counted again. What waits in `uncounted_figures` is among them.
WITH sold AS (
	SELECT 'sms' AS service, (m.sent_at AT TIME ZONE 'UTC')::date AS day, m.user_id, r.number, coalesce(r.provider, '') AS carrier,
		CASE WHEN r.route_to = r.provider THEN r.route_prefix END AS prefix, r.price_prefix, r.cost - coalesce(r.margin, 0) AS revenue
	FROM "sms_recipients" r JOIN "sms_messages" m ON m.id = r.message_id
	WHERE (r.status IN ('sent', 'delivered') OR r.status = 'failed' AND r.cost > 0) AND r.carrier_cost IS NULL
		AND (r.route_to IS DISTINCT FROM r.provider OR r.route_cost IS NULL)
	UNION ALL
	SELECT CASE WHEN package_minutes > 0 THEN 'trunk' ELSE 'voice' END, (called_at AT TIME ZONE 'UTC')::date, user_id, destination,
		coalesce(provider, ''), route_prefix, price_prefix, coalesce(supplier_cost, actual_cost)
	FROM "voice_calls" WHERE status = 'completed' AND ended_at IS NOT NULL AND (origin <> 'incoming' OR parent_id IS NOT NULL)
		AND carrier_cost IS NULL AND list_cost IS NULL
), coded AS (
	SELECT s.*, left(number, CASE WHEN substr(number, 2, 1) IN ('1', '7') THEN 2 WHEN substr(number, 2, 2) IN ('20', '27', '30',
		'31', '32', '33', '34', '36', '39', '40', '41', '43', '44', '45', '46', '47', '48', '49', '51', '52', '53', '54', '55', '56',
		'57', '58', '60', '61', '62', '63', '64', '65', '66', '81', '82', '84', '86', '90', '91', '92', '93', '94', '95', '98')
		THEN 3 ELSE 4 END) AS code
	FROM sold s WHERE day IN (SELECT day FROM "figures" WHERE by = 'all' AND uncosted <> units AND uncosted > 0)
), counted AS (
	SELECT k.by, c.day, k.key, c.service, sum(c.revenue) AS revenue
	FROM coded c LEFT JOIN "users" u ON u.id = c.user_id CROSS JOIN LATERAL (VALUES ('all', ''), ('carrier', c.carrier),
		('country', c.code), ('destination', coalesce('+' || c.prefix,
			CASE WHEN length(c.price_prefix) + 1 >= length(c.code) THEN '+' || c.price_prefix END, c.code)),
		('reseller', coalesce(u.reseller_id::text, '')), ('customer', c.user_id::text), ('route', c.carrier || ' ' || c.code)) k (by, key)
	GROUP BY 1, 2, 3, 4
)
UPDATE "figures" f SET uncosted_revenue = c.revenue FROM counted c
WHERE (f.by, f.day, f.key, f.service) = (c.by, c.day, c.key, c.service) AND f.uncosted <> f.units AND f.uncosted > 0;
