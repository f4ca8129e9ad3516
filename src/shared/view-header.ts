/** The header of a request by which an administrator sees an account as its owner does. */
export const VIEW_HEADER = 'x-view-as';
