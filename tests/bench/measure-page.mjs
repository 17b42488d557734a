// Measures a page's speed on a throttled phone. Method: Lighthouse's applied slow 4G (562.5 ms latency per response,
// 1,474.56 kbit/s shared by all connections, including the worker's), the CPU slowed down four times, a new browser
// profile for each run; several builds alternate, so that a busy moment of the machine affects all of them. Medians.
//
// node tests/bench/measure-page.mjs [--runs 5] [--cpu 4] [--net slow4g|fast4g|none] [--viewport mobile|desktop]
// [--idle 55] [--quiet 5000] [--no-worker] NAME=FOLDER[;route=/][;ready=CSS] …
//
// ready: what must be visible and enabled for the page to be usable. cold: the first visit; repeat: a later one, from
// the service worker; offline: with the server and the network gone. --idle: percent of the CPU that must be idle before a
// visit; --quiet: ms without requests and long tasks after which a visit has settled.
/* global navigator, caches */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../support/chromium.mjs';
import { median } from './figures.mjs';
import { NETWORKS, serveThrottled } from './throttled-server.mjs';
import { visit } from './visit.mjs';

const DEFAULTS = { runs: 5, cpu: 4, net: 'slow4g', viewport: 'mobile', quiet: 5000, idle: 55, worker: true };
const SCREENS = {
  mobile: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1350, height: 940 } },
};
const FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
];

/** Runs in the page: waits until a worker is active and its caches stop growing. */
async function waitForWorker(cap) {
  if (!('serviceWorker' in navigator)) return { worker: false };
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  await wait(1000);
  if ((await navigator.serviceWorker.getRegistrations()).length === 0) await wait(3000);
  if ((await navigator.serviceWorker.getRegistrations()).length === 0) return { worker: false };
  const until = performance.now() + cap;
  await Promise.race([navigator.serviceWorker.ready, wait(cap)]);
  let files = -1;
  for (let unchangedCount = 0; unchangedCount < 6 && performance.now() < until; await wait(400)) {
    let now = 0;
    for (const name of await caches.keys()) now += (await (await caches.open(name)).keys()).length;
    unchangedCount = now === files ? unchangedCount + 1 : 0;
    files = now;
  }
  return { worker: true, files };
}

async function measureRound(target, options) {
  const folder = mkdtempSync(join(tmpdir(), 'farm-diary-measure-'));
  const { server } = target;
  const url = server.origin + (target.route ?? '/');
  const ready = target.ready ?? 'input, button, a[href]';
  let context;
  try {
    context = await chromium.launchPersistentContext(folder, {
      executablePath: findChromium() ?? undefined,
      headless: true,
      args: FLAGS,
      ...SCREENS[options.viewport],
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      serviceWorkers: options.worker ? 'allow' : 'block',
    });
    Object.assign(server, { down: false, bytes: 0 });
    server.throttle.on = true;
    const cold = await visit(context, url, { ...options, ready, type: true });
    target.cold.push(cold.figures);
    if (!options.worker || !cold.page) return;
    server.throttle.on = false;
    const installed = await cold.page.evaluate(waitForWorker, 120_000);
    target.installed = { ...installed, bytes: server.bytes };
    await cold.page.close();
    server.throttle.on = true;
    const repeat = await visit(context, url, { ...options, ready });
    target.repeat.push(repeat.figures);
    await repeat.page?.close();
    server.down = true;
    server.kill();
    await context.setOffline(true);
    target.offline.push((await visit(context, url, { ...options, ready, cap: 25_000 })).figures);
  } finally {
    await context?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The median of each figure over the runs; for texts, the value of the first run that has one. */
function summarise(runs) {
  const names = new Set(runs.flatMap((run) => Object.keys(run)));
  const entries = [...names].flatMap((name) => {
    const values = runs.map((run) => run[name]).filter((value) => value !== null && value !== undefined);
    if (values.length === 0) return [];
    const numbers = values.every((value) => typeof value === 'number');
    return [[name, numbers ? Math.round(median(values) * 1000) / 1000 : values[0]]];
  });
  const all = Object.fromEntries([...names].map((name) => [name, runs.map((run) => run[name])]));
  return { runs: runs.length, ...Object.fromEntries(entries), all };
}

/** Measures each target {name, folder, route, ready}; returns cold, repeat and offline medians for each name. */
export async function measurePages(targets, overrides = {}) {
  const options = { ...DEFAULTS, ...overrides };
  const measured = [];
  for (const target of targets)
    measured.push({
      ...target,
      server: await serveThrottled(target.folder, NETWORKS[options.net]),
      cold: [],
      repeat: [],
      offline: [],
    });
  for (let run = 1; run <= options.runs; run += 1)
    for (const target of measured) {
      await measureRound(target, options);
      const cold = target.cold.at(-1);
      const times = `lcp ${Math.round(cold?.lcp)} usable ${Math.round(cold?.usable)}`;
      console.error(`run ${run} of ${options.runs}, ${target.name}: ${times}, load ${loadavg()[0]?.toFixed(1)}`);
    }
  return Object.fromEntries(
    measured.map(({ name, server, installed, cold, repeat, offline }) => {
      server.close();
      return [name, { cold: summarise(cold), repeat: summarise(repeat), offline: summarise(offline), installed }];
    }),
  );
}

function readArguments(args) {
  const options = {};
  const targets = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    if (word === '--no-worker') options.worker = false;
    else if (word.startsWith('--')) {
      at += 1;
      options[word.slice(2)] = typeof DEFAULTS[word.slice(2)] === 'number' ? Number(args[at]) : args[at];
    } else {
      const [head, ...more] = word.split(';');
      const split = (text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)];
      const [name, folder] = split(head);
      targets.push({ name, folder, ...Object.fromEntries(more.map(split)) });
    }
  }
  return { options, targets };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { options, targets } = readArguments(process.argv.slice(2));
  if (targets.length === 0) {
    console.error('usage: node tests/bench/measure-page.mjs [options] NAME=FOLDER[;route=/][;ready=CSS] …');
    process.exit(2);
  }
  console.log(JSON.stringify(await measurePages(targets, options), null, 1));
}
