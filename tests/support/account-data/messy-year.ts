// A contractor's year as one spreadsheet: the real month of the job sheet twelve times, written as people write it.
import { jobs, type Job } from './job-sheet';

/** The months of the year, each with the jobs of October on the same days; a day that a month lacks becomes its last one. */
const MONTHS = Array.from({ length: 12 }, (_, at) => ({ year: at < 2 ? 2025 : 2026, month: ((at + 10) % 12) + 1 }));
const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const HEADS = 'Job date;Client;Operation;Details;Per;Price (£);Qty;From;To;Break;Paid min;Amount;Remarks'.split(';');

/** 1240.5 as "1.240,5". */
const withComma = (text: string) => {
  const [whole = '', decimals] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.');
  return decimals === undefined ? grouped : `${grouped},${decimals}`;
};
/** Every third row has a sign for pounds, some with a space. */
const inPounds = (text: string, at: number) => (text === '' ? '' : (['£', '', '£ '][at % 3] ?? '') + withComma(text));

const spelled = (name: string, at: number) =>
  [name, name.toUpperCase(), `  ${name.toLowerCase()} `, name][at % 4] ?? '';

const UNIT_WORDS: Readonly<Record<string, readonly string[]>> = {
  acre: ['acre', 'per acre', 'Acres'],
  hectare: ['ha', 'Hectares', 'per ha'],
  hour: ['hrs', 'Hourly', 'hour'],
  bale: ['Bales', 'bale'],
  tonne: ['ton', 'tonnes'],
  m3: ['m³', 'm3'],
  fixed: ['Lump sum', 'job'],
};
const unitWord = (unit: string, at: number) => {
  const words = UNIT_WORDS[unit] ?? [unit];
  return words[at % words.length] ?? unit;
};

const dateWords = (day: number, month: number, year: number, at: number) =>
  [
    `${day}/${month}/${year}`,
    `${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}.${year}`,
    `${day} ${MONTH_NAMES[month - 1]} ${year}`,
    `${day}/${month}/${String(year).slice(2)}`,
  ][at % 4] ?? '';

/** 13:10 as "1.10pm", "13:10:00" or as it is. */
const timeWords = (time: string, at: number) => {
  if (time === '') return '';
  const [hours, minutes] = [Number(time.slice(0, 2)), time.slice(3)];
  return [time, `${time}:00`, `${((hours + 11) % 12) + 1}.${minutes}${hours < 12 ? 'am' : 'pm'}`][at % 3] ?? '';
};

const cell = (text: string) => (/[;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function rowOf(job: Job, { year, month }: { year: number; month: number }, at: number): string {
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const day = Math.min(Number(job.work_date.slice(8)), lastDay);
  return [
    dateWords(day, month, year, at),
    spelled(job.customer, at),
    spelled(job.task_name, at + 1),
    job.task_description,
    unitWord(job.chargeable_unit, at),
    inPounds(job.rate, at),
    withComma(job.quantity),
    timeWords(job.start_time, at),
    timeWords(job.finish_time, at),
    job.breaks_min,
    job.paid_minutes,
    inPounds(job.total_value, at + 1),
    job.notes,
  ]
    .map(cell)
    .join(';');
}

/**
 * Semicolons and decimal commas with a byte order mark, a title above the heads, and for each month an empty line, the heads
 * once more, and a line with the month's total below.
 */
export function messyYear(): { text: string; entries: number; rowsToLeaveOut: number } {
  const month = jobs();
  const parts = MONTHS.map((each, place) => {
    const rows = month.map((job, at) => rowOf(job, each, place * month.length + at));
    const total = month.reduce((sum, job) => sum + Math.round(Number(job.total_value) * 100), 0);
    return [
      ...(place === 0 ? [] : ['', HEADS.join(';')]),
      ...rows,
      `;;Total ${MONTH_NAMES[each.month - 1]};;;;;;;;;${withComma((total / 100).toFixed(2))};`,
    ].join('\r\n');
  });
  const text = `\uFEFFHeadland Contracting;;\r\nYear to 31 October 2026\r\n\r\n${HEADS.join(';')}\r\n${parts.join('\r\n')}\r\n`;
  return { text, entries: month.length * MONTHS.length, rowsToLeaveOut: MONTHS.length * 2 - 1 };
}
