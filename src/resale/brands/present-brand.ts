import type { brands } from '../../../db/schema/index.ts';
import type { Brand, BrandSettings } from './contract.ts';

export type BrandRow = typeof brands.$inferSelect;

/** What everybody sees of a brand. */
export const presentBrand = ({ name, color, logoId, supportEmail, cryptoPayments }: BrandRow): Brand => ({
  name,
  color,
  supportEmail,
  cryptoPayments,
  logoUrl: logoId && `/api/brands/${logoId}/logo`,
});

/** What its reseller sees. */
export const presentSettings = (row: BrandRow): BrandSettings => ({
  ...presentBrand(row),
  hostName: row.hostName,
});
