/** The two rules about all books together. Most faults break these and a more special rule. */
export const SIDES_OF_EACH = 'every movement of money has its other side';
export const TOTAL = 'total credit is what came in less what was used, and what is owed';
