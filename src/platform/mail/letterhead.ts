import type { Config } from '../config.ts';

/** Of the reseller whose customer the reader is; all null where they are ours. */
export interface BrandColumns {
  brand_name: string | null;
  brand_support: string | null;
  brand_host: string | null;
}

/** Who writes: a reseller's brand to the reseller's customers, Topline to everybody else. */
export interface Letterhead {
  name: string;
  /** Where questions go. */
  support: string | null;
  /** What links begin with. Configured, never what a request said of its host. */
  baseUrl: string;
}

/** Who keeps all accounts, whatever brand they see. */
export const OPERATOR = 'Topline';

/** The letterhead for somebody's mail. */
export function letterheadFor(config: Config, brand: BrandColumns): Letterhead {
  const { publicUrl, mail } = config;
  if (brand.brand_name === null) return { name: OPERATOR, support: mail.support, baseUrl: publicUrl };
  return {
    name: brand.brand_name,
    support: brand.brand_support,
    baseUrl: brand.brand_host === null ? publicUrl : atHost(publicUrl, brand.brand_host),
  };
}

/** Brands are reached by the scheme and the port by which we are. */
function atHost(publicUrl: string, hostName: string): string {
  const url = new URL(publicUrl);
  url.hostname = hostName;
  return url.origin;
}
