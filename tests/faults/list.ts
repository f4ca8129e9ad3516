import { AUDITS } from './audits.ts';
import { DELIVERY } from './delivery.ts';
import type { Fault } from './fault.ts';
import { LATE } from './late.ts';
import { MONEY } from './money.ts';
import { OUTAGES } from './outages.ts';
import { OWNERS } from './owners.ts';
import { KEPT, RARE } from './rare.ts';
import { REQUESTS } from './requests.ts';
import { TIME } from './time.ts';
import { WALLETS } from './wallets.ts';

export const FAULTS: readonly Fault[] = [
  ...OWNERS,
  ...AUDITS,
  ...MONEY,
  ...DELIVERY,
  ...LATE,
  ...REQUESTS,
  ...TIME,
  ...WALLETS,
  ...RARE,
  ...KEPT,
  ...OUTAGES,
];
