/**
 * The countries in which numbers are sold, and the terms. A new country is a new row here; its
 * tier follows from its price.
 */

export const REGIONS = ['Europe', 'Americas', 'Asia Pacific', 'Middle East & Africa', 'Other'] as const;
export type Region = (typeof REGIONS)[number];

export const TIERS = ['Premium', 'Advanced', 'Standard', 'Value'] as const;
export type Tier = (typeof TIERS)[number];

export interface NumberCountry {
  country: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  region: Region;
  tier: Tier;
  /** Pounds for a month as a decimal string; a reseller pays less. */
  monthlyPrice: string;
}

/** For how many minutes a chosen number is kept for one customer. */
export const HOLD_MINUTES = 15;

/** How many numbers one customer may hold at one time. */
export const MAX_HOLDS = 5;

/** In this many days before its expiry a number is shown as expiring, and its owner is told. */
export const EXPIRING_DAYS = 7;

/** For this many days after its expiry only the owner can renew a number, and nobody else can buy it. */
export const GRACE_DAYS = 14;

/** For how many months a number can be paid in advance. */
export const MAX_MONTHS_AHEAD = 12;

type Row = readonly [countryCode: string, country: string, monthlyPrice: string];

const EUROPE: readonly Row[] = [
  ['AT', 'Austria', '54.00'],
  ['BE', 'Belgium', '52.00'],
  ['BA', 'Bosnia and Herzegovina', '58.00'],
  ['BG', 'Bulgaria', '51.00'],
  ['HR', 'Croatia', '53.00'],
  ['CY', 'Cyprus', '55.00'],
  ['CZ', 'Czechia', '50.00'],
  ['DK', 'Denmark', '53.00'],
  ['EE', 'Estonia', '51.00'],
  ['FI', 'Finland', '54.00'],
  ['FR', 'France', '50.00'],
  ['DE', 'Germany', '50.00'],
  ['GR', 'Greece', '54.00'],
  ['HU', 'Hungary', '53.00'],
  ['IS', 'Iceland', '58.00'],
  ['IE', 'Ireland', '49.50'],
  ['IT', 'Italy', '52.00'],
  ['LV', 'Latvia', '52.00'],
  ['LI', 'Liechtenstein', '62.00'],
  ['LT', 'Lithuania', '51.00'],
  ['LU', 'Luxembourg', '56.00'],
  ['MT', 'Malta', '55.00'],
  ['MD', 'Moldova', '57.00'],
  ['MC', 'Monaco', '65.00'],
  ['ME', 'Montenegro', '59.00'],
  ['NL', 'Netherlands', '49.50'],
  ['MK', 'North Macedonia', '57.00'],
  ['NO', 'Norway', '55.00'],
  ['PL', 'Poland', '49.50'],
  ['PT', 'Portugal', '51.00'],
  ['RO', 'Romania', '50.00'],
  ['RS', 'Serbia', '58.00'],
  ['SK', 'Slovakia', '52.00'],
  ['SI', 'Slovenia', '53.00'],
  ['ES', 'Spain', '49.50'],
  ['SE', 'Sweden', '52.00'],
  ['CH', 'Switzerland', '57.00'],
  ['TR', 'Turkey', '60.00'],
  ['UA', 'Ukraine', '55.00'],
  ['GB', 'United Kingdom', '49.00'],
];

const AMERICAS: readonly Row[] = [
  ['AR', 'Argentina', '56.00'],
  ['BS', 'Bahamas', '61.00'],
  ['BB', 'Barbados', '61.00'],
  ['BO', 'Bolivia', '63.00'],
  ['BR', 'Brazil', '55.00'],
  ['CA', 'Canada', '49.00'],
  ['CL', 'Chile', '54.00'],
  ['CO', 'Colombia', '54.00'],
  ['CR', 'Costa Rica', '58.00'],
  ['DO', 'Dominican Republic', '57.00'],
  ['EC', 'Ecuador', '60.00'],
  ['SV', 'El Salvador', '60.00'],
  ['GT', 'Guatemala', '61.00'],
  ['HN', 'Honduras', '62.00'],
  ['JM', 'Jamaica', '59.00'],
  ['MX', 'Mexico', '52.00'],
  ['NI', 'Nicaragua', '63.00'],
  ['PA', 'Panama', '56.00'],
  ['PY', 'Paraguay', '62.00'],
  ['PE', 'Peru', '55.00'],
  ['PR', 'Puerto Rico', '51.00'],
  ['TT', 'Trinidad and Tobago', '60.00'],
  ['US', 'United States', '49.00'],
  ['UY', 'Uruguay', '59.00'],
  ['VE', 'Venezuela', '66.00'],
];

