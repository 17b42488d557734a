import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { issueInvoice } from '@/data/invoices/invoice-changes';
import type { InvoiceItem } from '@/data/invoices/invoices';
import type { Decimal } from '@/domain/core/money';
import { useRequestId } from '@/features/invoices/use-invoice-draft';
import { useDisabledReason } from '@/session/disabled-reason';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { ConfirmDialog } from '@/ui/popups/dialog';
import type { Problem } from './draft';
import type { OrderNumber } from './use-order-number';

/** The button that issues the invoice, which gives it its number; problems are listed above it. */
export function GenerateButton({
  customerId,
  workIds,
  items,
  total,
  order,
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
  blockingProblems: readonly Problem[];
  warnings: readonly Problem[];
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
  const generate = () => {
    setConfirming(false);
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
  return (
    <>
      <Problems problems={blockingProblems} tone="bad" />
      <Problems problems={warnings} tone="warn" />
      {/* Sticky, so that the button stays reachable below a long list of works; a disabled one stays beside its reason. */}
      <div
        className={
          isBlocked
            ? 'py-2'
            : 'sticky-actions sticky bottom-(--above-bar) z-1 -mx-gutter bg-surface px-gutter py-2 lg:mx-0 lg:px-0'
        }
      >
        <Button
          variant="main"
          size="l"
          wide
          disabled={isBlocked || loading}
          busy={issue.isPending}
          busyText="Generating..."
          onClick={() => {
            if (!order.check()) return;
            if (zeroQuestion === null) generate();
            else setConfirming(true);
          }}
        >
          Generate invoice
        </Button>
      </div>
      <p className="hint">{disabledReason ?? 'The number is given when you generate. Until then nothing is fixed.'}</p>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title="Generate an invoice of nothing?"
        verb="Generate"
        keep="Back"
        tone="main"
        onConfirm={generate}
      >
        {zeroQuestion}
      </ConfirmDialog>
    </>
  );
}

/** Each problem with a link to where it can be fixed. */
function Problems({ problems, tone }: { problems: readonly Problem[]; tone: 'bad' | 'warn' }) {
  return problems.map(({ text, fix }) => (
    <Banner
      key={text}
      tone={tone}
      action={
        fix && (
          <Link className="link strong" to={fix.to}>
            {fix.label}
          </Link>
        )
      }
    >
      {text}
    </Banner>
  ));
}
