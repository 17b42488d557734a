// Every page of the app, in one table: its path, its name, who may open it, and the screen, each a chunk of its own.
import { lazy, type ComponentType } from 'react';
import { NotBuiltPage } from '@/features/not-built/not-built-page';

type AppRoute = { path: string; title: string; who: 'everyone' | 'admin'; Screen: ComponentType };

const pages = import.meta.glob<Record<string, ComponentType>>([
  '/src/features/noticeboard/noticeboard-page.tsx',
  '/src/features/diary/diary-page.tsx',
  '/src/features/works/{add-work,works-list}-page.tsx',
  '/src/features/customers/customers-page.tsx',
  '/src/features/tasks/tasks-page.tsx',
  '/src/features/invoices/{invoices,view-invoices,invoice-settings}-page.tsx',
]);

/** A screen in a chunk of its own. */
function screen(file: string, name: string, title: string): ComponentType {
  const load = pages[`/src/features/${file}.tsx`];
  if (!load) return notBuilt(title);
  return lazy(async () => {
    const page = (await load())[name];
    if (!page) throw new Error(`${file} exports no ${name}`);
    return { default: page };
  });
}

function notBuilt(title: string): ComponentType {
  return function NotBuilt() {
    return <NotBuiltPage title={title} back={{ to: '/noticeboard', label: 'Noticeboard' }} />;
  };
}

const everyone = (path: string, title: string, Screen: ComponentType): AppRoute => ({
  path,
  title,
  who: 'everyone',
  Screen,
});
const admin = (path: string, title: string, Screen: ComponentType): AppRoute => ({ path, title, who: 'admin', Screen });
const later = (path: string, title: string, who: AppRoute['who'] = 'everyone'): AppRoute => ({
  path,
  title,
  who,
  Screen: notBuilt(title),
});

const Noticeboard = screen('noticeboard/noticeboard-page', 'NoticeboardPage', 'Noticeboard');

export const appRoutes: readonly AppRoute[] = [
  everyone('/', 'Noticeboard', Noticeboard),
  everyone('/noticeboard', 'Noticeboard', Noticeboard),
  everyone('/diary', 'Diary', screen('diary/diary-page', 'DiaryPage', 'Diary')),
  everyone('/add-work', 'Add Work', screen('works/add-work-page', 'AddWorkPage', 'Add Work')),
  everyone('/works-list', 'Works List', screen('works/works-list-page', 'WorksListPage', 'Works List')),
  everyone('/customers', 'Customers', screen('customers/customers-page', 'CustomersPage', 'Customers')),
  everyone('/tasks', 'Tasks', screen('tasks/tasks-page', 'TasksPage', 'Tasks')),
  admin('/invoices', 'Invoices', screen('invoices/invoices-page', 'InvoicesPage', 'Invoices')),
  admin('/view-invoices', 'View Invoices', screen('invoices/view-invoices-page', 'ViewInvoicesPage', 'View Invoices')),
  admin(
    '/invoice-settings',
    'Invoice Settings',
    screen('invoices/invoice-settings-page', 'InvoiceSettingsPage', 'Invoice Settings'),
  ),
  // Not built yet: each says so. A page leaves this list when its screen is there.
  later('/manage-users', 'Manage Users', 'admin'),
  later('/add-note', 'Add Note'),
  later('/view-notes', 'Notes'),
  later('/manage-note-titles', 'Note titles', 'admin'),
  later('/create-checklist', 'Create Checklist', 'admin'),
  later('/add-checklist', 'Complete Checklist'),
  later('/view-checklists', 'View Checklists', 'admin'),
  later('/completed-checklists', 'Completed Checklists'),
  later('/time-tracker', 'Time Tracker'),
  later('/time-diary', 'Time Diary'),
  later('/machinery/*', 'Machinery'),
  later('/fields/*', 'Fields'),
  later('/tmr-mixes', 'TMR Mixes'),
  later('/meal-mixes', 'Meal Mixes'),
  later('/stocking-rate', 'Stocking Rate Calculator', 'admin'),
  later('/slurry-storage', 'Slurry Storage', 'admin'),
  later('/np-loading', 'N&P Loading', 'admin'),
  later('/compliance-center', 'Compliance Center'),
];