const ASIA_PACIFIC: readonly Row[] = [
  ['AU', 'Australia', '52.00'],
  ['BD', 'Bangladesh', '64.00'],
  ['KH', 'Cambodia', '63.00'],
  ['CN', 'China', '68.00'],
  ['FJ', 'Fiji', '65.00'],
  ['HK', 'Hong Kong', '54.00'],
  ['IN', 'India', '60.00'],
  ['ID', 'Indonesia', '61.00'],
  ['JP', 'Japan', '58.00'],
  ['MO', 'Macau', '62.00'],
  ['MY', 'Malaysia', '57.00'],
  ['MN', 'Mongolia', '66.00'],
  ['NP', 'Nepal', '65.00'],
  ['NZ', 'New Zealand', '53.00'],
  ['PK', 'Pakistan', '63.00'],
  ['PH', 'Philippines', '60.00'],
  ['SG', 'Singapore', '56.00'],
  ['KR', 'South Korea', '59.00'],
  ['LK', 'Sri Lanka', '62.00'],
  ['TW', 'Taiwan', '58.00'],
  ['TH', 'Thailand', '59.00'],
  ['VN', 'Vietnam', '61.00'],
];

const MIDDLE_EAST_AND_AFRICA: readonly Row[] = [
  ['DZ', 'Algeria', '66.00'],
  ['AO', 'Angola', '68.00'],
  ['BH', 'Bahrain', '62.00'],
  ['BW', 'Botswana', '65.00'],
  ['EG', 'Egypt', '63.00'],
  ['ET', 'Ethiopia', '69.00'],
  ['GH', 'Ghana', '62.00'],
  ['IL', 'Israel', '54.00'],
  ['CI', 'Ivory Coast', '66.00'],
  ['JO', 'Jordan', '63.00'],
  ['KE', 'Kenya', '60.00'],
  ['KW', 'Kuwait', '64.00'],
  ['MU', 'Mauritius', '61.00'],
  ['MA', 'Morocco', '61.00'],
  ['NG', 'Nigeria', '60.00'],
  ['OM', 'Oman', '65.00'],
  ['QA', 'Qatar', '66.00'],
  ['RW', 'Rwanda', '67.00'],
  ['SA', 'Saudi Arabia', '67.00'],
  ['SN', 'Senegal', '66.00'],
  ['ZA', 'South Africa', '54.00'],
  ['TZ', 'Tanzania', '66.00'],
  ['TN', 'Tunisia', '64.00'],
  ['UG', 'Uganda', '65.00'],
  ['AE', 'United Arab Emirates', '70.00'],
  ['ZM', 'Zambia', '67.00'],
];

const OTHER: readonly Row[] = [
  ['AM', 'Armenia', '63.00'],
  ['AZ', 'Azerbaijan', '66.00'],
  ['GE', 'Georgia', '60.00'],
  ['KZ', 'Kazakhstan', '64.00'],
  ['KG', 'Kyrgyzstan', '67.00'],
  ['UZ', 'Uzbekistan', '68.00'],
];

/** The tier of a monthly price: at least £65, £55, £50, or below. */
export function tierOf(monthlyPrice: string): Tier {
  const pounds = Number.parseInt(monthlyPrice, 10);
  if (pounds >= 65) return 'Premium';
  if (pounds >= 55) return 'Advanced';
  return pounds >= 50 ? 'Standard' : 'Value';
}

const inRegion = (region: Region, rows: readonly Row[]): NumberCountry[] =>
  rows.map(([countryCode, country, monthlyPrice]) => ({
    country,
    countryCode,
    region,
    tier: tierOf(monthlyPrice),
    monthlyPrice,
  }));

export const NUMBER_COUNTRIES: readonly NumberCountry[] = [
  ...inRegion('Europe', EUROPE),
  ...inRegion('Americas', AMERICAS),
  ...inRegion('Asia Pacific', ASIA_PACIFIC),
  ...inRegion('Middle East & Africa', MIDDLE_EAST_AND_AFRICA),
  ...inRegion('Other', OTHER),
];

/** Finds a country by its name or its code, in upper or lower case. */
export function findCountry(nameOrCode: string): NumberCountry | undefined {
  const wanted = nameOrCode.trim().toLowerCase();
  return NUMBER_COUNTRIES.find(
    ({ country, countryCode }) => country.toLowerCase() === wanted || countryCode.toLowerCase() === wanted,
  );
}
