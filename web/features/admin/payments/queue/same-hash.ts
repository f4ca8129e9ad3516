/** Hex is the same in either letter case; base58, as on Solana, is not. */
const canonical = (hash: string): string => {
  const trimmed = hash.trim();
  return /^(0x)?[0-9a-f]+$/i.test(trimmed) ? trimmed.toLowerCase().replace(/^0x/, '') : trimmed;
};

/** Tells whether two ways of writing a transaction hash mean the same transaction. */
export const sameHash = (a: string, b: string): boolean => canonical(a) === canonical(b);
