/** JSON text that is known to have the response's shape, because a statement listed its columns. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A page of a list, with the id that the next page starts before, where there is more. */
export class Page<Row> {
  readonly rows: readonly Row[] | RawJson;
  readonly next: string | null;
  constructor(rows: readonly Row[] | RawJson, next: string | null) {
    this.rows = rows;
    this.next = next;
  }

  /** As `of`, for rows that a statement's column list and a presenter have given the response's shape. */
  static json<Row extends { id: string }>(rows: readonly Row[], limit: number): Page<Row> {
    const { rows: shown, next } = Page.of(rows, limit);
    return new Page<Row>(new RawJson(JSON.stringify(shown)), next);
  }

  /** From rows read with one more than the limit: the extra one says that there is more. */
  static of<Row extends { id: string }>(rows: readonly Row[], limit: number): Page<Row> {
    const shown = rows.slice(0, limit);
    return new Page(shown, rows.length > limit ? (shown.at(-1)?.id ?? null) : null);
  }
}

/** An answer as it goes out, kept with the change that it answers for. */
export interface StoredAnswer {
  status: number;
  text: string;
}
