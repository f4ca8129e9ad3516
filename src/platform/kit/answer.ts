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

/** Who may keep a file on its way: nobody, whoever got it after asking whether they still may, or all for an hour. */
type Keeping = 'nobody' | 'owner' | 'everybody';

export interface FileFacts {
  contentType: string;
  /** The name that it is saved under; null for what is only shown in a page. */
  name: string | null;
  /** Whether a browser shows it instead of saving it. */
  shown?: boolean;
  keeping: Keeping;
  /** What changes with the content, so that a browser can ask whether its copy is still good. */
  version?: string;
}

/** All of a file, which may be asked for in parts; or its pieces, made while they are read. */
type FileContent = (() => Promise<Uint8Array<ArrayBuffer>>) | AsyncGenerator<Uint8Array>;

/** A file that a verb hands out. The edge makes an HTTP answer of it. */
export class FileAnswer {
  readonly facts: FileFacts;
  /** Read when it is wanted: not where the browser's own copy is still good. */
  readonly content: FileContent;
  constructor(facts: FileFacts, content: FileContent) {
    this.facts = facts;
    this.content = content;
  }
}
