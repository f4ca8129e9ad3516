import type { Config } from './config.ts';

/** The public address to which a carrier reports. Behind proxies only the settings know it. */
export const callbackUrl = (
  { deps: { config } }: { deps: { config: Pick<Config, 'publicUrl'> } },
  carrier: string,
): string => `${config.publicUrl}/api/callbacks/${encodeURIComponent(carrier)}`;

/** The public address to which a carrier delivers messages to our numbers. */
export const messagesUrl = (host: { deps: { config: Pick<Config, 'publicUrl'> } }, carrier: string): string =>
  `${callbackUrl(host, carrier)}/messages`;

/** The public address where a carrier announces calls to our numbers, and tells their news. */
export const callsUrl = (host: { deps: { config: Pick<Config, 'publicUrl'> } }, carrier: string): string =>
  `${callbackUrl(host, carrier)}/calls`;

/** The public address to which a carrier sends news about papers. */
export const papersUrl = (host: { deps: { config: Pick<Config, 'publicUrl'> } }, carrier: string): string =>
  `${callbackUrl(host, carrier)}/papers`;
