import {
  type CountryCode,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/examples.mobile.json';

/**
 * The numbers that the simulated carriers sell: valid numbers of each country's own numbering plan, always
 * the same. They are landlines if a search of the plan finds any, because most virtual numbers are.
 */

/**
 * Numbers come in blocks, as with a real carrier: how many blocks a country has, and how many numbers each block has.
 */
const BLOCKS = 5;
const NUMBERS_PER_BLOCK = 8;

/** How many made-up numbers are tried for a country's landline blocks. */
const SEARCH_LIMIT = 3000;

/** Numbers with these endings always fail at the simulated carriers, so they are not for sale. */
const FAILING = /000[01]$/;

const GEOGRAPHIC = new Set(['FIXED_LINE', 'FIXED_LINE_OR_MOBILE']);

const inventories = new Map<string, readonly string[]>();

/**
 * The numbers for sale in a country, in E.164.
 * @param countryCode ISO 3166-1 alpha-2; an unknown one has none
 */
export function sandboxInventory(countryCode: string): readonly string[] {
  let numbers = inventories.get(countryCode);
  if (!numbers) {
    numbers = isSupportedCountry(countryCode) ? makeInventory(countryCode) : [];
    inventories.set(countryCode, numbers);
  }
  return numbers;
}

function makeInventory(country: CountryCode): string[] {
  const example = getExampleNumber(country, examples);
  if (!example) return [];
  const random = generator(country);
  const blocks = findBlocks(country, example.nationalNumber.length, random);
  // If no landline was found, the country's mobile range is used.
  const bases = blocks.length > 0 ? blocks : [example.number];
  const wanted = BLOCKS * NUMBERS_PER_BLOCK;
  const found = new Set<string>();
  for (let attempt = 0; found.size < wanted && attempt < wanted * 20; attempt++) {
    const base = bases[attempt % bases.length] ?? example.number;
    const number = base.slice(0, -4) + digits(random, 4);
    if (isOf(country, number) && !FAILING.test(number)) found.add(number);
  }
  return [...found].toSorted((one, other) => (one < other ? -1 : 1));
}

/** One landline number of each block. */
function findBlocks(country: CountryCode, length: number, random: () => number): string[] {
  const prefix = `+${getCountryCallingCode(country)}`;
  const blocks: string[] = [];
  for (let attempt = 0; blocks.length < BLOCKS && attempt < SEARCH_LIMIT; attempt++) {
    // Landlines have as many digits as mobile numbers, or one or two fewer.
    const number = prefix + digits(random, length - (attempt % 3));
    if (isOf(country, number, GEOGRAPHIC)) blocks.push(number);
  }
  return blocks;
}

function isOf(country: CountryCode, number: string, types?: ReadonlySet<string>): boolean {
  const parsed = parsePhoneNumberFromString(number);
  if (parsed?.country !== country || !parsed.isValid() || parsed.number !== number) return false;
  return !types || types.has(parsed.getType() ?? '');
}

const digits = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('');

/** The same series of numbers in [0, 1) for the same seed, on every machine (a linear congruence). */
function generator(seed: string): () => number {
  let state = Buffer.from(seed).reduce((sum, byte) => sum * 31 + byte, 7) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
