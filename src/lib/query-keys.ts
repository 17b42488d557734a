// The first part of every query key; mutations list those that they invalidate. They are here, and not in src/data,
// because src/records refers to them too. Imported as `keys`.
import type { Database } from './database.types';
import type * as keys from './query-keys';

export type TableName = keyof Database['public']['Tables'];

/** What a query key may begin with: a name below, or a table's. Anything else fails to compile (query-client.ts). */
export type QueryName = (typeof keys)[keyof typeof keys] | TableName;

export const attachments = 'attachments';
export const avatar = 'avatar';
export const billing = 'billing';
export const board = 'board';
export const checklistCompletions = 'checklist-completions';
export const checklists = 'checklists';
export const clock = 'clock';
export const crew = 'crew';
export const customers = 'customers';
export const deletedWorks = 'deleted-works';
export const diaryEvents = 'diary-events';
export const draft = 'draft';
export const duties = 'duties';
export const farmPeople = 'farm-people';
export const farmSettings = 'farm-settings';
export const feeds = 'feeds';
export const fields = 'fields';
export const fieldStanding = 'field-standing';
export const gangs = 'gangs';
export const home = 'home';
export const invitation = 'invitation';
export const invoiceFile = 'invoice-file';
export const invoices = 'invoices';
export const invoiceSettings = 'invoice-settings';
export const jobs = 'jobs';
export const latestChecks = 'checklist-standing';
export const logo = 'logo';
export const machineCosts = 'machine_costs';
export const machineDefects = 'machine_defects';
export const machineReadings = 'machine_readings';
export const machines = 'machines';
export const notes = 'notes';
export const noteTitles = 'note-titles';
export const openNotes = 'open-notes';
export const pastNotices = 'past-notices';
export const persistentStorage = 'storage-kept';
export const prices = 'prices';
export const profile = 'profile';
export const queuedPhotos = 'kept-photos';
export const recentJobs = 'recent-jobs';
export const reprice = 'reprice';
export const rules = 'rules';
export const savedFilters = 'saved-filters';
export const secondStep = 'second-step';
export const serviceCosts = 'service_costs';
export const serviceRecords = 'service_records';
export const serviceSchedules = 'service_schedules';
export const tasks = 'tasks';
export const taskUsage = 'task-usage';
export const time = 'time';
export const unsentOnDevice = 'left-here';
export const workingTime = 'working-time';
export const works = 'works';
export const worksParts = 'works-parts';
export const workTaskNames = 'work-task-names';
