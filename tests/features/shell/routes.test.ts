import { expect, test } from 'vitest';
import { appRoutes, laterRoutes } from '@/app/routes';
import { manifest } from '../../../build/manifest';

// The signed-in routes as specified.
const SPECIFIED = `/ /noticeboard /diary /account /manage-account /add-work /works-list /invoices /view-invoices
  /invoice-settings /tasks /customers /manage-users /add-note /view-notes /manage-note-titles /create-checklist
  /add-checklist /view-checklists /completed-checklists /time-tracker /time-diary /machinery/* /tmr-mixes /meal-mixes
  /stocking-rate /slurry-storage /np-loading /compliance-center /fields/*`.split(/\s+/);

test('the table has every route once', () => {
  // The two account pages need to know the user's role and are defined beside the table.
  const paths = [...appRoutes.map(({ path }) => path), '/account', '/manage-account'];
  expect([...paths].sort()).toEqual([...SPECIFIED].sort());
});

test('unbuilt pages are listed in one place', () => {
  for (const route of laterRoutes) expect(appRoutes).toContain(route);
  expect(laterRoutes.map(({ path }) => path)).not.toContain('/works-list');
});

test('a shortcut of the installed app opens a page that exists, never a placeholder', () => {
  const later = new Set(laterRoutes.map(({ path }) => path));
  const there = new Set(appRoutes.map(({ path }) => path).filter((path) => !later.has(path)));
  expect(manifest.shortcuts.map(({ url }) => url)).not.toEqual([]);
  for (const { name, url } of manifest.shortcuts) {
    expect(there, url).toContain(url);
    expect(appRoutes.find(({ path }) => path === url)?.title).toBe(name);
  }
});
