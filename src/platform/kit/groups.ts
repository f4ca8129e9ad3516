/** The largest group. */
const MOST = 100;
/** How many groups are under way at the same time in one process. */
const AT_ONCE = 4;
/** While a group is under way, another one begins when so many items wait for it, or one has waited so long. */
const ENOUGH = 25;
const PATIENCE_MS = 50;

interface Waiting<Item> {
  item: Item;
  /** Items with the same key are done in the order in which they came. */
  key: string;
  since: number;
  done: PromiseWithResolvers<void>;
}

/**
 * Does in groups what comes one by one: an item that comes alone is done at once, and what comes while others are under
 * way is done together. One faulty item does not spoil the others of its group: each of them is then done alone.
 */
export class Groups<Item> {
  readonly #waiting: Waiting<Item>[] = [];
  readonly #keysUnderWay = new Set<string>();
  #underWay = 0;
  #timer: Timer | null = null;

  constructor(private readonly patienceMs = PATIENCE_MS) {}

  /**
   * Resolves once the item is done, alone or with others.
   * @param key items with the same key are never done at the same time, nor in another order
   * @param work does a group, whole or not at all
   * @throws what `work` throws for this item alone
   */
  add(item: Item, key: string, work: (group: readonly Item[]) => Promise<void>): Promise<void> {
    const done = Promise.withResolvers<void>();
    this.#waiting.push({ item, key, since: performance.now(), done });
    this.#begin(work);
    return done.promise;
  }

  #begin(work: (group: readonly Item[]) => Promise<void>): void {
    while (this.#isDue()) {
      const group = this.#take();
      if (group.length === 0) break;
      this.#underWay += 1;
      for (const { key } of group) this.#keysUnderWay.add(key);
      void this.#do(group, work).then(() => {
        this.#underWay -= 1;
        for (const { key } of group) this.#keysUnderWay.delete(key);
        this.#begin(work);
      });
    }
    if (this.#waiting.length === 0 || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#begin(work);
    }, this.patienceMs).unref();
  }

  #isDue(): boolean {
    const [first] = this.#waiting;
    if (!first || this.#underWay >= AT_ONCE) return false;
    const isLate = performance.now() - first.since >= this.patienceMs;
    return this.#underWay === 0 || this.#waiting.length >= ENOUGH || isLate;
  }

  /** The next ones in their order, without those whose key is under way, and all that come after those. */
  #take(): Waiting<Item>[] {
    const group: Waiting<Item>[] = [];
    const left: Waiting<Item>[] = [];
    const held = new Set(this.#keysUnderWay);
    for (const each of this.#waiting) {
      if (group.length < MOST && !held.has(each.key)) group.push(each);
      else {
        held.add(each.key);
        left.push(each);
      }
    }
    this.#waiting.splice(0, Infinity, ...left);
    return group;
  }

  /** Never rejects: each item learns its own result. */
  async #do(group: readonly Waiting<Item>[], work: (group: readonly Item[]) => Promise<void>): Promise<void> {
    try {
      await work(group.map(({ item }) => item));
    } catch (error) {
      const [only, ...others] = group;
      if (others.length === 0) only?.done.reject(error);
      else await this.#doEachAlone(group, work);
      return;
    }
    for (const { done } of group) done.resolve();
  }

  async #doEachAlone(group: readonly Waiting<Item>[], work: (group: readonly Item[]) => Promise<void>): Promise<void> {
    const rows = [...Map.groupBy(group, ({ key }) => key).values()];
    await Promise.all(
      rows.map(async (row) => {
        for (const each of row) await this.#do([each], work);
      }),
    );
  }
}
