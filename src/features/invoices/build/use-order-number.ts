// The customer's order number on a draft, stored on this device while it is typed.
import { useId, useState } from 'react';
import { fieldsOf, textOf } from '@/domain/core/stored-json';
import { orderNumberProblem } from '@/domain/invoices/invoice-checks';
import { forgetDraft, useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import type { FullCustomer } from '@/records/customers';
import { useAccount } from '@/session/account';

/** The draft of the order number for this customer, from before the app was closed. */
export type StoredOrder = { key: string; text: string };
export type OrderNumber = ReturnType<typeof useOrderNumber>;

export function useStoredOrder(customerId: string): StoredOrder | null {
  const { userId } = useAccount();
  const { isDraftLoading, key, draft } = useStoredDraft(userId, `invoice-${customerId}`);
  return isDraftLoading ? null : { key, text: textOf(fieldsOf(draft?.values)['orderNumber']) };
}

export function useOrderNumber({ id, name, poRequired }: FullCustomer, stored: StoredOrder) {
  const { userId } = useAccount();
  const [text, setText] = useState(stored.text);
  const [attempted, setAttempted] = useState(false);
  const fieldId = useId();
  const problem = orderNumberProblem(text, { name, poRequired });
  useDraft(userId, stored.key, id, text.trim() === '' ? null : { orderNumber: text });
  return {
    text,
    setText,
    fieldId,
    /** "Too long" is shown at once, "missing" only after an attempt to generate the invoice. */
    error: text.trim() !== '' || attempted ? problem : null,
    /** As printed on the invoice; null if empty. */
    number: text.trim() || null,
    /** Whether the number is valid; otherwise shows the error and focuses the field. */
    check: (): boolean => {
      setAttempted(true);
      if (problem !== null) document.getElementById(fieldId)?.focus();
      return problem === null;
    },
    forget: () => void forgetDraft(userId, stored.key),
  };
}
