// The noticeboard from the device's cached copy: from the start of the navigation to the first notice that can be
// pressed, with the CPU slowed down four times, online and offline. The board has thirty notices with confirmations of the
// crew, and alert cards.
/* global navigator, indexedDB */
import { must, signIn } from './client.mjs';
import { report } from './figures.mjs';
import { openPhone } from './phone.mjs';
import { startServer } from './server.mjs';
import { visit } from './visit.mjs';

/** How many times the CPU is slowed down. */
const CPU = 4;
/** Percent of the CPU that must be idle before a run: the limits assume an otherwise idle device. */
const IDLE = 55;
const LIMIT_MS = 700;
const NOTICES = 30;
const NOTICE = 'main ul[aria-label="Notices"] h3 button';

/** Runs in the page: whether the device has cached a board of this many notices. */
function isBoardCached(wanted) {
  return new Promise((done) => {
    const opening = indexedDB.open('farm-diary-snapshots');
    opening.onerror = () => done(false);
    opening.onsuccess = () => {
      const db = opening.result;
      const names = [...db.objectStoreNames];
      let all = '';
      let left = names.length;
      const finish = () => {
        db.close();
        done(Array.from({ length: wanted }, (_, n) => all.includes(`Bench notice ${n}.`)).every(Boolean));
      };
      if (left === 0) return finish();
      for (const name of names) {
        db.transaction(name).objectStore(name).getAll().onsuccess = ({ target }) => {
          all += JSON.stringify(target.result);
          left -= 1;
          if (left === 0) finish();
        };
      }
    };
  });
}

export async function board(runs) {
  const server = await startServer({ preview: true });
  const opened = await openPhone(server.origin);
  const { page } = opened;
  try {
    const { api, owner } = await signIn(server.origin);
    const rows = Array.from({ length: NOTICES }, (_, n) => ({
      user_id: owner,
      title: `Bench notice ${n}.`,
      body: 'The bridge at the lower ford is closed for the week. Go round by the church, and mind the school at nine.',
      priority: ['normal', 'important', 'urgent'][n % 3],
      requires_ack: n % 2 === 0,
    }));
    must(await api.from('notices').insert(rows));
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await page.goto('/noticeboard');
    await page.locator(NOTICE).first().waitFor();
    const until = Date.now() + 60_000;
    while (!(await page.evaluate(isBoardCached, NOTICES))) {
      if (Date.now() > until) throw new Error('the noticeboard is not cached on the device');
      await page.waitForTimeout(500);
    }
    // Only the new page is slowed down, not this one, which stays open in the same browser.
    await page.goto('about:blank');
    const context = page.context();
    const results = [];
    for (const name of ['with signal', 'without signal']) {
      await context.setOffline(name === 'without signal');
      const durations = { lcp: [], usable: [] };
      for (let run = 0; run < runs; run += 1) {
        const { page: visited, figures } = await visit(context, `${server.origin}/noticeboard`, {
          ...{ ready: NOTICE, cpu: CPU, quiet: 1000, idle: IDLE },
        });
        if (!visited) throw new Error(figures.failed);
        durations.lcp.push(figures.lcp);
        durations.usable.push(figures.usable);
        await visited.close();
      }
      results.push(
        report({
          name: `noticeboard from the copy, ${name}: painted`,
          runs: durations.lcp,
          unit: 'ms',
          limit: LIMIT_MS,
        }),
        report({
          name: `noticeboard from the copy, ${name}: usable`,
          runs: durations.usable,
          unit: 'ms',
          limit: LIMIT_MS,
        }),
      );
    }
    return results.every(Boolean);
  } finally {
    await opened.close();
    await server.stop();
  }
}
