// An account whose register contains every kind of document: unpaid ones of different ages, paid and credited ones.
import { addDays } from '@/domain/core/time';
import type { Person, TestBackend } from '../embedded/backend';
import type { InvoicingAccount } from './invoicing';

export type RegisterDocuments = ReturnType<typeof registerDocuments>;

export function registerDocuments(backend: TestBackend, owner: Person, account: InvoicingAccount) {
  /** An invoice of this many pounds before VAT, sent, and this many days past due. */
  async function addSentInvoice(pounds: number, { late = -10, to = 'Hill Farm' } = {}) {
    const buyer = to === 'Hill Farm' ? account.hillFarm : await account.addCustomer(to);
    const { data } = await account.issue(await account.addWorks([pounds], { to }), { to: buyer });
    const id = data?.id ?? '';
    await account.mark([id], 'sent');
    await backend.sql('update public.invoices set due_date = $2 where id = $1', [id, addDays(account.today, -late)]);
    return id;
  }
  const pay = (id: string) => account.mark([id], 'paid');
  const credit = (id: string) =>
    owner.rpc('credit_invoice', { p_request_id: crypto.randomUUID(), p_invoice_id: id, p_reason: 'Wrong field' });

  /** INV-1 to 6: not due, due today, 5, 40, 70 and 100 days late; INV-7 paid; INV-8 paid and credited by CN-0001. */
  async function addEveryKind() {
    const ids = [];
    for (const [at, late] of [-10, 0, 5, 40, 70, 100].entries()) ids.push(await addSentInvoice(10 * 2 ** at, { late }));
    const [paid, wrong] = [await addSentInvoice(1000), await addSentInvoice(2000)];
    await pay(paid);
    await pay(wrong);
    await credit(wrong);
    return ids;
  }

  return { addSentInvoice: addSentInvoice, pay, credit, addEveryKind: addEveryKind };
}
