// The built app with the embedded backend, and a browser, for the end-to-end tests.
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { launchOptions } from './chromium.mjs';
import { serveApp, type ServeOptions } from './embedded/served-app';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

type Mail = { at: string; to: string; subject: string; text: string; html: string };

type OpenOptions = {
  viewport?: typeof PHONE;
  theme?: string;
  /** Where the app is opened, if not at its own address (for example through a proxy). */
  origin?: string;
  /**
   * Whether the app's worker may be registered; true by default. It would install the whole app in the new profile, which
   * costs more than most tests: false for one that is only online.
   */
  worker?: boolean;
  /** Whether pages run their scripts; true by default. */
  scripts?: boolean;
};

export type App = {
  origin: string;
  /** The address of its database; null without Postgres. */
  database: string | null;
  mails(): Promise<Mail[]>;
  /** A new browser profile at this size, with its first page, whose errors are added to `pageErrors`. */
  open(options?: OpenOptions): Promise<{ context: BrowserContext; page: Page }>;
  /** Uncaught errors and console errors of the pages so far. */
  pageErrors: string[];
  stop(): Promise<void>;
};

/** After following a mail link: types the password, then the app opens. */
export async function typePassword(page: Page, password: string): Promise<void> {
  await page.getByRole('heading', { name: 'Type your password' }).waitFor();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The browser of all files that this process runs. It ends with the process. */
let browser: Promise<Browser> | undefined;

const openBrowser = (): Promise<Browser> => (browser ??= chromium.launch(launchOptions()));

/** Serves ./dist (build it first) with a database of its own, and opens it in the browser of this process. */
export async function startApp(options: ServeOptions = {}): Promise<App> {
  const { origin, database, stop } = await serveApp(options);
  const contexts: BrowserContext[] = [];
  const pageErrors: string[] = [];
  return {
    origin,
    database,
    pageErrors,
    stop: async () => {
      for (const context of contexts) await context.close();
      await stop();
    },
    mails: async () => (await (await fetch(`${origin}/_mail`)).json()) as Mail[],
    async open({ viewport = DESKTOP, theme, origin: baseURL = origin, worker = true, scripts = true } = {}) {
      const chrome = await openBrowser();
      const context = await chrome.newContext({
        viewport,
        baseURL,
        locale: 'en-GB',
        timezoneId: 'Europe/London',
        acceptDownloads: true,
        javaScriptEnabled: scripts,
        serviceWorkers: worker ? 'allow' : 'block',
      });
      contexts.push(context);
      // Playwright's own 30 s are not enough on a machine that is very busy for a while.
      context.setDefaultTimeout(90_000);
      if (theme) {
        await context.addInitScript((name) => localStorage.setItem('farm-diary-theme', name), theme);
      }
      const page = await context.newPage();
      page.on('pageerror', (error) => pageErrors.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') pageErrors.push(`${page.url()}: ${message.text()}`);
      });
      return { context, page };
    },
  };
}
