// One visit of a page by a throttled phone, and how long it took.
/* global window, PerformanceObserver, getComputedStyle, requestAnimationFrame */
import { cpus } from 'node:os';

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function cpuTimes() {
  return cpus().reduce(
    ([idle, all], { times }) => [idle + times.idle, all + Object.values(times).reduce((sum, time) => sum + time, 0)],
    [0, 0],
  );
}

/** Waits (a minute at most) until this share of the CPU is idle; returns the initial share, in percent. */
export async function waitIdle(wanted) {
  let share = 0;
  for (let turn = 0; turn < 40; turn += 1) {
    const [idle, all] = cpuTimes();
    await sleep(1500);
    const [idleThen, allThen] = cpuTimes();
    share = Math.round((100 * (idleThen - idle)) / (allThen - all));
    if (share >= wanted) break;
  }
  return share;
}

/** Runs in the page before its scripts: collects paints, long tasks, shifts, and when the page is first usable. */
function collect({ ready }) {
  const measured = { tasks: [], lcp: 0, cls: 0, ready: null, slowestEvent: 0 };
  window.measured = measured;
  const observe = (type, record, options = {}) => {
    try {
      new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({
        type,
        buffered: true,
        ...options,
      });
    } catch {
      // Not supported by this browser.
    }
  };
  observe('longtask', (entry) => measured.tasks.push([entry.startTime, entry.duration]));
  observe('largest-contentful-paint', (entry) => {
    measured.lcp = entry.startTime;
    measured.lcpElement = entry.element?.tagName ?? entry.url;
  });
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) measured.cls += entry.value;
  });
  observe('event', (entry) => (measured.slowestEvent = Math.max(measured.slowestEvent, entry.duration)), {
    durationThreshold: 16,
  });
  const usable = (element) => {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const shown = style.visibility !== 'hidden' && style.display !== 'none' && Number(style.opacity) > 0.05;
    return box.width > 1 && box.height > 1 && shown && !element.disabled;
  };
  const check = () => {
    if (measured.ready !== null) return;
    if ([...document.querySelectorAll(ready)].some(usable)) {
      // Usable one frame later, when a task can run and a tap would be handled.
      requestAnimationFrame(() => setTimeout(() => (measured.ready = performance.now())));
    } else setTimeout(check, 30);
  };
  document.addEventListener('DOMContentLoaded', check);
  if (document.readyState !== 'loading') check();
}

/** Counts the page's own requests; those served by its worker count as `fromWorker`. */
function followRequests(cdp) {
  const requests = new Map();
  const pending = new Set();
  const totals = { js: 0, jsFiles: 0, all: 0, requests: 0, fromWorker: 0 };
  const changes = { at: Date.now() };
  const markActivity = () => (changes.at = Date.now());
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (/^(data|blob):/.test(request.url)) return;
    requests.set(requestId, { type });
    pending.add(requestId);
    markActivity();
  });
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { type, worker: response.fromServiceWorker, mime: response.mimeType });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    pending.delete(requestId);
    markActivity();
    const request = requests.get(requestId);
    if (!request) return;
    totals.requests += 1;
    if (request.worker) return void (totals.fromWorker += 1);
    totals.all += encodedDataLength;
    if (request.type === 'Script' || /javascript/.test(request.mime ?? '')) {
      totals.js += encodedDataLength;
      totals.jsFiles += 1;
    }
  });
  cdp.on('Network.loadingFailed', ({ requestId }) => {
    pending.delete(requestId);
    markActivity();
  });
  return { totals, changes, pending };
}

/** Waits until the page is usable and no request and no long task ran for `quiet` ms. */
async function waitUntilSettled(page, { changes, pending }, { quiet, cap }) {
  const from = Date.now();
  let tasks = 0;
  while (Date.now() - from < cap) {
    await sleep(200);
    const now = await page
      .evaluate(() => ({ tasks: window.measured?.tasks.length ?? 0, ready: window.measured?.ready ?? null }))
      .catch(() => null);
    if (!now) continue;
    if (pending.size > 2 || now.tasks !== tasks) changes.at = Date.now();
    tasks = now.tasks;
    if (Date.now() - changes.at >= (now.ready === null ? 30_000 : quiet)) return;
  }
}

async function typingDelay(page, selector) {
  try {
    const field = page.locator(selector).first();
    await page.evaluate(() => (window.measured.slowestEvent = 0));
    await field.click({ timeout: 3000 });
    await field.pressSequentially('tom@farm.example', { delay: 60 });
    await sleep(400);
    return await page.evaluate(() => window.measured.slowestEvent);
  } catch {
    return null;
  }
}

/**
 * Opens `url` in a new page and measures it (ms since the navigation began; bytes on the wire). `ready`: CSS
 * selector of what must be visible and enabled for the page to be usable; `type`: also type into it. Returns the
 * figures and the page, or `failed` with the reason.
 */
export async function visit(context, url, { ready, cpu, quiet, idle, type = false, cap = 60_000 }) {
  const idleBefore = await waitIdle(idle);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  if (cpu > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  const requests = followRequests(cdp);
  let pageErrors = 0;
  page.on('pageerror', () => (pageErrors += 1));
  await page.addInitScript(collect, { ready });
  try {
    await page.goto(url, { waitUntil: 'commit', timeout: cap });
  } catch (error) {
    await page.close();
    return { page: null, figures: { failed: String(error.message).split('\n')[0] } };
  }
  await waitUntilSettled(page, requests, { quiet, cap });
  const measured = await page.evaluate(() => ({
    ...window.measured,
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
    title: document.title,
  }));
  const long = measured.tasks.map(([, duration]) => duration);
  const figures = {
    idle: idleBefore,
    fcp: measured.fcp,
    lcp: measured.lcp || null,
    lcpElement: measured.lcpElement,
    cls: measured.cls,
    usable: measured.ready,
    blocked: long.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
    longestTask: Math.max(0, ...long),
    jsBytes: requests.totals.js,
    jsFiles: requests.totals.jsFiles,
    bytes: requests.totals.all,
    requests: requests.totals.requests,
    fromWorker: requests.totals.fromWorker,
    pageErrors,
    title: measured.title,
  };
  if (type) figures.typingDelay = await typingDelay(page, ready);
  return { page, figures };
}
