// The queries that a device copies for reading offline (docs/offline.md), and the key of each copy.
import type { QueryKey, QueryMeta } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { crewPeopleQuery } from '@/data/account/crew';
import { farmDetailsQuery } from '@/data/account/farm-details';
import { farmPeopleQuery, nameChangesQuery } from '@/data/account/farm-people';
import { farmSettingsQuery } from '@/data/account/farm-settings';
import { crewQuery, ownerProfileQuery, profileQuery } from '@/data/account/profiles';
import { completionQuery, completionsQuery, supersededQuery } from '@/data/checklists/checklist-completions';
import { certificatesQuery } from '@/data/compliance/certificates';
import { complianceDoneQuery, complianceItemsQuery } from '@/data/compliance/compliance';
import { latestChecksQuery } from '@/data/checklists/latest-checks';
import { checklistsQuery } from '@/data/checklists/checklists';
import { customerQuery, customersQuery, customerSummaryQuery } from '@/data/customers/customers';
import { eventsQuery, nearEventsQuery } from '@/data/diary/diary-events';
import { notesOfDaysQuery } from '@/data/diary/diary-notes';
import { activitiesQuery, harvestsQuery, fieldInputsQuery } from '@/data/fields/activities';
import { fieldsQuery, fieldSummaryQuery } from '@/data/fields/fields';
import { seasonsQuery, soilTestsQuery } from '@/data/fields/seasons';
import { invoiceSettingsQuery } from '@/data/invoices/invoice-settings';
import { withoutFailureMessage } from '@/data/load-failed';
import { calculationsQuery, overridesQuery } from '@/data/calculations/calculations';
import { slurryLevelsQuery, slurryStoresQuery } from '@/data/calculations/slurry';
import { machinePriceQuery, machinesQuery, machineUseQuery, readingsQuery } from '@/data/machinery/machines';
import {
  defectsQuery,
  openDefectsQuery,
  schedulesQuery,
  serviceCostsQuery,
  servicesQuery,
} from '@/data/machinery/services';
import { boardQuery, pastNoticesQuery } from '@/data/notices';
import { noteTitlesQuery } from '@/data/notes/note-titles';
import { followUpsQuery, noteQuery, notesQuery, openNotesQuery } from '@/data/notes/notes';
import { pricesQuery } from '@/data/prices/prices';
import { tasksQuery, taskUsageQuery } from '@/data/prices/tasks';
import {
  movementQuery,
  movementsOfWorkQuery,
  movementsOfYearQuery,
  movementsQuery,
  NO_MOVEMENT_FILTER,
  openMovementsQuery,
} from '@/data/movements';
import { feedsQuery } from '@/data/rations/feeds';
import { NO_LOG_FILTER } from '@/data/rations/logs';
import { batchesQuery } from '@/data/rations/meal-batches';
import { mealMixesQuery } from '@/data/rations/meal-mixes';
import { feedingsQuery } from '@/data/rations/tmr-feedings';
import { tmrMixesQuery } from '@/data/rations/tmr-mixes';
import { copyKey, isIdentity } from '@/offline/snapshot/snapshot-queries';
import { homeSummaryQuery, recentJobsQuery, workTaskNamesQuery } from '@/data/summaries';
import {
  submittedHoursQuery,
  hoursQuery,
  nearHoursQuery,
  ownHoursQuery,
  queriedHoursQuery,
  timeSettingsQuery,
  workingTimeQuery,
} from '@/data/time/time';
import { gangsQuery, lastGangQuery, machineChoicesQuery, peopleChoicesQuery } from '@/data/works/job-choices';
import { jobPlacesQuery } from '@/data/works/job-places';
import { fieldNamesQuery, machineNamesQuery } from '@/data/works/place-names';
import { forecastQuery } from '@/data/weather';
import { savedFiltersQuery } from '@/data/works/saved-filters';
import { NO_FILTER } from '@/domain/notes/note';

