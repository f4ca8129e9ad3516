import { connect, type Socket } from 'node:net';

/** A message as the network behind Kannel got it: whole, or one of the parts of a long one. */
interface Taken {
  text: Buffer;
  part: number;
  of: number;
}

/**
 * The telephones behind Kannel: the other end of its `smsc = fake`, which writes one line for each message and
 * reports each as delivered.
 */
export class Network {
  readonly #taken = new Map<string, Taken[]>();
  readonly #socket: Socket;
  #rest = '';

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (chunk: string) => this.#read(chunk));
  }

  /** How many lines came, a long message in several. */
  get count(): number {
    return [...this.#taken.values()].reduce((sum, each) => sum + each.length, 0);
  }

  /**
   * What a number got: `times` is how often any part of its message came; `texts` are empty unless all parts
   * came, and otherwise its text read as UTF-8 and as UTF-16, of which one is right.
   */
  gotBy(number: string): { times: number; texts: string[] } {
    const taken = this.#taken.get(number) ?? [];
    const parts = Map.groupBy(taken, ({ part }) => part);
    const times = Math.max(0, ...[...parts.values()].map((copies) => copies.length));
    if (parts.size === 0 || parts.size < (taken[0]?.of ?? 1)) return { times, texts: [] };
    const ordered = [...parts].toSorted(([one], [other]) => one - other);
    const octets = Buffer.concat(ordered.map(([, [copy]]) => copy?.text ?? Buffer.alloc(0)));
    return { times, texts: [octets.toString('utf8'), utf16(octets)] };
  }

  stop(): void {
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#take(line);
  }

  /** `sender number kind content`, and where it has a header `sender number udh header data content`. */
  #take(line: string): void {
    const [, number = '', kind, ...rest] = line.split(' ');
    const [header, text] =
      kind === 'udh' ? [octetsOf(rest[0] ?? ''), octetsOf(rest.slice(2).join(' '))] : [null, rest.join(' ')];
    const octets = typeof text === 'string' ? contentOf(kind, text) : text;
    const taken = { text: octets, of: header?.[4] ?? 1, part: header?.[5] ?? 1 };
    this.#taken.set(number, [...(this.#taken.get(number) ?? []), taken]);
  }
}

const contentOf = (kind: string | undefined, text: string): Buffer =>
  kind === 'text' ? Buffer.from(text, 'latin1') : octetsOf(text);

/** Octets in the form of an address: `+` for a space, and `%` with two digits. */
const octetsOf = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('+', ' ')
      .replaceAll(/%([\da-f]{2})/gi, (_all, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      ),
    'latin1',
  );

const utf16 = (octets: Buffer): string =>
  octets.length % 2 === 0 ? Buffer.from(octets).swap16().toString('utf16le') : '';
