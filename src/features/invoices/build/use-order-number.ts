// The customer's order number on a draft, stored on this device while it is typed.
import { useId, useState } from 'react';
import { fieldsOf, textOf } from '@/domain/core/stored';
import { orderNumberProblem } from '@/domain/invoices/invoice-checks';
import { forgetDraft, useDraft, useKeptDraft } from '@/offline/outbox/drafts/draft';
import type { FullCustomer } from '@/records/customers';
import { useAccount } from '@/session/account';

/** What was typed for this customer before the app was closed. */
export type KeptOrder = { key: string; text: string };
export type OrderNumber = ReturnType<typeof useOrderNumber>;

export function useKeptOrder(customerId: string): KeptOrder | null {
  const { userId } = useAccount();
  const { reading, key, draft } = useKeptDraft(userId, `invoice-${customerId}`);
  return reading ? null : { key, text: textOf(fieldsOf(draft?.values)['orderNumber']) };
}

export function useOrderNumber({ id, name, poRequired }: FullCustomer, kept: KeptOrder) {
  const { userId } = useAccount();
  const [text, setText] = useState(kept.text);
  const [asked, setAsked] = useState(false);
  const fieldId = useId();
  const problem = orderNumberProblem(text, { name, poRequired });
  useDraft(userId, kept.key, id, text.trim() === '' ? null : { orderNumber: text });
  return {
    text,
    setText,
    fieldId,
    /** "Too long" is shown at once, "missing" only after an attempt to generate the invoice. */
    error: text.trim() !== '' || asked ? problem : null,
    /** As printed on the invoice; null if empty. */
    number: text.trim() || null,
    /** Whether the number is valid; otherwise shows the error and focuses the field. */
    check: (): boolean => {
      setAsked(true);
      if (problem !== null) document.getElementById(fieldId)?.focus();
      return problem === null;
    },
    forget: () => void forgetDraft(userId, kept.key),
  };
}
