import { z } from 'zod';
import { CERTIFICATE_FAULTS, HOST_FAULTS } from '../../../db/enums.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { parseHostName } from '../../platform/kit/host-name.ts';
import { language, optionalLine } from '../../callers/contract.ts';
import { isoTime, line, money2, money4 } from '../../platform/kit/schemas.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { bannerValue } from '../../platform/kit/banner.ts';
import { PAGE_NAMES } from '../../shared/page-names.ts';

const { endpoint } = endpointsFor('Brands');

/** A portal's appearance, as everybody sees it. */
export const brand = z.object({
  name: z.string(),
  /** `#rrggbb`; the shown shades are adapted so that text stays readable. */
  color: z.string().nullable(),
  logoUrl: z.string().nullable(),
  supportEmail: z.string().nullable(),
  /** A handle in a chat, as the reseller writes it. */
  supportChat: z.string().nullable(),
  /** E.164. */
  supportWhatsApp: z.string().nullable(),
  /** Its customers may top up with a coin themselves. */
  cryptoPayments: z.boolean(),
});
export type Brand = z.infer<typeof brand>;

/** The settings of a reseller's brand. */
export const brandSettings = brand.extend({
  /** The text on top of every page of its customers. */
  banner: bannerValue.nullable(),
  hostName: z.string().nullable(),
  /** The proof that the reseller owns the host name; null without a host name. */
  host: z
    .object({
      /** The TXT record that proves it. */
      record: z.object({ name: z.string(), value: z.string() }),
      /** `waiting`: nothing is served yet; `missing`: the portal is served until the record has been gone for a day. */
      state: z.enum(['waiting', 'proven', 'missing']),
      /** The problem that the last DNS lookup found. */
      fault: z.enum(HOST_FAULTS).nullable(),
      provenAt: isoTime.nullable(),
      checkedAt: isoTime.nullable(),
      servedUntil: isoTime.nullable(),
      /** The certificate of a proven name, as of the last look; both null before that, or where this service has no https. */
      certificate: z.object({
        /** How long it is good. */
        until: isoTime.nullable(),
        /** `unreachable`: nothing answers by TLS there; `invalid`: browsers would refuse it. */
        fault: z.enum(CERTIFICATE_FAULTS).nullable(),
      }),
    })
    .nullable(),
});
export type BrandSettings = z.infer<typeof brandSettings>;

/** How to reach support: the operator's, or a brand's. Null for each way that is not set up. */
export const support = z.object({
  email: z.string().nullable(),
  chat: z.string().nullable(),
  /** E.164. */
  whatsApp: z.string().nullable(),
});
export type Support = z.infer<typeof support>;

const flatPrices = z.object({ sms: money4, voice: money4 });

export const getBrand = endpoint('getBrand', 'GET /api/brand', {
  access: 'public',
  summary: 'The brand of the host name that was called, null where it has none; then how our own support is reached',
  response: z.object({
    brand: brand.nullable(),
    support: support.nullable(),
    /** Our flat prices of a part and of a minute, without a reseller package and with one; null for a brand. */
    prices: z.object({ standard: flatPrices, reseller: flatPrices }).nullable(),
    /** The trial credit of a new account, in pounds; null: none. */
    trialCredit: money2.nullable(),
    /** The pages that the operator has written; none for a brand. */
    pages: z.array(z.enum(PAGE_NAMES)),
  }),
});

export const getPage = endpoint('getPage', 'GET /api/pages/:page', {
  access: 'public',
  summary: 'The operator’s terms, privacy notice and the like, in a language or else as they were first written',
  params: z.object({ page: z.enum(PAGE_NAMES) }),
  query: z.object({ language: language.optional() }),
  response: z.object({
    html: z.string(),
    /** What a registration names as `termsVersion`. */
    version: z.string(),
  }),
  errors: ['not_found'],
});

/** A proxy in front asks it before it gets a certificate: Caddy's `ask`, which calls the parameter `domain`. */
export const getBrandHost = endpoint('getBrandHost', 'GET /api/brands/host', {
  access: 'public',
  summary: 'Whether a host name is proven to be a reseller’s: 404 where it is not',
  query: z.object({ domain: z.string().max(253) }),
  response: z.object({ hostName: z.string() }),
  errors: ['not_found'],
});

export const getPortal = endpoint('getPortal', 'GET /api/users/:id/portal', {
  summary: 'The brand that this account sees: its reseller’s, or null',
  response: z.object({ brand: brand.nullable() }),
});

export const getBrandLogo = endpoint('getBrandLogo', 'GET /api/brands/:logoId/logo', {
  access: 'public',
  summary: 'The image of a brand',
  produces: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
});

export const getBrandSettings = endpoint('getBrandSettings', 'GET /api/users/:id/brand', {
  summary: 'A reseller’s brand; null before it is set',
  response: z.object({ brand: brandSettings.nullable() }),
});

export const setBrand = endpoint('setBrand', 'PUT /api/users/:id/brand', {
  summary: 'Set the brand that a reseller’s customers see',
  body: z.object({
    name: line(60).min(2, faultText('shortName', { limit: 2 })),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, faultText('colourForm', { example: '#rrggbb' }))
      .transform((color) => color.toLowerCase())
      .nullish(),
    /** An uploaded image (`/api/objects/…`), or the address of the present logo to keep it. */
    logoUrl: z
      .string()
      .max(200)
      .regex(/^\/api\/(objects\/[0-9a-f-]{36}|brands\/[0-9a-f-]{36}\/logo)$/, 'Not an uploaded image')
      .nullish(),
    supportEmail: z.email(faultText('invalidEmail')).max(254, faultText('invalidEmail')).nullish(),
    supportChat: optionalLine(60),
    supportWhatsApp: z
      .string()
      .trim()
      .transform((number) => number.replace(/[ ()-]/g, ''))
      .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, faultText('fullNumber', { example: '+447911123456' })))
      .nullish(),
    hostName: z
      .string()
      .max(260, faultText('hostForm', { example: 'portal.example.com' }))
      .refine((name) => parseHostName(name) !== null, faultText('hostForm', { example: 'portal.example.com' }))
      .nullish(),
    cryptoPayments: z.boolean().default(false),
    banner: bannerValue.nullish(),
  }),
  response: z.object({ brand: brandSettings }),
  errors: ['not_allowed_now'],
});

export const checkHost = endpoint('checkHost', 'POST /api/users/:id/brand/check-host', {
  summary: 'Ask the DNS now whose a brand’s host name is',
  response: z.object({ brand: brandSettings }),
});
