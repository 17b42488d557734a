/** Adds amounts; null if one of them is not known. */
export const sum = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce<number | null>((total, amount) => (total === null || amount === null ? null : total + amount), 0);
