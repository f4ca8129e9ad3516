/** The transaction types that spend credit or refund it; all others only move it. As a list for SQL. */
export const SPENDING = `'sms_charge', 'voice_charge', 'did_purchase', 'voice_package', 'reseller_package', 'refund', 'other'`;
