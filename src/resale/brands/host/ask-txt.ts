import { Resolver } from 'node:dns/promises';

/** The DNS errors for a name that does not exist, or has no TXT record. */
const NOTHING: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);
const PATIENCE = { timeout: 2000, tries: 2 };

/**
 * The TXT records of a name, each joined into one text; null if no name server answered.
 * @param servers addresses with or without a port; empty: the system's name servers
 */
export async function askTxt(servers: readonly string[], name: string): Promise<string[] | null> {
  const resolver = new Resolver(PATIENCE);
  if (servers.length > 0) resolver.setServers(servers);
  try {
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
  } catch (error) {
    return error instanceof Error && 'code' in error && NOTHING.has(String(error.code)) ? [] : null;
  }
}
