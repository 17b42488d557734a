// From pressing Download to the finished file, for an invoice of five pages. The data is created as a person would:
// through the API, under the policies.
/* global window, addEventListener, HTMLAnchorElement */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getDocumentProxy } from 'unpdf';
import { must, signIn } from './client.mjs';
import { report } from './figures.mjs';
import { openPhone } from './phone.mjs';
import { startServer } from './server.mjs';
import { waitIdle } from './visit.mjs';

const LINES = 165;
const PAGES = 5;
const ROUNDS = 5;
/** Percent of the CPU that must be idle before a round: the limits assume an otherwise idle device. */
const IDLE = 55;

/** An invoice with enough lines to fill five pages; returns its number. */
async function longInvoice(origin) {
  const { api, owner } = await signIn(origin);
  const address = { address_line1: 'Hill Farm', town: 'Brecon', postcode: 'LD3 7AA' };
  const buyer = must(
    await api
      .from('customers')
      .insert({ user_id: owner, name: 'Long Month Ltd', ...address })
      .select('id')
      .single(),
  );
  must(
    await api
      .from('invoice_settings')
      .update({ business_name: 'Marsh Contracting', ...address })
      .eq('user_id', owner)
      .select('user_id'),
  );
  const works = must(
    await api
      .from('works')
      .insert(
        Array.from({ length: LINES }, (_, line) => ({
          id: randomUUID(),
          user_id: owner,
          created_by_name: 'Olive Marsh',
          customer: 'Long Month Ltd',
          task_name: ['Ploughing', 'Round baling', 'Hedge cutting', 'Slurry spreading'][line % 4],
          chargeable_unit: 'Hour',
          rate: 42.5,
          quantity: 1 + (line % 16) / 4,
          work_date: `2026-10-${String(1 + (line % 28)).padStart(2, '0')}`,
        })),
      )
      .select('id'),
  );
  const invoice = must(
    await api.rpc('issue_invoice', {
      p_request_id: randomUUID(),
      p_customer_id: buyer.id,
      p_work_ids: works.map(({ id }) => id),
    }),
  );
  return invoice.invoice_number;
}

/** Runs in the page: records the press, and the moment the file is handed to the browser. */
function watchDownload() {
  window.file = { from: null, took: null };
  addEventListener('click', (event) => (window.file.from ??= event.timeStamp), { capture: true });
  const originalClick = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    if (this.download) window.file.took ??= performance.now() - window.file.from;
    originalClick.call(this);
  };
}

async function download(page) {
  await page.evaluate(watchDownload);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /download/i })
      .first()
      .click(),
  ]);
  const bytes = await readFile(await file.path());
  const { numPages } = await getDocumentProxy(new Uint8Array(bytes));
  if (numPages !== PAGES) throw new Error(`the invoice has ${numPages} pages, not ${PAGES}: change LINES`);
  return page.evaluate(() => window.file.took);
}

export async function pdf() {
  const server = await startServer({ preview: true });
  let close = () => Promise.resolve();
  try {
    const number = await longInvoice(server.origin);
    const phone = await openPhone(server.origin);
    close = phone.close;
    const first = [];
    const next = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      await phone.page.goto(`/invoices?number=${encodeURIComponent(number)}`);
      await phone.page.waitForLoadState('networkidle');
      await waitIdle(IDLE);
      await phone.slow(4);
      first.push(await download(phone.page));
      next.push(await download(phone.page));
      await phone.slow(1);
    }
    // The first round fetches the code over the network; later the code is on the device, as after an install.
    const shared = { unit: 'ms', limit: 700, pages: PAGES, lines: LINES };
    const firstHolds = report({ name: 'pdf, first press after the page opened', runs: first.slice(1), ...shared });
    const againHolds = report({ name: 'pdf, next press', runs: next.slice(1), ...shared });
    return firstHolds && againHolds;
  } finally {
    await close();
    await server.stop();
  }
}
