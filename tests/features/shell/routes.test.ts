import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { isOpenTo, patternOf, routeAt, routes } from '@/app/routes';
import { diaryTabs, linksIn, menusOf } from '@/app/shell/navigation';
import { manifest } from '../../../build/manifest';

// The signed-in routes as specified, /reports, /day-sheet, /import and /files.
const SPECIFIED = `/ /noticeboard /diary /account /manage-account /add-work /works-list /invoices /view-invoices
  /invoice-settings /tasks /customers /manage-users /add-note /view-notes /manage-note-titles /create-checklist
  /add-checklist /view-checklists /completed-checklists /time-tracker /time-diary /machinery/* /tmr-mixes/* /meal-mixes/*
  /stocking-rate /slurry-storage /np-loading /manure-movements/* /compliance-center /fields/map /fields/* /reports /day-sheet
  /import /files /time-off`.split(/\s+/);

test('the route table has every specified route, and no path twice', () => {
  const patterns = routes.map(patternOf);
  expect(patterns).toEqual(expect.arrayContaining(SPECIFIED));
  expect(patterns).toEqual([...new Set(patterns)]);
});

test('the screen of each page is in the file named after its path', () => {
  const files = readdirSync('src/features', { recursive: true, encoding: 'utf8' }).map((path) => basename(path));
  const paths = routes.filter(({ path }) => path !== '/').map(({ path }) => path);
  expect(paths.filter((path) => !files.includes(`${basename(path)}-page.tsx`))).toEqual([]);
});

test.each(['admin', 'employee'] as const)('the menus of an %s lead to every page that is open to the role', (role) => {
  const { myFarm, more } = menusOf(role);
  const groups = [linksIn('main', role), diaryTabs(role), linksIn('account', role)];
  const links = [...groups, ...[...more, ...(myFarm ? [myFarm] : [])].map((group) => group.links)].flat();
  const listed = new Set(links.map(({ to }) => routeAt(to)));
  const reachable = routes.filter(
    (route) =>
      listed.has(route) || (isOpenTo(route, role) && route.parentPath && listed.has(routeAt(route.parentPath))),
  );
  // These pages are in MyFarm, a menu of account holders only, or reached from it; an employee opens them by a link or
  // their URL: a movement of manure from the entry of its job.
  const unlisted = role === 'employee' ? ['/manure-movements', '/meal-mixes', '/tmr-mixes'] : [];
  expect(routes.filter((route) => isOpenTo(route, role) && !reachable.includes(route)).map(({ path }) => path)).toEqual(
    unlisted,
  );
  expect(reachable.filter((route) => !isOpenTo(route, role))).toEqual([]);
});

test('a shortcut of the installed app opens a page that exists', () => {
  expect(manifest.shortcuts.map(({ url }) => url)).not.toEqual([]);
  for (const { name, url } of manifest.shortcuts) {
    const route = routeAt(url);
    expect(route?.screen, url).toBeTruthy();
    expect(route?.title).toBe(name);
  }
});
