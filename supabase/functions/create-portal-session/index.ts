// Returns the address of the page where the account holder changes the card, reads receipts or cancels.
import { customerOf } from '../_shared/customer.ts';
import { siteUrl } from '../_shared/environment.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { returnTo } from '../_shared/origin.ts';
import { isMissing, PAYMENTS_NOT_SET_UP, payments } from '../_shared/stripe.ts';

const NOTHING_YET = 'There is no billing to manage yet.';

serveFunction({ caller: 'person' }, async ({ request, person }) => {
  if (person.role !== 'admin') return refuse(403, 'Only the main account holder can manage the billing.');
  const billing = payments();
  if (!billing) return refuse(409, PAYMENTS_NOT_SET_UP);
  const customer = await customerOf(person.id);
  if (!customer) return refuse(409, NOTHING_YET);
  try {
    const { url } = await billing.stripe.billingPortal.sessions.create({
      customer,
      return_url: `${returnTo(request, siteUrl())}/account`,
    });
    return succeed({ url });
  } catch (error) {
    if (isMissing(error)) return refuse(409, NOTHING_YET);
    throw error;
  }
});
