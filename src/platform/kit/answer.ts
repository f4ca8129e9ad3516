/** JSON text that is known to have the response's shape, because a statement listed its columns. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** One page of a list. `next` is the id that the next page starts before; null on the last page. */
export class Page<Row> {
  constructor(
    readonly rows: readonly Row[] | RawJson,
    readonly next: string | null,
  ) {}

  /** Does the same as `of`, for rows whose shape is already the response's: a column list and a presenter made them. */
  static json<Row extends { id: string }>(rows: readonly Row[], limit: number): Page<Row> {
    const { rows: shown, next } = Page.of(rows, limit);
    return new Page<Row>(new RawJson(JSON.stringify(shown)), next);
  }

  /** Takes rows that were read with one more than the limit: the extra row says that there is more. */
  static of<Row extends { id: string }>(rows: readonly Row[], limit: number): Page<Row> {
    const shown = rows.slice(0, limit);
    return new Page(shown, rows.length > limit ? (shown.at(-1)?.id ?? null) : null);
  }
}

/** An answer as it is sent, stored with the change that caused it. */
export interface StoredAnswer {
  status: number;
  text: string;
}

/**
 * The caches that may keep a file: none; its reader's, which must ask each time whether the copy may still be
 * used; or everybody's, for an hour.
 */
type Keeping = 'nobody' | 'owner' | 'everybody';

export interface FileFacts {
  contentType: string;
  /** The file name for saving; null for what is only shown in a page. */
  name: string | null;
  /** A browser shows it instead of saving it. */
  shown?: boolean;
  keeping: Keeping;
  /** Changes with the content, so that a browser can ask whether its copy is still current. */
  version?: string;
}

/** The whole file, of which a part may be requested; or its pieces, made while they are read. */
type FileContent = (() => Promise<Uint8Array<ArrayBuffer>>) | AsyncGenerator<Uint8Array>;

/** A file that a verb returns. The edge makes an HTTP answer from it. */
export class FileAnswer {
  /** @param content read only when needed, so not where the browser's own copy is still current */
  constructor(
    readonly facts: FileFacts,
    readonly content: FileContent,
  ) {}
}
