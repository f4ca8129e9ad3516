import type { Config } from './config.ts';

/** The public address a carrier reports to. Behind proxies only configuration knows it. */
export const callbackUrl = (
  { deps: { config } }: { deps: { config: Pick<Config, 'publicUrl'> } },
  carrier: string,
): string => `${config.publicUrl}/api/callbacks/${encodeURIComponent(carrier)}`;

/** The public address where a carrier delivers messages to our numbers. */
export const messagesUrl = (host: { deps: { config: Pick<Config, 'publicUrl'> } }, carrier: string): string =>
  `${callbackUrl(host, carrier)}/messages`;

/** The public address where a carrier tells news of papers. */
export const papersUrl = (host: { deps: { config: Pick<Config, 'publicUrl'> } }, carrier: string): string =>
  `${callbackUrl(host, carrier)}/papers`;
