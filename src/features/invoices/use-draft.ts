import { useState } from 'react';
import type { InvoiceItem } from '@/data/invoices';

/**
 * What the person chose for the next invoice: entries ticked or not, additional items. Every entry that is ready is
 * ticked, or only those that another screen sent along (`sent`).
 */
export function useDraft(sent: readonly string[] | null) {
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [items, setItems] = useState<readonly InvoiceItem[]>([]);
  return {
    items,
    isTicked: (id: string): boolean => ticks.get(id) ?? sent?.includes(id) ?? true,
    tick: (ids: readonly string[], on: boolean) =>
      setTicks((before) => new Map([...before, ...ids.map((id) => [id, on] as const)])),
    addItem: (item: InvoiceItem) => setItems((before) => [...before, item]),
    removeItem: (id: string) => setItems((before) => before.filter((item) => item.id !== id)),
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
