import { and, inArray, ne } from 'drizzle-orm';
import { z } from 'zod';
import { createAccount } from '../callers/registration/create-account.ts';
import { createApp } from '../app.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../platform/events/transact.ts';
import type { Clock } from '../platform/kit/clock.ts';
import { smsRecipients } from '../../db/schema/index.ts';
import { DEMO_PASSWORD, PEOPLE, UNREPORTED, type Who } from './people.ts';

const made = z.object({ id: z.string() });
const newKey = z.object({ apiKey: z.string() });
const uploadLink = z.object({ uploadURL: z.string(), objectPath: z.string() });

/** A clock that can be set back, so that the demonstration has a past. */
export class StoryClock implements Clock {
  #behindMs = 0;

  now(): Date {
    return new Date(Date.now() - this.#behindMs);
  }

  /** Sets the clock to so many minutes ago. */
  goBack(minutes: number): void {
    this.#behindMs = minutes * 60_000;
  }

  pass(minutes: number): void {
    this.#behindMs -= minutes * 60_000;
  }
}

/**
 * The people of the demonstration at work: every step goes through the API itself, so that the database
 * contains exactly what the program would have stored.
 */
export class World {
  #ids = new Map<Who, string>();
  #credentials = new Map<Who, Record<string, string>>();
  readonly #app: ReturnType<typeof createApp>;

  constructor(
    protected readonly deps: Deps,
    private readonly clock: StoryClock,
  ) {
    this.#app = createApp(deps);
  }

  /** Hears how many minutes ago the newest thing was. */
  told?: (minutesAgo: number) => void;

  /** Does something so many minutes ago. */
  async at(minutesAgo: number, act: () => Promise<unknown>): Promise<void> {
    this.clock.goBack(minutesAgo);
    await act();
    this.told?.(minutesAgo);
  }

  now = (): Date => this.clock.now();
  pass = (minutes: number): void => this.clock.pass(minutes);

  id(who: Who): string {
    const id = this.#ids.get(who);
    if (!id) throw new Error(`${who} has not joined yet`);
    return id;
  }

  /** The administrator comes first: nobody else could let them in. */
  async appoint(): Promise<void> {
    const { email, fullName, role } = PEOPLE.administrator;
    const passwordHash = await this.deps.passwords.hash(DEMO_PASSWORD);
    const { id } = await transact(this.deps, (tx) =>
      createAccount(tx, { email, fullName, role, passwordHash, company: null }),
    );
    this.#ids.set('administrator', id);
  }

  /**
   * Opens an account for somebody, who signs in once and makes a key, because a session would not last until
   * the end of the story. Everybody starts as a customer; a reseller has bought the package.
   * @param reseller who opens it; an administrator does otherwise
   */
  async join(who: Who, reseller?: Who): Promise<void> {
    const { role: _role, ...person } = { ...PEOPLE[who], password: DEMO_PASSWORD };
    const opened = reseller
      ? await this.as(reseller, 'POST', `/api/users/${this.id(reseller)}/customers`, person)
      : await this.asAdministrator('POST', '/api/admin/users', { ...person, role: 'user' });
    const { id } = made.parse(opened);
    this.#ids.set(who, id);
    await this.#signIn(who);
    const { apiKey } = newKey.parse(await this.as(who, 'POST', `/api/users/${id}/api-key`));
    this.#credentials.set(who, { authorization: `Bearer ${apiKey}` });
  }

  /** By a session, because an administrator's key cannot manage people; a new one each time, so that none has ended. */
  async asAdministrator(method: string, path: string, body?: object): Promise<unknown> {
    await this.#signIn('administrator');
    return this.as('administrator', method, path, body);
  }

  async #signIn(who: Who): Promise<void> {
    const login = { email: PEOPLE[who].email, password: DEMO_PASSWORD };
    const { headers } = await this.#request({}, 'POST', '/api/auth/login', login);
    const cookie = headers.getSetCookie().find((each) => /^(__Host-)?session=/.test(each));
    this.#credentials.set(who, { cookie: cookie?.split(';')[0] ?? '' });
  }

  /** Calls the API as somebody. @throws where it refuses */
  async as(who: Who, method: string, path: string, body?: object): Promise<unknown> {
    const response = await this.#request(this.#credentials.get(who) ?? {}, method, path, body);
    return response.status === 204 ? null : response.json();
  }

  /** Uploads a receipt; gives the path that a payment names it by. */
  async upload(who: Who, image: Uint8Array<ArrayBuffer>): Promise<string> {
    const link = uploadLink.parse(await this.as(who, 'PUT', '/api/objects/upload', {}));
    const { pathname, search } = new URL(link.uploadURL);
    await this.#send(new Request(`http://localhost${pathname}${search}`, { method: 'PUT', body: image }));
    return link.objectPath;
  }

  /** Waits until the carriers have sent their last reports. */
  async delivered(): Promise<void> {
    const open = and(
      inArray(smsRecipients.status, ['queued', 'sending', 'sent']),
      ne(smsRecipients.number, UNREPORTED),
    );
    await this.until(async () => (await this.deps.db.$count(smsRecipients, open)) === 0);
  }

  /** Waits for what the simulated carriers do. */
  async until(isSo: () => Promise<boolean>): Promise<void> {
    for (const deadline = Date.now() + 60_000; !(await isSo()); await Bun.sleep(50)) {
      if (Date.now() > deadline) throw new Error('the simulated carriers do not report');
    }
  }

  #request(credentials: Record<string, string>, method: string, path: string, body?: object): Promise<Response> {
    return this.#send(
      new Request(`http://localhost${path}`, {
        method,
        headers: { ...credentials, ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body ? JSON.stringify(body) : null,
      }),
    );
  }

  async #send(request: Request): Promise<Response> {
    const response = await this.#app.handle(request);
    if (response.ok) return response;
    throw new Error(`${request.method} ${request.url} answered ${response.status}: ${await response.text()}`);
  }
}
