import { ConfigError } from '../../platform/kit/settings.ts';
import type { Adapter, Carrier, CarrierHost } from '../port.ts';
import { settingsOf } from './kinds.ts';

/** The settings as the environment would hold them. */
export type AccountSettings = Readonly<Record<string, string>>;

/**
 * Opens an account of a carrier by its own settings; only the carrier's address is the environment's.
 * @throws {ConfigError} naming settings that are wrong, or that belong together
 */
export function openAccount(
  host: CarrierHost,
  { name, adapter, settings }: { name: string; adapter: Adapter; settings: AccountSettings },
): Carrier {
  const own = new Set(settingsOf(adapter));
  const others = Object.entries(host.config.carrierEnvironment).filter(([setting]) => !own.has(setting));
  const carrierEnvironment = { ...Object.fromEntries(others), ...settings };
  const config = { ...host.config, carrierEnvironment };
  if (!adapter.configured(config)) throw new ConfigError(`${[...own].join(', ')}: the credentials are missing`);
  return carryingMessages(name, adapter.open({ ...host, config }));
}

/**
 * A carrier under another name, for messages. It places no calls and sells no numbers: those have addresses at the
 * carrier that name the first account.
 */
function carryingMessages(name: string, carrier: Carrier): Carrier {
  const { limits, reportsParts, incomingSms } = carrier;
  return {
    ...{ name, limits },
    health: () => carrier.health(),
    sendSms: (sms) => carrier.sendSms(sms),
    ...(carrier.takesPicture && { takesPicture: (to) => carrier.takesPicture?.(to) ?? false }),
    parseCallback: (callback) => carrier.parseCallback(callback),
    ...(reportsParts && { reportsParts }),
    ...(incomingSms && { incomingSms }),
    ...(carrier.lookup && { lookup: (reference) => carrier.lookup?.(reference) ?? Promise.reject(gone()) }),
    ...(carrier.otherIds && { otherIds: (id) => carrier.otherIds?.(id) ?? [] }),
    ...(carrier.onReceipts && { onReceipts: (listener) => carrier.onReceipts?.(listener) }),
    ...(carrier.onMessages && { onMessages: (listener) => carrier.onMessages?.(listener) }),
    ...(carrier.priceOf && { priceOf: (id) => carrier.priceOf?.(id) ?? Promise.reject(gone()) }),
    ...(carrier.balance && { balance: () => carrier.balance?.() ?? Promise.reject(gone()) }),
    ...(carrier.close && { close: async () => carrier.close?.() }),
  };
}

const gone = () => new TypeError('the carrier cannot be asked any more');
