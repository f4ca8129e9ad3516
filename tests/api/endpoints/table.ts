import type { Rows } from './row.ts';
import { ACCOUNT_ROWS } from './rows/accounts.ts';
import { MESSAGE_ROWS } from './rows/messages.ts';
import { MONEY_ROWS } from './rows/money.ts';
import { PEOPLE_ROWS } from './rows/people.ts';
import { CALLS_IN_ROWS } from './rows/calls-in.ts';
import { EDGE_ROWS } from './rows/edge.ts';
import { SERVICE_ROWS } from './rows/services.ts';

/** Every endpoint there is, one row each; the tests beside this file are made from it. */
export const TABLE: Rows = {
  ...ACCOUNT_ROWS,
  ...PEOPLE_ROWS,
  ...SERVICE_ROWS,
  ...MESSAGE_ROWS,
  ...CALLS_IN_ROWS,
  ...EDGE_ROWS,
  ...MONEY_ROWS,
};
