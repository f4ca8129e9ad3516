import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import { type CarrierHost, SEND_TIMEOUT_MS } from '../port.ts';
import type { Carriers, OpenAccount } from '../registry.ts';
import { kindOf } from './kinds.ts';
import { openAccount } from './open-account.ts';
import { openSettings } from './sealed-settings.ts';

/** How often a process looks for accounts that were made or changed in another one. */
export const LOAD_ACCOUNTS_MS = 5000;
/** An account that was replaced is closed when what it was sending has surely been answered. */
const CLOSE_AFTER_MS = SEND_TIMEOUT_MS + 5000;

type Row = { name: string; adapter: string; sealed_settings: string; is_on: boolean; changed_at: string };

const selectAccounts = prepared<Record<never, never>, Row>(
  () => template`
    select name, adapter, sealed_settings, is_on, changed_at::text as changed_at from carrier_accounts
    order by created_at, name`,
);

interface Loaded {
  account: OpenAccount | null;
  sealed: string;
  changedAt: string;
}

/** The accounts that administrators made, as one process has opened them. */
export class CarrierAccounts {
  #loaded = new Map<string, Loaded>();
  #loading: Promise<void> = Promise.resolve();

  constructor(
    private readonly host: CarrierHost,
    private readonly carriers: Carriers,
  ) {}

  /** Opens what was made, and replaces what was changed, since the last call. Calls run one after the other. */
  load(): Promise<void> {
    const next = this.#loading.then(() => this.#read());
    this.#loading = next.catch(() => {});
    return next;
  }

  async #read(): Promise<void> {
    const rows = await selectAccounts(this.host.sql, {});
    if (rows.length === this.#loaded.size && rows.every((row) => this.#isKnown(row))) return;
    const before = this.#loaded;
    this.#loaded = new Map(
      rows.map((row) => {
        const known = before.get(row.name);
        const account =
          known?.account && known.sealed === row.sealed_settings
            ? { ...known.account, isOn: row.is_on }
            : this.#open(row);
        return [row.name, { account, sealed: row.sealed_settings, changedAt: row.changed_at }];
      }),
    );
    this.carriers.useAccounts([...this.#loaded.values()].flatMap(({ account }) => account ?? []));
    for (const [name, { account }] of before) {
      if (account && this.#loaded.get(name)?.account?.carrier !== account.carrier) this.#closeLater(account);
    }
  }

  isOpen(name: string): boolean {
    return (this.#loaded.get(name)?.account ?? null) !== null;
  }

  #isKnown = ({ name, changed_at: changedAt }: Row): boolean => this.#loaded.get(name)?.changedAt === changedAt;

  #open({ name, adapter: kind, sealed_settings: sealed, is_on: isOn }: Row): OpenAccount | null {
    const [adapter, settings] = [kindOf(kind), openSettings(this.host.config, name, sealed)];
    try {
      if (!adapter || !settings) throw new TypeError('its kind is gone, or its settings cannot be opened');
      return { carrier: openAccount(this.host, { name, adapter, settings }), isOn };
    } catch (error) {
      this.host.log.error({ error, carrier: name }, 'an account of a carrier cannot be used');
      return null;
    }
  }

  #closeLater({ carrier }: OpenAccount): void {
    setTimeout(() => {
      carrier.close?.().catch((error: unknown) => {
        this.host.log.warn({ error, carrier: carrier.name }, 'an account of a carrier was not closed');
      });
    }, CLOSE_AFTER_MS).unref();
  }
}
