// Files of the machinery screens: CSV of the fleet and of services, PDFs of services and of what is due, and labels.
import { mutationOptions } from '@tanstack/react-query';
import type { Account } from '@/domain/account/account';
import { toCsv } from '@/domain/core/csv';
import { toNumeric } from '@/domain/core/money';
import { formatDateDated, formatDateNumeric, localTimeIn } from '@/domain/core/time';
import type { ServiceCosts } from '@/domain/machinery/costs';
import type { DueItem } from '@/domain/machinery/due';
import { formatReading } from '@/domain/machinery/machine';
import { DUE_WORDS, dueWords, KIND_WORDS, modelWords } from '@/domain/machinery/machine-words';
import { BRAND } from '@/lib/brand';
import { saveFile } from '@/lib/files/save-file';
import { MACHINE, MACHINE_CSV, type Machine } from '@/records/machines';
import { csvRowsOf } from '@/records/record';
import { SERVICE, SERVICE_CSV, type Service } from '@/records/services';

const errorToast = { title: 'Could not save the file' };

const save = (content: string | ArrayBuffer, name: string, type: string) =>
  saveFile(new File([content], name, { type }));

/** A name as part of a file's name. */
const fileWord = (name: string) => name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '') || 'machine';

export const saveFleetCsv = mutationOptions({
  mutationKey: ['machines', 'file'],
  networkMode: 'always',
  mutationFn: async ({ machines, today }: { machines: readonly Machine[]; today: string }) => {
    save(
      toCsv(Object.keys(MACHINE_CSV), csvRowsOf(MACHINE, MACHINE_CSV, machines)),
      `machines-${today}.csv`,
      'text/csv',
    );
    return Promise.resolve();
  },
  meta: { failed: errorToast },
});

type ServiceHistory = {
  account: Account;
  machine: Machine;
  services: readonly Service[];
  /** Null until loaded, and for the crew, which may not read them. */
  costs: ReadonlyMap<string, ServiceCosts> | null;
  today: string;
};

const partsWords = ({ parts }: Service) =>
  parts.map(({ name, number, quantity }) => `${quantity} x ${[name, number].filter(Boolean).join(' ')}`).join('; ');

export const saveServiceCsv = mutationOptions({
  mutationKey: ['services', 'file'],
  networkMode: 'always',
  mutationFn: async ({ machine, services, costs, today }: ServiceHistory) => {
    const rows = csvRowsOf(SERVICE, SERVICE_CSV, services);
    const money = (cost: ServiceCosts[keyof ServiceCosts] | undefined) => (cost == null ? null : toNumeric(cost));
    const withCosts = rows.map((row, at) => {
      const service = services[at];
      const entered = service && costs?.get(service.id);
      return [
        ...row,
        service ? partsWords(service) : '',
        ...(costs ? [money(entered?.parts), money(entered?.labour), money(entered?.external)] : []),
      ];
    });
    const head = [
      ...Object.keys(SERVICE_CSV),
      'parts',
      ...(costs ? ['parts_cost', 'labour_cost', 'external_cost'] : []),
    ];
    save(toCsv(head, withCosts), `services-${fileWord(machine.name)}-${today}.csv`, 'text/csv');
    return Promise.resolve();
  },
  meta: { failed: errorToast },
});

const printedAt = ({ settings }: Account, today: string) =>
  `Printed on ${formatDateDated(today)} at ${localTimeIn(settings.zone, new Date())}`;

/** The service history of a machine, without costs: it is shown to a buyer. */
export const saveServicePdf = mutationOptions({
  mutationKey: ['services', 'pdf'],
  networkMode: 'always',
  mutationFn: async ({ account, machine, services, today }: ServiceHistory) => {
    const [{ tablePdf }, { loadFonts }] = await Promise.all([import('@/pdf/table-pdf'), import('@/pdf/fonts')]);
    const { currentReading, meterType } = machine;
    const pdf = await tablePdf(
      {
        farm: account.settings.farmName ?? BRAND,
        title: `Service history: ${machine.name}`,
        facts: [
          [modelWords(machine), machine.serialNo && `serial number ${machine.serialNo}`, machine.registration]
            .filter(Boolean)
            .join(', '),
          currentReading === null ? '' : `${formatReading(currentReading, meterType)} on the meter`,
          printedAt(account, today),
        ],
        columns: [
          { head: 'Date', width: 22 },
          { head: 'Reading', width: 24, figure: true },
          { head: 'What was done', width: 0 },
          { head: 'Done by', width: 36 },
        ],
        rows: services.map((service) => [
          formatDateNumeric(service.serviceDate),
          service.reading === null ? '' : formatReading(service.reading, meterType),
          [service.description || KIND_WORDS[service.kind], partsWords(service)].filter(Boolean).join('\n'),
          service.supplier ?? service.createdByName,
        ]),
      },
      await loadFonts(),
    );
    save(pdf, `services-${fileWord(machine.name)}-${today}.pdf`, 'application/pdf');
  },
  meta: { failed: errorToast },
});

export const saveDuePdf = mutationOptions({
  mutationKey: ['machines', 'due-pdf'],
  networkMode: 'always',
  mutationFn: async ({
    account,
    items,
    days,
    today,
  }: {
    account: Account;
    items: readonly DueItem[];
    days: number;
    today: string;
  }) => {
    const [{ tablePdf }, { loadFonts }] = await Promise.all([import('@/pdf/table-pdf'), import('@/pdf/fonts')]);
    const pdf = await tablePdf(
      {
        farm: account.settings.farmName ?? BRAND,
        title: `Due in the next ${days} days`,
        facts: [printedAt(account, today)],
        columns: [
          { head: 'Machine', width: 40 },
          { head: 'What', width: 0 },
          { head: 'When', width: 62 },
          { head: 'State', width: 22 },
        ],
        rows: items.map((item) => [
          item.machineName,
          item.name,
          dueWords(item.due, item.meterType, today, formatDateDated),
          DUE_WORDS[item.due.state],
        ]),
      },
      await loadFonts(),
    );
    save(pdf, `machines-due-${today}.pdf`, 'application/pdf');
  },
  meta: { failed: errorToast },
});

/** A label to print and stick on a machine: its code opens the machine's page. */
export const saveLabel = mutationOptions({
  mutationKey: ['machines', 'label'],
  networkMode: 'always',
  mutationFn: async ({ id, name, farm }: { id: string; name: string; farm: string | null }) => {
    const [{ labelPdf }, { loadFonts }] = await Promise.all([import('@/pdf/label-pdf'), import('@/pdf/fonts')]);
    const address = `${window.location.origin}/machinery/${id}`;
    save(
      labelPdf({ farm: farm ?? BRAND, name, address }, await loadFonts()),
      `label-${fileWord(name)}.pdf`,
      'application/pdf',
    );
  },
  meta: { failed: errorToast },
});
