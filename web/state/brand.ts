import { create } from 'zustand';
import type { ResponseOf } from '../../src/platform/kit/endpoint.ts';
import type { Brand, getBrand, getPortal, Support } from '../../src/resale/brands/contract.ts';
import { paletteOf } from '../../src/resale/brands/palette.ts';
import { getJson } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';

interface BrandState {
  /** The brand of the host name that the page came from. */
  host: Brand | null;
  /** The brand of the reseller whose customer is signed in. */
  own: Brand | null;
  /** Of whoever runs the product; on a brand's host nobody asks for it. */
  support: Support | null;
  /** Our lowest prices of a part and of a minute; null until they are known, and on a brand's host. */
  from: ResponseOf<typeof getBrand>['from'];
  /** What an account that is made here is given, in pounds. */
  trialCredit: string | null;
}

const useBrandState = create<BrandState>(() => ({
  host: null,
  own: null,
  support: null,
  from: null,
  trialCredit: null,
}));

/** The brand whose looks the screens have; null where they have the product's own. */
export const useBrand = (): Brand | null => useBrandState(({ own, host }) => own ?? host);

/** What messages and calls cost at least, for everybody who is not signed in yet. */
export const useLowestPrices = () => useBrandState(({ from }) => from);

/** How the support of whose screens these are is reached: a brand has its own, and never ours. */
export function supportNow(): Support | null {
  const { own, host, support } = useBrandState.getState();
  const brand = own ?? host;
  if (!brand) return support;
  return { email: brand.supportEmail, chat: brand.supportChat, whatsApp: brand.supportWhatsApp };
}

/** The same for a screen, which follows it. */
export function useSupport(): Support | null {
  useBrandState();
  return supportNow();
}

/** What an account that is made here is given to try the product with, in pounds; null: nothing. */
export const useTrialCredit = (): string | null => useBrandState(({ trialCredit }) => trialCredit);

/** What whose screens these are is called. */
export const useBrandName = (): string => useBrand()?.name ?? t('app.name');

/** Finds out whose host name this is: a page of a brand says so itself. Without an answer it is the product's own. */
export async function loadHostBrand(): Promise<void> {
  const told = document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content;
  if (told) return show({ host: JSON.parse(told) });
  try {
    const { brand, support, from, trialCredit } = await getJson<ResponseOf<typeof getBrand>>('/api/brand');
    useBrandState.setState({ support, from, trialCredit });
    show({ host: brand });
  } catch (error) {
    console.error(error);
  }
}

/** Shows the brand of a customer's reseller until the result is called. */
export function followOwnBrand(userId: string): () => void {
  const controller = new AbortController();
  getJson<ResponseOf<typeof getPortal>>(`/api/users/${userId}/portal`, controller.signal)
    .then(({ brand }) => show({ own: brand }))
    .catch((error: unknown) => {
      if (!controller.signal.aborted) console.error(error);
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

/** The shades of a palette, and how the stylesheet calls them. */
const SHADES = [
  ['accent', 'accent'],
  ['accentStrong', 'accent-strong'],
  ['accentSoft', 'accent-soft'],
  ['onAccent', 'on-accent'],
] as const;

/** The stylesheet takes its accent from these, where they are set. */
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
  const fill = color ? paletteOf(color).light.accent : '#3050c8';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${fill}"/><text x="16" y="23" font-family="sans-serif" font-size="20" font-weight="600" text-anchor="middle" fill="#fff">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
