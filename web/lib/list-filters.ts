/** The filters of a list of messages or calls; an empty text filters nothing. */
export interface ListFilters {
  /** The searched text. */
  q: string;
  status: string;
  /** Days, `2026-11-30`, both included. */
  from: string;
  to: string;
}

export const NO_FILTERS: ListFilters = { q: '', status: '', from: '', to: '' };

const LONGEST = 100;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** A state, or the name of an action. */
const STATUS = /^[a-z._-]{1,60}$/;

/** The filters that an address has, without anything that is none. */
export function parseListFilters(search: Record<string, unknown>): Partial<ListFilters> {
  const text = (name: keyof ListFilters, form: RegExp) => {
    const value = search[name];
    // The router reads digits as a number.
    const given = typeof value === 'number' ? String(value) : value;
    return typeof given === 'string' && given !== '' && form.test(given) ? { [name]: given } : {};
  };
  return {
    ...text('q', new RegExp(`^.{1,${LONGEST}}$`, 'u')),
    ...text('status', STATUS),
    ...text('from', DAY),
    ...text('to', DAY),
  };
}

/** The same as the server's parameters. */
export const filterQuery = <Status extends string>(
  { q, status, from, to }: ListFilters,
  known: readonly Status[],
): { search?: string; status?: Status; from?: string; to?: string } => {
  const state = known.find((each) => each === status);
  return { ...(q && { search: q }), ...(state && { status: state }), ...(from && { from }), ...(to && { to }) };
};
