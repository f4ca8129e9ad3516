import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from './free-port.ts';

/** A mail as a receiver's server got it. */
export interface ReceivedMail {
  /** The envelope's addresses. */
  from: string;
  to: string[];
  /** It stands as it was sent. */
  raw: string;
  /** A mail program shows it so. */
  mail: Email;
}

/** The step at which a server refuses, and its answer. */
interface Refusal {
  at: 'auth' | 'from' | 'to' | 'data';
  code: number;
}

/** A mail server on this machine that keeps the mails that it gets. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** How often a client tried to deliver a mail, successful or not. */
  attempts = 0;
  refusal: Refusal | null = null;
  /** Waits before it acknowledges a mail. */
  beforeAnswer: () => Promise<void> = () => Promise.resolve();
  #server: SMTPServer | null = null;

  constructor(private readonly port: number) {}

  /** Starts a server that needs `user` and `secret` as user and password. */
  static async start(): Promise<MailServer> {
    const server = new MailServer(await freePort());
    await server.listen();
    return server;
  }

  get url(): string {
    return `smtp://user:secret@127.0.0.1:${this.port}`;
  }

  /** Listens; after `stop` it listens again at the same port. */
  listen(): Promise<void> {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      logger: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, answer) => {
        const fault = this.#faultAt('auth');
        const isUser = username === 'user' && password === 'secret';
        answer(fault ?? (isUser ? null : refused(535)), { user: username });
      },
      onMailFrom: (_address, _session, answer) => {
        this.attempts++;
        answer(this.#faultAt('from'));
      },
      onRcptTo: (_address, _session, answer) => answer(this.#faultAt('to')),
      onData: (stream, session, answer) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          const to = rcptTo.map(({ address }) => address);
          void this.#take(Buffer.concat(chunks), mailFrom ? mailFrom.address : '', to, answer);
        });
      },
    });
    // A client that disconnects in the middle of a mail is not an error of the server.
    server.on('error', () => {});
    this.#server = server;
    return new Promise((resolve) => server.listen(this.port, '127.0.0.1', resolve));
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#server) this.#server.close(resolve);
      else resolve();
    });
  }

  async #take(bytes: Buffer, from: string, to: string[], answer: (fault?: Error | null) => void): Promise<void> {
    const fault = this.#faultAt('data');
    if (fault) return answer(fault);
    this.received.push({ from, to, raw: bytes.toString('utf8'), mail: await PostalMime.parse(bytes) });
    await this.beforeAnswer();
    answer();
  }

  #faultAt(step: Refusal['at']): Error | null {
    return this.refusal?.at === step ? refused(this.refusal.code) : null;
  }
}

const refused = (responseCode: number) => Object.assign(new Error('refused by the test'), { responseCode });
