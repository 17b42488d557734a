import { ReceiptText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { add, formatMoney } from '@/domain/core/money';
import { MAX_CHOSEN, type WorksList } from '@/features/works/list/use-works-list';
import type { Work } from '@/records/works';
import { Button } from '@/ui/button';
import { useWide } from '@/ui/layout/use-wide';
import { focusPageOnRemoval } from '@/ui/popups/focus-page';
import { Menu } from '@/ui/popups/menu';
import { statusOf } from '@/widgets/work-state';
import { MarkDialog } from './mark-dialog';
import { MoveDialog } from './move-dialog';

type DialogKind = 'sent' | 'paid' | 'clear' | 'move' | 'reprice';

// Loaded on demand.
const RepriceDialog = lazy(async () => ({ default: (await import('@/widgets/reprice-dialog')).RepriceDialog }));

const formatCount = (entries: number) => entries.toLocaleString('en-GB');

/** Why the chosen works can't be put on one invoice; null if they can. */
function invoiceRefusal(chosen: readonly Work[], today: string): string | null {
  if (new Set(chosen.map(({ customerId }) => customerId)).size > 1) return 'Choose works for one customer only.';
  if (chosen.length > MAX_CHOSEN) return `Choose ${formatCount(MAX_CHOSEN)} entries at most.`;
  if (!chosen.every((work) => statusOf(work, today).kind === 'ready')) return 'Choose works that are ready only.';
  return null;
}

/** What can be done with at least one of the chosen works: their invoices are marked, other works are changed. */
function actionsFor(chosen: readonly Work[]): (readonly [DialogKind, string])[] {
  const invoiced = chosen.filter(({ invoiceId }) => invoiceId !== null);
  const actions: (readonly [DialogKind, string, boolean])[] = [
    ['sent', 'Mark sent', invoiced.some(({ invoiceSentAt }) => invoiceSentAt === null)],
    ['paid', 'Mark paid', invoiced.some(({ invoicePaidAt }) => invoicePaidAt === null)],
    ['clear', 'Clear status', invoiced.some((work) => work.invoiceSentAt !== null || work.invoicePaidAt !== null)],
    ['move', 'Change customer', invoiced.length < chosen.length],
    ['reprice', 'Re-price', invoiced.length < chosen.length],
  ];
  return actions.flatMap(([kind, label, applies]) => (applies ? [[kind, label] as const] : []));
}

/** Bulk actions for the ticked rows. */
export function ChosenBar({ list, chosen }: { list: WorksList; chosen: readonly Work[] }) {
  const { account, today, total } = list;
  const navigate = useNavigate();
  const [open, setOpen] = useState<DialogKind | null>(null);
  const refusal = invoiceRefusal(chosen, today);
  const value = add(...chosen.flatMap(({ totalValue }) => totalValue ?? []));
  const close = () => setOpen(null);
  const wide = useWide();
  const chooseMore = chosen.length < Math.min(total, MAX_CHOSEN) && {
    label: total <= MAX_CHOSEN ? `Choose all ${formatCount(total)}` : `Choose the first ${formatCount(MAX_CHOSEN)}`,
    onSelect: list.chooseAll,
  };
  const createInvoice = () => {
    const [first] = chosen;
    if (first && refusal === null)
      void navigate(`/invoices?customer=${first.customerId}`, { state: { workIds: chosen.map(({ id }) => id) } });
  };
  return (
    <fieldset
      ref={focusPageOnRemoval}
      className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 max-nav:grow"
      aria-label="Chosen entries"
    >
      <output className="figure max-nav:order-first max-nav:basis-[calc(100%-6.5rem)]">
        <b>{formatCount(chosen.length)} chosen</b> {formatMoney(value, account.settings.currency)}
      </output>
      {wide && chooseMore && (
        <Button className="btn-on-bar" onClick={chooseMore.onSelect}>
          {chooseMore.label}
        </Button>
      )}
      {refusal === null ? (
        <Button variant="prominent" onClick={createInvoice}>
          <ReceiptText aria-hidden="true" />
          Create invoice
        </Button>
      ) : (
        <span className="text-2 text-bar-muted max-nav:flex-1">{refusal}</span>
      )}
      <Menu
        className="btn btn-on-bar"
        align="start"
        items={[
          ...(!wide && chooseMore ? [chooseMore, 'rule' as const] : []),
          ...actionsFor(chosen).map(([kind, label]) => ({ label, onSelect: () => setOpen(kind) })),
        ]}
      >
        More
      </Menu>
      <Button className="btn-on-bar max-nav:order-first" onClick={list.ticks.clear}>
        Clear
      </Button>
      {open === 'move' && <MoveDialog chosen={chosen} onClose={close} />}
      {open === 'reprice' && (
        <Suspense>
          <RepriceDialog scope={{ workIds: chosen.map(({ id }) => id) }} onClose={close} />
        </Suspense>
      )}
      {open !== null && open !== 'move' && open !== 'reprice' && (
        <MarkDialog chosen={chosen} status={open} today={today} onClose={close} />
      )}
    </fieldset>
  );
}
