/** The reseller packages and their prices. */

import { RESELLER_PLAN_IDS } from '../../../db/enums.ts';

export type ResellerPlanId = (typeof RESELLER_PLAN_IDS)[number];

export interface ResellerPlan {
  id: ResellerPlanId;
  /** Pounds, a decimal string. */
  price: string;
  months: number;
  /** The saving against single months, in whole pounds; null if there is none. */
  saves: number | null;
}

export const RESELLER_PLANS: readonly ResellerPlan[] = [
  { id: 'monthly', price: '250.00', months: 1, saves: null },
  { id: 'yearly', price: '2500.00', months: 12, saves: 500 },
];
