import { useState } from 'react';
import type { InvoiceItem } from '@/data/invoices/invoices';
import { percentOf, type Decimal } from '@/domain/core/money';
import { MAX_INVOICE_ENTRIES } from '@/domain/invoices/invoice-checks';

/** An additional item; one in `percent` of the ticked work has the amount that this comes to. */
export type DraftItem = InvoiceItem & { percent: Decimal | null };

/**
 * What the person chose for the next invoice: ticked entries and additional items. Initially ticked are the entries
 * passed by another screen (`preselected`), otherwise the first ready ones, up to the limit of one invoice. The fuel surcharge
 * follows the ticked entries until the person removes it, or edits it, which turns it into an ordinary item.
 */
export function useInvoiceDraft(preselected: readonly string[] | null, ready: readonly { id: string }[]) {
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [items, setItems] = useState<readonly DraftItem[]>([]);
  const [surchargeId] = useState(() => crypto.randomUUID());
  const [surchargeFollows, setSurchargeFollows] = useState(true);
  const initiallyTicked = new Set(preselected ?? ready.slice(0, MAX_INVOICE_ENTRIES).map(({ id }) => id));
  const isSurcharge = (id: string) => id === surchargeId && surchargeFollows;
  return {
    surchargeId,
    /**
     * The items of the invoice. `ticked` is the value of the ticked entries; `surcharge` is calculated from it, null if
     * there is none.
     */
    itemsWith: (ticked: Decimal, surcharge: Omit<InvoiceItem, 'id'> | null): readonly DraftItem[] => [
      ...(surcharge && surchargeFollows ? [{ id: surchargeId, percent: null, ...surcharge }] : []),
      ...items.map((item) => (item.percent === null ? item : { ...item, amount: percentOf(ticked, item.percent) })),
    ],
    surchargeFollows,
    /** Whether the person removed the surcharge. */
    surchargeRemoved: !surchargeFollows && !items.some(({ id }) => id === surchargeId),
    restoreSurcharge: () => setSurchargeFollows(true),
    isTicked: (id: string): boolean => ticks.get(id) ?? initiallyTicked.has(id),
    tick: (ids: readonly string[], on: boolean) =>
      setTicks((before) => new Map([...before, ...ids.map((id) => [id, on] as const)])),
    addItem: (item: DraftItem) => setItems((before) => [...before, item]),
    changeItem: (item: DraftItem) => {
      if (isSurcharge(item.id)) {
        setSurchargeFollows(false);
        setItems((before) => [item, ...before]);
      } else setItems((before) => before.map((other) => (other.id === item.id ? item : other)));
    },
    removeItem: (id: string) => {
      if (isSurcharge(id)) setSurchargeFollows(false);
      setItems((before) => before.filter((item) => item.id !== id));
    },
  };
}

/**
 * The request id for issuing a draft. It stays the same while the content does, so that pressing again after a lost
 * response does not issue a second invoice, and changes with the content.
 */
export function useRequestId(content: string): string {
  const [request, setRequest] = useState(() => ({ content, id: crypto.randomUUID() }));
  if (request.content === content) return request.id;
  const next = { content, id: crypto.randomUUID() };
  setRequest(next);
  return next.id;
}
