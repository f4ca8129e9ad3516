import { ADAPTERS } from '../registry.ts';
import type { Adapter } from '../port.ts';

/** The adapters of which there can be several accounts: those of real carriers. */
export const KINDS: readonly Adapter[] = ADAPTERS.filter(({ simulated }) => !simulated);

export const kindOf = (name: string): Adapter | undefined => KINDS.find((adapter) => adapter.name === name);

/** The address of a carrier is the operator's of the machine: whoever could set it would be sent every message. */
const isOfEnvironment = (setting: string): boolean => setting.endsWith('_BASE_URL');

/** The settings of a kind that an account has for itself. */
export const settingsOf = ({ environment = {} }: Adapter): string[] =>
  Object.keys(environment).filter((setting) => !isOfEnvironment(setting));
