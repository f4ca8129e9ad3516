-- What was sent and called before the figures were kept, so that a later refund does not take away what never counted.
-- The rules are those of src/money/figures/add-figures.ts as of this migration.
INSERT INTO "figure_changes" (day, service, user_id, carrier, code, units, revenue, cost, uncosted, charged, listed)
SELECT (s.at AT TIME ZONE 'UTC')::date, s.service, s.user_id, coalesce(s.carrier, ''),
  left(s.number, CASE WHEN substr(s.number, 2, 1) IN ('1', '7') THEN 2
    WHEN substr(s.number, 2, 2) IN ('20', '27', '30', '31', '32', '33', '34', '36', '39', '40', '41', '43', '44', '45',
      '46', '47', '48', '49', '51', '52', '53', '54', '55', '56', '57', '58', '60', '61', '62', '63', '64', '65', '66',
      '81', '82', '84', '86', '90', '91', '92', '93', '94', '95', '98') THEN 3 ELSE 4 END),
  count(*) FILTER (WHERE s.paid),
  coalesce(sum(s.revenue) FILTER (WHERE s.paid), 0),
  sum(CASE WHEN s.paid THEN coalesce(s.carrier_cost, s.list_cost, 0) ELSE coalesce(s.carrier_cost, 0) END),
  count(*) FILTER (WHERE s.paid AND s.carrier_cost IS NULL AND s.list_cost IS NULL),
  coalesce(sum(s.carrier_cost) FILTER (WHERE s.paid AND s.list_cost IS NOT NULL), 0),
  coalesce(sum(s.list_cost) FILTER (WHERE s.paid AND s.carrier_cost IS NOT NULL), 0)
FROM (
  SELECT 'sms' AS service, m.sent_at AS at, m.user_id, r.number, r.provider AS carrier,
    r.status IN ('sent', 'delivered') OR r.cost > 0 AS paid, r.cost - coalesce(r.margin, 0) AS revenue, r.carrier_cost,
    CASE WHEN r.route_to = r.provider THEN r.route_cost END AS list_cost
  FROM sms_recipients r JOIN sms_messages m ON m.id = r.message_id
  WHERE r.status IN ('sent', 'delivered', 'failed')
  UNION ALL
  SELECT 'voice', c.called_at, c.user_id, c.destination, c.provider, c.status = 'completed',
    coalesce(c.supplier_cost, c.actual_cost), c.carrier_cost, NULL
  FROM voice_calls c WHERE c.ended_at IS NOT NULL
) s
GROUP BY 1, 2, 3, 4, 5
HAVING count(*) FILTER (WHERE s.paid) > 0 OR coalesce(sum(s.carrier_cost), 0) > 0;
