import { useState } from 'react';
import type { InvoiceItem } from '@/data/invoices';
import { MOST_ENTRIES } from '@/domain/invoice-checks';

/**
 * What the person chose for the next invoice: entries ticked or not, additional items. Ticked at first are those that
 * another screen sent along (`sent`), or else the entries that are ready (`ready`), as many as one invoice holds. The fuel surcharge follows the ticked entries until the
 * person edits it, which makes it an item like any other, or takes it off.
 */
export function useDraft(sent: readonly string[] | null, ready: readonly { id: string }[]) {
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [items, setItems] = useState<readonly InvoiceItem[]>([]);
  const [surchargeId] = useState(() => crypto.randomUUID());
  const [follows, setFollows] = useState(true);
  const tickedAtFirst = new Set(sent ?? ready.slice(0, MOST_ENTRIES).map(({ id }) => id));
  const isSurcharge = (id: string) => id === surchargeId && follows;
  return {
    surchargeId,
    /** The items of the invoice; `surcharge` is what the rule makes of the ticked entries, null for none. */
    itemsWith: (surcharge: Omit<InvoiceItem, 'id'> | null): readonly InvoiceItem[] =>
      surcharge && follows ? [{ id: surchargeId, ...surcharge }, ...items] : items,
    follows,
    /** Whether the person took the surcharge off. */
    surchargeOff: !follows && !items.some(({ id }) => id === surchargeId),
    followAgain: () => setFollows(true),
    isTicked: (id: string): boolean => ticks.get(id) ?? tickedAtFirst.has(id),
    tick: (ids: readonly string[], on: boolean) =>
      setTicks((before) => new Map([...before, ...ids.map((id) => [id, on] as const)])),
    addItem: (item: InvoiceItem) => setItems((before) => [...before, item]),
    changeItem: (item: InvoiceItem) => {
      if (isSurcharge(item.id)) {
        setFollows(false);
        setItems((before) => [item, ...before]);
      } else setItems((before) => before.map((other) => (other.id === item.id ? item : other)));
    },
    removeItem: (id: string) => {
      if (isSurcharge(id)) setFollows(false);
      setItems((before) => before.filter((item) => item.id !== id));
    },
  };
}

/**
 * The id of the request that issues a draft: the same as long as the draft says the same, so that a press repeated
 * after a lost reply makes no second invoice, and a new one once anything has changed.
 */
export function useRequestId(content: string): string {
  const [request, setRequest] = useState(() => ({ content, id: crypto.randomUUID() }));
  if (request.content === content) return request.id;
  const next = { content, id: crypto.randomUUID() };
  setRequest(next);
  return next.id;
}
