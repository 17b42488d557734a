// An account whose register contains every kind of document: unpaid ones of different ages, paid and credited ones.
import { addDays } from '@/domain/core/time';
import type { Person, TestBackend } from '../embedded/backend';
import type { Invoicing } from './invoicing';

export type Office = ReturnType<typeof officeOf>;

export function officeOf(backend: TestBackend, owner: Person, farm: Invoicing) {
  /** An invoice of this many pounds before VAT, sent, and this many days past due. */
  async function addSentInvoice(pounds: number, { late = -10, to = 'Hill Farm' } = {}) {
    const buyer = to === 'Hill Farm' ? farm.hillFarm : await farm.customer(to);
    const { data } = await farm.issue(await farm.works([pounds], { to }), { to: buyer });
    const id = data?.id ?? '';
    await farm.mark([id], 'sent');
    await backend.sql('update public.invoices set due_date = $2 where id = $1', [id, addDays(farm.today, -late)]);
    return id;
  }
  const pay = (id: string) => farm.mark([id], 'paid');
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
