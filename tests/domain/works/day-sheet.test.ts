import { describe, expect, test } from 'vitest';
import { readTable, timeText, unitCode } from '@/domain/works/day-sheet';

test.each([
  ['7', '07:00'],
  ['730', '07:30'],
  ['0730', '07:30'],
  ['7.30', '07:30'],
  ['07:30:00', '07:30'],
  ['7:30 pm', '19:30'],
  ['12am', '00:00'],
  ['23:59', '23:59'],
  ['', ''],
  ['24:00', null],
  ['13 pm', null],
  ['7:60', null],
  ['dinner', null],
])('the time “%s” is read as %s', (typed, time) => {
  expect(timeText(typed)).toBe(time);
});

test.each([
  ['ac', 'acre'],
  ['Acres', 'acre'],
  ['per hour', 'hour'],
  ['hrs', 'hour'],
  ['m³', 'm3'],
  ['half days', 'half_day'],
  ['fixed price', 'fixed'],
  ['furlongs', null],
])('the unit “%s” is read as %s', (typed, code) => {
  expect(unitCode(typed)).toBe(code);
});

describe('a pasted table', () => {
  test('with a header: the columns may be in any order, and unknown ones are named and left out', () => {
    const text =
      'Date\tField\tCustomer\tWork\tQty\tRate\tDriver\tStart time\tEmpty\n' +
      '26/11/2026\tLong Meadow\tHill Farm\tBaling\t1,250\t£6.22\tDan\t7.30\t\n' +
      '25/11/26\tTop\t"Mill ""Old"" Farm"\tMowing\t12,5\t\t\t\t\n';
    expect(readTable(text, 'notes')).toEqual({
      lines: [
        {
          ...{ customer: 'Hill Farm', taskName: 'Baling', quantity: '1,250', rate: '£6.22', person: 'Dan' },
          startTime: '07:30',
        },
        { customer: 'Mill "Old" Farm', taskName: 'Mowing', quantity: '12,5', person: '', startTime: '' },
      ],
      leftOut: ['Field'],
      dates: ['2026-11-26', '2026-11-25'],
    });
  });

  test('without a header: the columns are those of the sheet from the focused cell on', () => {
    expect(readTable('Hill Farm\tBaling\t86\tbales\nMill Farm\tMowing\t3\tac', 'customer')).toEqual({
      lines: [
        { customer: 'Hill Farm', taskName: 'Baling', quantity: '86', unit: 'bale' },
        { customer: 'Mill Farm', taskName: 'Mowing', quantity: '3', unit: 'acre' },
      ],
      leftOut: [],
      dates: [],
    });
    expect(readTable('5\tWet\tGate open', 'rate')).toMatchObject({
      lines: [{ rate: '5', notes: 'Wet' }],
      leftOut: ['column 3'],
    });
  });

  test('a CSV file needs a header; other lines are one column, with their commas', () => {
    expect(readTable('customer;task_name;quantity\nHill Farm;Baling;12,5', 'person')?.lines).toEqual([
      { customer: 'Hill Farm', taskName: 'Baling', quantity: '12,5' },
    ]);
    expect(readTable('customer,quantity\n"Hill, Top",3', 'person')?.lines).toEqual([
      { customer: 'Hill, Top', quantity: '3' },
    ]);
    expect(readTable('12,5\n3,75', 'quantity')?.lines).toEqual([{ quantity: '12,5' }, { quantity: '3,75' }]);
  });

  test('what can’t be read stays as it is', () => {
    expect(readTable('dinner\tnoon', 'startTime')?.lines).toEqual([{ startTime: 'dinner', finishTime: 'noon' }]);
    expect(readTable('Baling\t3\tfurlongs', 'taskName')?.lines).toEqual([
      { taskName: 'Baling', quantity: '3', unit: 'furlongs' },
    ]);
  });

  test('under a header with unknown columns, only the known columns are read', () => {
    expect(readTable('Paddock\tClient\tAcres sown\nTop\tHill Farm\t3', 'person')).toMatchObject({
      lines: [{ customer: 'Hill Farm' }],
      leftOut: ['Paddock', 'Acres sown'],
    });
  });

  test('a single cell is left to the browser', () => {
    expect(readTable('Hill Farm', 'customer')).toBeNull();
    expect(readTable('Hill Farm\r\n', 'customer')).toBeNull();
    expect(readTable('5" pipe', 'notes')).toBeNull();
    expect(readTable('', 'customer')).toBeNull();
  });
});
