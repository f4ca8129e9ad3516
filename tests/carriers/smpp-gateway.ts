import { join } from 'node:path';
import type { Command, Notice, TakenMessage } from './smpp-server.ts';
import { endingWithUs } from '../kit/ending-with-us.ts';

type NoticeOf<Type extends Notice['type']> = Extract<Notice, { type: Type }>;

export class Gateway {
  readonly #taken: TakenMessage[] = [];
  readonly #notices: Notice[] = [];
  readonly #waiting: { matches: (notice: Notice) => boolean; resolve: (notice: Notice) => void }[] = [];
  readonly #process: Bun.Subprocess;

  private constructor(port: number) {
    this.#process = Bun.spawn(
      endingWithUs('KILL', [process.execPath, join(import.meta.dir, 'smpp-server.ts'), String(port)]),
      { ipc: (notice: Notice) => this.#hear(notice), stdio: ['ignore', 'inherit', 'inherit'] },
    );
  }

  /** @param port a free one unless it is to come back at its old place */
  static async start(port = 0): Promise<{ gateway: Gateway; port: number }> {
    const gateway = new Gateway(port);
    const listening = await gateway.next('listening');
    return { gateway, port: listening.port };
  }

  /** @returns once it is done, and all that was told before has been heard */
  async tell(command: Command): Promise<void> {
    this.#process.send(command);
    await this.next('done');
  }

  async messages(): Promise<readonly TakenMessage[]> {
    await this.tell({ type: 'wait' });
    return this.#taken;
  }

  async reset(): Promise<void> {
    await this.tell({ type: 'behave', behaviour: 'accept' });
    await this.tell({ type: 'answer', statuses: [] });
    this.#taken.length = 0;
    this.#notices.length = 0;
  }

  /** The first notice of this type that nobody has taken yet, also one that came before. */
  async next<Type extends Notice['type']>(type: Type): Promise<NoticeOf<Type>> {
    const isWanted = (notice: Notice): notice is NoticeOf<Type> => notice.type === type;
    const index = this.#notices.findIndex(isWanted);
    const [before] = index < 0 ? [] : this.#notices.splice(index, 1);
    if (before && isWanted(before)) return before;
    const { promise, resolve } = Promise.withResolvers<Notice>();
    this.#waiting.push({ matches: isWanted, resolve });
    const notice = await promise;
    if (!isWanted(notice)) throw new TypeError('not the notice that was waited for');
    return notice;
  }

  /** Delivers to whoever is bound. @returns the state in which that was answered */
  async deliver(fields: Record<string, string | number | number[]>): Promise<number> {
    await this.tell({ type: 'deliver', fields });
    return (await this.next('delivered')).status;
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#process.exited;
  }

  #hear(notice: Notice): void {
    if (notice.type === 'taken') this.#taken.push(notice.message);
    const index = this.#waiting.findIndex(({ matches }) => matches(notice));
    if (index < 0) this.#notices.push(notice);
    else this.#waiting.splice(index, 1)[0]?.resolve(notice);
  }
}
