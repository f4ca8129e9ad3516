import type { Sql } from 'postgres';
import { sql as template } from 'drizzle-orm';
import type { RatedService } from '../../db/enums.ts';
import { prepared } from '../../db/prepared.ts';
import { ConfigError } from '../platform/kit/settings.ts';
import type { Clock } from '../platform/kit/clock.ts';
import { Problem, notFound, sentence } from '../platform/kit/errors.ts';
import { africasTalking } from './adapters/africas-talking.ts';
import { plivo } from './adapters/plivo/plivo.ts';
import { sandbox, sandboxBackup } from './adapters/sandbox/sandbox.ts';
import { smpp } from './adapters/smpp/smpp.ts';
import { telnyx } from './adapters/telnyx/telnyx.ts';
import { twilio } from './adapters/twilio/twilio.ts';
import { vonage } from './adapters/vonage/vonage.ts';
import type { Adapter, Carrier, CarrierHost } from './port.ts';
import { isSimulated } from './simulated.ts';

/** Every adapter, in the order in which they replace each other. A new carrier is one line here. */
export const ADAPTERS: readonly Adapter[] = [
  twilio,
  telnyx,
  vonage,
  plivo,
  africasTalking,
  smpp,
  sandbox,
  sandboxBackup,
];

/** The names of the carriers that say the price of a message or a call only later. */
export const pricedLater = (service: RatedService): string[] =>
  ADAPTERS.filter(({ pricedLater: services = [] }) => services.includes(service)).map(({ name }) => name);

/** An account of a carrier that an administrator has made. */
export interface OpenAccount {
  carrier: Carrier;
  /** Anything new goes there; what went there is followed all the same. */
  isOn: boolean;
}

/** The carriers whose credentials are set: in the environment, and after them those that administrators made. */
export class Carriers {
  readonly #own: readonly Carrier[];
  readonly #listeners: ((carrier: Carrier) => void)[] = [];
  #accounts: readonly OpenAccount[] = [];
  #list: readonly Carrier[];

  constructor(
    list: readonly Carrier[],
    private readonly sellSimulated: boolean,
  ) {
    this.#own = list;
    this.#list = this.#serving(list);
  }

  /** Where nothing is sold through simulated carriers, they serve only while there is no other one. */
  #serving(list: readonly Carrier[]): readonly Carrier[] {
    const sold = list.filter(({ name }) => this.sells(name));
    return sold.length > 0 ? sold : list;
  }

  /** Tells whether something may be sold through a carrier of this name. */
  sells(name: string | null): boolean {
    return this.sellSimulated || !isSimulated(name);
  }

  /**
   * Checks that something may be sold through any carrier: whoever sells messages, calls, numbers or trunks asks here.
   * @param names instead of all: the carrier of a number
   * @throws simulated_only
   */
  requireSelling(names: readonly (string | null)[] = this.names): void {
    if (!names.some((name) => this.sells(name))) throw new Problem('simulated_only', sentence('simulatedOnly'));
  }

  /** Those to which something new may go. */
  get list(): readonly Carrier[] {
    return this.#list;
  }

  get names(): string[] {
    return this.#list.map((carrier) => carrier.name);
  }

  /** All that are open. */
  get all(): readonly Carrier[] {
    return [...this.#own, ...this.#accounts.map(({ carrier }) => carrier)];
  }

  find(name: string): Carrier | undefined {
    return this.all.find((carrier) => carrier.name === name);
  }

  /** Calls a listener for each open carrier, now or when it is opened. */
  each(listener: (carrier: Carrier) => void): void {
    this.#listeners.push(listener);
    for (const carrier of this.all) listener(carrier);
  }

  /** Replaces the accounts that administrators made. */
  useAccounts(accounts: readonly OpenAccount[]): void {
    const before = new Set(this.all);
    this.#accounts = accounts;
    const used = accounts.flatMap(({ carrier, isOn }) => (isOn ? [carrier] : []));
    this.#list = this.#serving([...this.#own, ...used]);
    for (const { carrier } of accounts) {
      if (!before.has(carrier)) for (const listen of this.#listeners) listen(carrier);
    }
  }

  /** @throws not_found */
  get(name: string): Carrier {
    const carrier = this.find(name);
    if (!carrier) throw notFound('Provider');
    return carrier;
  }

  /** The carrier that is active before anybody has chosen one. */
  get first(): Carrier {
    const [first] = this.list;
    if (!first) throw new RangeError('there is no carrier');
    return first;
  }
}

/**
 * Opens the configured carriers. It opens the simulated ones if there is no real one, or if the settings ask for them.
 * @param adapters instead of the program's own, for a test
 * @throws {ConfigError} if there would be none
 */
export function openCarriers(host: CarrierHost, adapters: readonly Adapter[] = ADAPTERS): Carriers {
  const configured = adapters.filter((adapter) => adapter.configured(host.config));
  const real = configured.filter((adapter) => !adapter.simulated);
  const withSimulated = host.config.sandboxCarriers ?? real.length === 0;
  const chosen = withSimulated ? configured : real;
  if (chosen.length === 0) {
    throw new ConfigError('SANDBOX_CARRIERS: off, and no other carrier is configured');
  }
  return new Carriers(
    chosen.map((adapter) => adapter.open(host)),
    host.config.sellSimulated,
  );
}

const selectActive = prepared<Record<never, never>, { active: string }>(
  () => template`select active from provider_state where id = 1`,
);

const insertActive = prepared<{ active: string; now: Date }, object>(
  (p) => template`
    insert into provider_state (id, active, changed_at) values (1, ${p.active}, ${p.now}::timestamptz)
    on conflict (id) do nothing`,
);

/** The active carrier's name in the database. Processes that start together agree on the first one. */
export async function readActive(deps: { sql: Sql; clock: Clock; carriers: Carriers }): Promise<string> {
  const [row] = await selectActive(deps.sql, {});
  if (row) return row.active;
  await insertActive(deps.sql, { active: deps.carriers.first.name, now: deps.clock.now() });
  return readActive(deps);
}
