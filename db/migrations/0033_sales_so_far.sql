-- What was sold before numbers and packages counted in the figures. The rules are those of src/money/figures/add-sale.ts
-- and src/services/voice/running/call-figures.ts as of this migration.
UPDATE "transactions" SET sold_number = substring(description FROM '\+[0-9]{6,15}') WHERE type = 'did_purchase';
--> statement-breakpoint
INSERT INTO "figure_changes" (day, service, user_id, carrier, code, units, revenue, uncosted)
SELECT (coalesce(t.settled_at, t.created_at) AT TIME ZONE 'UTC')::date,
  CASE t.type WHEN 'did_purchase' THEN 'number' WHEN 'voice_package' THEN 'trunk' ELSE t.type END, t.user_id, '',
  left(coalesce(t.sold_number, ''), CASE WHEN substr(t.sold_number, 2, 1) IN ('1', '7') THEN 2
    WHEN substr(t.sold_number, 2, 2) IN ('20', '27', '30', '31', '32', '33', '34', '36', '39', '40', '41', '43', '44',
      '45', '46', '47', '48', '49', '51', '52', '53', '54', '55', '56', '57', '58', '60', '61', '62', '63', '64', '65',
      '66', '81', '82', '84', '86', '90', '91', '92', '93', '94', '95', '98') THEN 3 ELSE 4 END),
  count(*), sum(t.amount - coalesce(m.amount, 0)), count(*) FILTER (WHERE t.type = 'did_purchase')
FROM "transactions" t LEFT JOIN "margins" m ON m.transaction_id = t.id
WHERE t.type IN ('did_purchase', 'voice_package', 'reseller_package') AND t.status IN ('completed', 'verified')
  AND NOT EXISTS (SELECT FROM "transactions" r WHERE r.refunds_transaction_id = t.id)
GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
-- Calls that a package paid for stand with the package from here on.
INSERT INTO "figure_changes" (day, service, user_id, carrier, code, units, revenue, cost, uncosted, charged, listed)
SELECT (c.called_at AT TIME ZONE 'UTC')::date, s.service, c.user_id, coalesce(c.provider, ''),
  left(c.destination, CASE WHEN substr(c.destination, 2, 1) IN ('1', '7') THEN 2
    WHEN substr(c.destination, 2, 2) IN ('20', '27', '30', '31', '32', '33', '34', '36', '39', '40', '41', '43', '44',
      '45', '46', '47', '48', '49', '51', '52', '53', '54', '55', '56', '57', '58', '60', '61', '62', '63', '64', '65',
      '66', '81', '82', '84', '86', '90', '91', '92', '93', '94', '95', '98') THEN 3 ELSE 4 END),
  sum(s.sign) FILTER (WHERE c.status = 'completed'),
  sum(s.sign * coalesce(c.supplier_cost, c.actual_cost)) FILTER (WHERE c.status = 'completed'),
  sum(s.sign * coalesce(c.carrier_cost, c.list_cost, 0)),
  coalesce(sum(s.sign) FILTER (WHERE c.carrier_cost IS NULL AND c.list_cost IS NULL), 0),
  coalesce(sum(s.sign * c.carrier_cost) FILTER (WHERE c.list_cost IS NOT NULL), 0),
  coalesce(sum(s.sign * c.list_cost) FILTER (WHERE c.carrier_cost IS NOT NULL), 0)
FROM "voice_calls" c CROSS JOIN (VALUES (-1, 'voice'), (1, 'trunk')) s (sign, service)
WHERE c.ended_at IS NOT NULL AND c.package_minutes > 0 AND c.status = 'completed'
GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
-- What was added up by country until now stands there by destination too: nothing finer is known of it.
INSERT INTO "figures" (by, day, key, service, units, revenue, cost, uncosted, charged, listed)
SELECT 'destination', day, key, service, units, revenue, cost, uncosted, charged, listed FROM "figures" WHERE by = 'country';
