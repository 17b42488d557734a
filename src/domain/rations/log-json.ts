// Parses the stored ingredients of feedings and batches. Those of mixes are in another file, because the outbox loads this
// one at each start.
import { toNumeric, type Decimal } from '@/domain/core/money';
import { amountOf, fieldsOf, listOf, textOf } from '@/domain/core/stored-json';

/** An ingredient of a feeding: kg for all loads together. */
export type FedItem = { feed: string; name: string; planned: Decimal; actual: Decimal };

export const fedItemsOf = (value: unknown): FedItem[] =>
  listOf(value)
    .map(fieldsOf)
    .map(({ feed, name, planned, actual }) => ({
      feed: textOf(feed),
      name: textOf(name),
      planned: amountOf(planned),
      actual: amountOf(actual),
    }));

export const fedItemsJson = (items: readonly FedItem[]) =>
  items.map(({ feed, name, planned, actual }) => ({
    ...{ feed, name },
    planned: toNumeric(planned),
    actual: toNumeric(actual),
  }));

/** An ingredient of a batch, with the supplier's lot number. */
export type BatchItem = { feed: string; name: string; kg: Decimal; lot: string };

export const batchItemsOf = (value: unknown): BatchItem[] =>
  listOf(value)
    .map(fieldsOf)
    .map(({ feed, name, kg, lot }) => ({ feed: textOf(feed), name: textOf(name), kg: amountOf(kg), lot: textOf(lot) }));

export const batchItemsJson = (items: readonly BatchItem[]) =>
  items.map(({ feed, name, kg, lot }) => ({ feed, name, kg: toNumeric(kg), lot }));
