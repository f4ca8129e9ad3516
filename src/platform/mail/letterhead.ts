import type { Config } from '../config.ts';

/** The brand of the reseller whose customer the reader is; all null for our direct customers. */
export interface BrandColumns {
  brand_name: string | null;
  brand_support: string | null;
  brand_host: string | null;
}

/** The sender: a reseller's brand for the reseller's customers, Topline for everybody else. */
export interface Letterhead {
  name: string;
  /** The address for questions. */
  support: string | null;
  /** The beginning of every link. It comes from the settings, never from a request's Host header. */
  baseUrl: string;
}

/** The operator of all accounts, whatever brand they see. */
export const OPERATOR = 'Topline';

/** The letterhead for a reader's mail. */
export function letterheadFor(config: Config, brand: BrandColumns): Letterhead {
  const { publicUrl, mail } = config;
  if (brand.brand_name === null) return { name: OPERATOR, support: mail.support, baseUrl: publicUrl };
  return {
    name: brand.brand_name,
    support: brand.brand_support,
    baseUrl: brand.brand_host === null ? publicUrl : atHost(publicUrl, brand.brand_host),
  };
}

/** A brand's portal has the same scheme and port as our public address. */
function atHost(publicUrl: string, hostName: string): string {
  const url = new URL(publicUrl);
  url.hostname = hostName;
  return url.origin;
}