type Query = { queryKey: QueryKey; meta?: QueryMeta | undefined };
const [FARM, PERSON, DAY] = ['farm', 'sam', '2026-11-23'];
const sam = { ownerId: FARM, userId: PERSON, role: 'employee' as const, settings: { seesRates: true } };
const keyOf = ({ queryKey, meta }: Query) => copyKey({ queryKey, meta });

test.each<[string, Query]>([
  ['profile,sam', profileQuery(PERSON)],
  ['profile,owner,farm', ownerProfileQuery(FARM)],
  ['profile,crew,farm', crewQuery(FARM)],
  ['farm-settings,farm,employee', farmSettingsQuery(FARM, 'employee')],
  ['farm-settings,farm,details', farmDetailsQuery(FARM)],
  ['farm-settings,farm,time', timeSettingsQuery(FARM)],
])('%s identifies the user: it is copied, and stays when permissions change', (key, query) => {
  expect(keyOf(query)).toBe(JSON.stringify(key.split(',')));
  expect(isIdentity({ meta: query.meta })).toBe(true);
});

test.each<[string, Query]>([
  ['farm-people,farm', farmPeopleQuery(FARM)],
  ['farm-people,farm,present', peopleChoicesQuery(sam)],
  ['machines,farm,choices', machineChoicesQuery(sam)],
  ['machines,farm,names', machineNamesQuery(sam)],
  ['fields,farm,names', fieldNamesQuery(sam)],
  ['jobs,farm,sam,places', jobPlacesQuery(sam)],
  ['gangs,farm', gangsQuery(sam)],
  ['jobs,farm,sam,gang', lastGangQuery(sam, DAY)],
  ['farm-people,farm,changes,2026-11-01', nameChangesQuery(FARM, '2026-11-01')],
  ['customers,farm,employee', customersQuery(sam)],
  ['tasks,farm,employee', tasksQuery(sam)],
  ['recent-jobs,farm,sam', recentJobsQuery(FARM, PERSON)],
  ['work-task-names,farm,sam', workTaskNamesQuery(FARM, PERSON)],
  ['saved-filters,farm,sam', savedFiltersQuery(sam)],
  ['notes,farm,sam', notesQuery(sam)],
  ['open-notes,farm,sam', openNotesQuery(sam)],
  ['note-titles,farm', noteTitlesQuery(FARM)],
  ['calculations,farm,stocking', calculationsQuery(FARM, 'stocking')],
  ['rule_overrides,farm', overridesQuery(FARM)],
  ['slurry_stores,farm', slurryStoresQuery(FARM)],
  ['slurry_levels,farm', slurryLevelsQuery(FARM)],
  ['compliance_items,farm', complianceItemsQuery(FARM)],
  ['compliance_completions,farm', complianceDoneQuery(FARM)],
  ['certificates,farm', certificatesQuery(FARM)],
  ['field_activities,farm,inputs,2025-11-01T00:00:00Z', fieldInputsQuery(FARM, '2025-11-01T00:00:00Z')],
  ['checklists,farm', checklistsQuery(sam)],
  ['checklist-standing,farm', latestChecksQuery(sam)],
  ['manure_movements,farm', movementsQuery(FARM)],
  ['manure_movements,farm,open', openMovementsQuery(FARM)],
  ['manure_movements,farm,year,2026', movementsOfYearQuery(FARM, '2026')],
  ['feeds,farm', feedsQuery(FARM)],
  ['tmr_feedings,farm', feedingsQuery(sam)],
  ['meal_batches,farm', batchesQuery(sam)],
  ['checklist-completions,farm,sam', completionsQuery(sam)],
  ['machines,farm', machinesQuery(sam)],
  ['machines,farm,use', machineUseQuery(sam)],
  ['machine_readings,farm,claas', readingsQuery(sam, 'claas')],
  ['service_schedules,farm', schedulesQuery(sam)],
  ['service_records,farm,claas', servicesQuery(sam, 'claas')],
  ['machine_defects,farm,open', openDefectsQuery(sam)],
  ['machine_defects,farm,claas', defectsQuery(sam, 'claas')],
  ['time,farm,sam', ownHoursQuery(sam, DAY)],
  ['time,farm,sam,sent-back', queriedHoursQuery(sam)],
  ['time,farm,sam,near', nearHoursQuery(sam, DAY, null)],
  ['working-time,sam', workingTimeQuery(sam)],
  ['home,farm,sam', homeSummaryQuery(FARM, PERSON, DAY)],
  ['board,farm,sam', boardQuery(sam, DAY)],
  ['forecast,52.19,-3.05,Europe/London', forecastQuery('', { latitude: 52.19, longitude: -3.05 }, 'Europe/London')],
  ['fields,farm', fieldsQuery(FARM)],
  ['field-standing,farm', fieldSummaryQuery(FARM)],
  ['field_activities,farm,f1', activitiesQuery(FARM, 'f1')],
  ['harvests,farm,f1', harvestsQuery(FARM, 'f1')],
  ['field_seasons,farm,f1', seasonsQuery(FARM, 'f1')],
  ['soil_tests,farm,f1', soilTestsQuery(FARM, 'f1')],
  ['diary-events,farm,sam,near', nearEventsQuery(sam, DAY)],
])('%s is copied, under the same key with and without its failure message', (key, query) => {
  expect(keyOf(query)).toBe(JSON.stringify(key.split(',')));
  expect(keyOf(withoutFailureMessage(query))).toBe(keyOf(query));
  expect(isIdentity({ meta: query.meta })).toBe(false);
});

