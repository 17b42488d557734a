// Fertilisers: contents as elements and as oxides. Bags in Britain are labelled P₂O₅ and K₂O, Irish bags P and K.
import type { Lookup } from '@/domain/rules/figures';

export type Product = {
  id: string;
  name: string;
  /** Percent by weight, as on the bag. */
  n: number;
  p: number;
  k: number;
  pForm: 'P' | 'P2O5' | null;
  kForm: 'K' | 'K2O' | null;
  /** Kilograms in the shed on 1 January, bought, and in the shed on 31 December. */
  openingKg: number;
  boughtKg: number;
  closingKg: number;
};

export const P_FORM_MISSING = 'Choose P or P₂O₅ for this product.';

/** What is wrong with a product; null if nothing is. */
export const productProblem = ({ p, k, pForm, kForm }: Product): string | null =>
  p > 0 && pForm === null ? P_FORM_MISSING : k > 0 && kForm === null ? 'Choose K or K₂O for this product.' : null;

/**
 * Kilograms of phosphorus in an amount of a product, in the form that the rules count (P or P₂O₅); null if the product's form
 * or a figure of the rules is missing.
 */
export function phosphorusOf(lookup: Lookup, { p, pForm }: Pick<Product, 'p' | 'pForm'>, kg: number): number | null {
  if (p === 0) return 0;
  if (pForm === null) return null;
  const amount = (kg * p) / 100;
  if (pForm === lookup.rules.phosphorus) return amount;
  const factor = lookup.number('convert.pToP2o5');
  if (factor === null) return null;
  return pForm === 'P' ? amount * factor : amount / factor;
}
