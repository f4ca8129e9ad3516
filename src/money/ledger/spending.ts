/** The transactions that spend credit, and give it back; the others move it and spend none. As a list for SQL. */
export const SPENDING = `'sms_charge', 'voice_charge', 'did_purchase', 'voice_package', 'reseller_package', 'refund', 'other'`;
