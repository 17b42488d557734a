import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { issueInvoice } from '@/data/invoices/invoice-changes';
import type { InvoiceItem } from '@/data/invoices/invoices';
import type { Decimal } from '@/domain/core/money';
import { useRequestId } from '@/features/invoices/use-invoice-draft';
import { useDisabledReason } from '@/session/disabled-reason';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { StickyBar } from '@/ui/forms/sticky-bar';
import { ConfirmDialog } from '@/ui/popups/dialog';
import type { MissingDetailsState } from './use-missing-details';
import type { OrderNumber } from './use-order-number';

/**
 * The button that issues the invoice, which gives it its number; problems are listed above it. Details that were missing
 * are saved first.
 */
export function GenerateButton({
  customerId,
  workIds,
  items,
  total,
  order,
  details,
  blockingProblems,
  warnings,
  zeroQuestion,
  loading,
}: {
  customerId: string;
  workIds: readonly string[];
  items: readonly InvoiceItem[];
  total: Decimal;
  order: OrderNumber;
  details: MissingDetailsState;
  blockingProblems: readonly string[];
  warnings: readonly string[];
  /** The question to confirm before issuing an invoice of zero; otherwise null. */
  zeroQuestion: string | null;
  /** The works are still loading. */
  loading: boolean;
}) {
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);
  const requestId = useRequestId(JSON.stringify([customerId, workIds, items, total, order.number]));
  const issue = useMutation(issueInvoice);
  const disabledReason = useDisabledReason();
  const isBlocked = blockingProblems.length > 0 || disabledReason !== null;
  const check = async () => {
    const orderIsValid = order.check();
    const typed = await details.read(orderIsValid);
    return orderIsValid ? typed : null;
  };
  const generate = async () => {
    setConfirming(false);
    const typed = await check();
    if (!typed || !(await details.save(typed))) return;
    issue.mutate(
      { requestId, customerId, workIds, additionalItems: items, expectedTotal: total, orderNumber: order.number },
      {
        onSuccess: ({ invoiceNumber }) => {
          order.forget();
          void navigate(`/invoices?${new URLSearchParams({ number: invoiceNumber }).toString()}`);
        },
      },
    );
  };
  // Sticky, so that the button stays reachable below a long list of works; a disabled one stays beside its reason.
  const button = (
    <Button
      variant="main"
      size="l"
      wide
      disabled={isBlocked || loading}
      busy={details.saving || issue.isPending}
      busyText="Generating..."
      onClick={() => {
        if (zeroQuestion === null) void generate();
        else void check().then((typed) => setConfirming(typed !== null));
      }}
    >
      Generate invoice
    </Button>
  );
  return (
    <>
      <Problems problems={blockingProblems} tone="bad" />
      <Problems problems={warnings} tone="warn" />
      {isBlocked ? <div className="py-2">{button}</div> : <StickyBar>{button}</StickyBar>}
      <p className="hint">{disabledReason ?? 'The number is given when you generate. Until then nothing is fixed.'}</p>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title="Generate an invoice of nothing?"
        verb="Generate"
        keep="Back"
        tone="main"
        onConfirm={() => void generate()}
      >
        {zeroQuestion}
      </ConfirmDialog>
    </>
  );
}

const Problems = ({ problems, tone }: { problems: readonly string[]; tone: 'bad' | 'warn' }) =>
  problems.map((text) => (
    <Banner key={text} tone={tone}>
      {text}
    </Banner>
  ));
