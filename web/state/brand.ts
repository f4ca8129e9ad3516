import { create } from 'zustand';
import type { ResponseOf } from '../../src/platform/kit/endpoint.ts';
import type { Brand, getBrand, getPortal, Support } from '../../src/resale/brands/contract.ts';
import type { PageName } from '../../src/shared/page-names.ts';
import { paletteOf } from '../../src/shared/palette.ts';
import { getJson, logFailure } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import { COLOURS } from '../../src/platform/kit/colours.ts';

interface BrandState {
  /** The brand of the host name that the page came from. */
  host: Brand | null;
  /** The brand of the reseller whose customer is signed in. */
  own: Brand | null;
  /** The support of the operator. The host of a brand does not use it. */
  support: Support | null;
  /** Our prices of a part and of a minute; null until they are known, and on a brand's host. */
  prices: ResponseOf<typeof getBrand>['prices'];
  /** The trial credit of a new account, in pounds. */
  trialCredit: string | null;
  /** The pages that the operator has written. */
  pages: readonly PageName[];
}

const useBrandState = create<BrandState>(() => ({
  host: null,
  own: null,
  support: null,
  prices: null,
  trialCredit: null,
  pages: [],
}));

/** The brand that the screens show; null if they show the product's own. */
export const useBrand = (): Brand | null => useBrandState(({ own, host }) => own ?? host);

/** The prices of messages and calls with and without a reseller package. */
export const usePrices = () => useBrandState(({ prices }) => prices);

/** How to reach support. On a brand's screens this is the brand's own support, never ours. */
export function supportNow(): Support | null {
  const { own, host, support } = useBrandState.getState();
  const brand = own ?? host;
  if (!brand) return support;
  return { email: brand.supportEmail, chat: brand.supportChat, whatsApp: brand.supportWhatsApp };
}

/** The same as a hook: the screen follows changes. */
export function useSupport(): Support | null {
  useBrandState();
  return supportNow();
}

/** The trial credit of a new account, in pounds; null if there is none. */
export const useTrialCredit = (): string | null => useBrandState(({ trialCredit }) => trialCredit);

/** The pages that the operator has written: none until they are known, and on a brand's host. */
export const usePages = (): readonly PageName[] => useBrandState(({ pages }) => pages);

/** The name that the screens show: the brand's or the product's. */
export const useBrandName = (): string => useBrand()?.name ?? t('app.name');

/** Finds out to whom this host name belongs; a brand's page says so itself. Without an answer: to the product. */
export async function loadHostBrand(): Promise<void> {
  const told = document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content;
  if (told) return show({ host: JSON.parse(told) });
  try {
    const { brand, support, prices, trialCredit, pages } = await getJson<ResponseOf<typeof getBrand>>('/api/brand');
    useBrandState.setState({ support, prices, trialCredit, pages });
    show({ host: brand });
  } catch (error) {
    console.error(error);
  }
}

/** Shows the brand of a customer's reseller. @returns a function that ends this */
export function followOwnBrand(userId: string): () => void {
  const controller = new AbortController();
  getJson<ResponseOf<typeof getPortal>>(`/api/users/${userId}/portal`, controller.signal)
    .then(({ brand }) => show({ own: brand }))
    .catch((error: unknown) => {
      if (!controller.signal.aborted) logFailure(error);
    });
  return () => {
    controller.abort();
    show({ own: null });
  };
}

function show(changed: Partial<BrandState>): void {
  useBrandState.setState(changed);
  const { own, host } = useBrandState.getState();
  const brand = own ?? host;
  showColor(brand?.color ?? null);
  showIcon(brand);
}

/** The shades of a palette, and their names in the stylesheet. */
const SHADES = [
  ['accent', 'accent'],
  ['accentStrong', 'accent-strong'],
  ['accentSoft', 'accent-soft'],
  ['onAccent', 'on-accent'],
] as const;

/** If these are set, the stylesheet takes its accent colour from them. */
function showColor(color: string | null): void {
  const { style } = document.documentElement;
  for (const theme of ['light', 'dark'] as const) {
    for (const [shade, name] of SHADES) {
      const property = `--brand-${theme}-${name}`;
      if (color) style.setProperty(property, paletteOf(color)[theme][shade]);
      else style.removeProperty(property);
    }
  }
}

let productIcon: string | null = null;

function showIcon(brand: Brand | null): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!icon) return;
  productIcon ??= icon.href;
  icon.href = brand ? (brand.logoUrl ?? initialIcon(brand)) : productIcon;
}

/** A square of the brand's colour with its first letter. */
function initialIcon({ name, color }: Brand): string {
  const letter = (name.match(/[\p{L}\p{N}]/u)?.[0] ?? '').toUpperCase();
  const fill = color ? paletteOf(color).light.accent : COLOURS.light.accent;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${fill}"/><text x="16" y="23" font-family="sans-serif" font-size="20" font-weight="600" text-anchor="middle" fill="#fff">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