test('prices and mixes have a separate copy for people who may see prices', () => {
  expect(keyOf(tmrMixesQuery(sam))).toBe('["tmr_mixes","farm","employee",true]');
  expect(keyOf(mealMixesQuery(sam))).toBe('["meal_mixes","farm","employee",true]');
  expect(keyOf(pricesQuery(sam))).toBe('["prices","farm",true]');
});

test.each<[string, Query]>([
  ['a customer', customerQuery(FARM, PERSON)],
  ['the totals of customers', customerSummaryQuery(FARM)],
  ['the number of works of each task', taskUsageQuery(FARM)],
  ['the price of a machine', machinePriceQuery(sam, 'claas')],
  ['the costs of services', serviceCostsQuery(sam, 'claas')],
  ['a note', noteQuery(sam, PERSON)],
  ['the follow-ups of a note', followUpsQuery(sam, PERSON)],
  ['the notes of a date range', notesOfDaysQuery(sam, { from: DAY, to: DAY })],
  ['filtered notes', notesQuery(sam, { ...NO_FILTER, search: 'rain' })],
  ['a completed checklist', completionQuery(sam, PERSON)],
  ['superseded checklists', supersededQuery(sam, DAY)],
  ['the hours of a date range', hoursQuery(sam, DAY, DAY, null)],
  ['submitted weeks', submittedHoursQuery(sam)],
  ['other days of the diary', eventsQuery(sam, { from: DAY, to: DAY })],
  ['past notices', pastNoticesQuery(sam, DAY)],
  ['the feedings of a date range', feedingsQuery(sam, { ...NO_LOG_FILTER, from: DAY })],
  ['a movement of manure', movementQuery(FARM, PERSON)],
  ['the movements of a date range', movementsQuery(FARM, { ...NO_MOVEMENT_FILTER, from: DAY })],
  ['the movements of a job', movementsOfWorkQuery(FARM, PERSON)],
  ['found batches', batchesQuery(sam, { ...NO_LOG_FILTER, search: 'lot' })],
  ['invoice settings', invoiceSettingsQuery(FARM)],
  ['the seats', crewPeopleQuery(FARM)],
])('%s: the device keeps no copy', (_, query) => {
  expect(keyOf(query)).toBeNull();
});
