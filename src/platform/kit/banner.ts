import { z } from 'zod';
import { isoTime, line } from './schemas.ts';

/** The longest text of a banner, in characters. */
export const MAX_BANNER = 200;
export const BANNER_TONES = ['info', 'warning', 'danger'] as const;

const bannerText = line(MAX_BANNER).min(1);

/** The text that administrators show on top of every page, or a reseller to its customers. */
export const bannerValue = z
  .object({
    text: bannerText,
    /** By the language of the interface, where it differs. */
    texts: z.record(z.string().regex(/^[a-z]{2}$/), bannerText).default({}),
    tone: z.enum(BANNER_TONES).default('info'),
    /** Null: at once; without an end. */
    from: isoTime.nullable().default(null),
    to: isoTime.nullable().default(null),
  })
  .refine(({ from, to }) => from === null || to === null || from < to);
export type BannerValue = z.infer<typeof bannerValue>;

/** A stored banner. @param set JSON; null: there is none */
export const readBanner = (set: string | null): BannerValue | null =>
  set === null ? null : bannerValue.parse(JSON.parse(set));
