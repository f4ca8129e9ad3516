/** The two rules of the books as a whole, which most faults break beside a rule of their own. */
export const SIDES_OF_EACH = 'every movement of money has its other side';
export const TOTAL = 'total credit is what came in less what was used, and what is owed';
