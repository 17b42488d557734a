// The calculators: how long it takes to recalculate a large farm. Chromium, CPU slowed down four times.
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../support/chromium.mjs';
import { report } from './figures.mjs';
import { waitIdle } from './visit.mjs';

/** Percent of the CPU that must be idle before a run: the limits assume an otherwise idle device. */
const IDLE = 55;

async function bundle() {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: { '@': fileURLToPath(new URL('../../src', import.meta.url)) } },
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL('rules-farm.ts', import.meta.url)), formats: ['iife'], name: 'farm' },
    },
  });
  return [built].flat()[0].output[0].code;
}

export async function rules(runs) {
  const code = await bundle();
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: code });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const took = [];
    // The first calculation also compiles the code; the form is recalculated at each key press after that.
    await page.evaluate('farm.recalculate()');
    for (let run = 0; run < runs; run += 1) {
      await waitIdle(IDLE);
      took.push(await page.evaluate('farm.recalculate()'));
    }
    return report({ name: 'calculators, large farm worked out again', runs: took, unit: 'ms', limit: 50 });
  } finally {
    await browser.close();
  }
}
