// Says in sentences what a merge would do, and sorts likely duplicates first.
import type { MergePreview } from '@/data/customers/customer-merge';
import { foldText } from '@/domain/core/search';
import { counted, wordList } from '@/domain/core/word-list';

/** The sentences of the preview; counts of zero are left out. */
export function previewSentences(preview: MergePreview, from: string, into: string): string[] {
  const { unbilled, billed, invoices, pricesMoved, pricesKept } = preview;
  const billedParts = [
    ...(billed > 0 ? [counted(billed, 'billed entry', 'billed entries')] : []),
    ...(invoices > 0 ? [counted(invoices, 'invoice', 'invoices')] : []),
  ];
  const one = billed + invoices === 1;
  return [
    ...(unbilled > 0
      ? [`${counted(unbilled, 'unbilled entry takes', 'unbilled entries take')} the name ${into}.`]
      : []),
    ...(billedParts.length > 0
      ? [
          `${wordList(billedParts)} ${one ? 'goes' : 'go'} to ${into} and ${one ? 'keeps the name it was' : 'keep the name they were'} printed with.`,
        ]
      : []),
    ...(unbilled + billed + invoices === 0 ? [`${from} has no work and no invoices.`] : []),
    ...(pricesMoved > 0 ? [`${counted(pricesMoved, 'price goes', 'prices go')} along.`] : []),
    ...(pricesKept > 0
      ? [`${counted(pricesKept, 'price is', 'prices are')} not used any more: ${into} has its own for those days.`]
      : []),
    `${from} is archived. Whoever types that name gets ${into}.`,
  ];
}

const wordsOf = (name: string) =>
  new Set(
    foldText(name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2),
  );

/** Customers that share the most words with the name come first: these are the likely duplicates. */
export function likelyDuplicatesFirst<T extends { name: string }>(customers: readonly T[], name: string): T[] {
  const words = wordsOf(name);
  const sharedWords = (other: string) => [...wordsOf(other)].filter((word) => words.has(word)).length;
  return customers.toSorted((a, b) => sharedWords(b.name) - sharedWords(a.name));
}
