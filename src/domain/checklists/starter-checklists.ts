// Ready-made checklists to start from; farms can change them. A defect in a critical item takes the machine out of use.
import type { Category, ChecklistItem, Frequency } from './checklist';

type ReadyChecklist = {
  name: string;
  category: Category;
  frequency: Frequency;
  intro: string;
  items: readonly ChecklistItem[];
};

type ItemOptions = Partial<Omit<ChecklistItem, 'section' | 'prompt'>>;

/** One question per line; a trailing `*` makes it critical, and text after `|` is its help. */
function questions(section: string, lines: string, options: ItemOptions = {}): ChecklistItem[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [prompt = '', help = ''] = line.split('|').map((text) => text.trim());
      const critical = prompt.endsWith('*');
      return {
        section,
        prompt: critical ? prompt.slice(0, -1) : prompt,
        type: 'ok_defect_na',
        unit: '',
        min: null,
        max: null,
        required: true,
        critical,
        help,
        ...options,
      };
    });
}

const optional = { required: false } as const;
const yesNo = { type: 'yes_no' } as const;

export const STARTER_CHECKLISTS: readonly ReadyChecklist[] = [
  {
    name: 'Tractor, before use',
    category: 'pre_use',
    frequency: 'daily',
    intro: 'Walk round it with the engine off and the key out, then start it.',
    items: [
      ...questions(
        'Walk round',
        `Tyres and wheel nuts*
        Lights, beacon and brake lights
        Windows clean
        Wipers and washer
        Mirrors and cameras
        Number plate and slow-vehicle sign
        Pick-up hitch and drawbar*
        Linkage pins and clips
        PTO guard, O-guard or U-guard, shaft and chain*|Whole, turning freely on the shaft, chained at both ends.`,
      ),
      ...questions(
        'Under the bonnet',
        `Engine oil
        Coolant
        Transmission and hydraulic oil, no leaks
        Fuel`,
      ),
      ...questions(
        'In the cab',
        `Steps and handholds
        Cab floor clear
        Seat belt and roll-over frame*
        Starts only from the seat*
        Foot brake*
        Brake pedals latched together
        Handbrake holds*
        Steering*
        Fire extinguisher`,
      ),
      ...questions('Before you go', 'Safe stop understood|Handbrake on, neutral, engine off, key out.', yesNo),
    ],
  },
  {
    name: 'Telehandler, before use',
    category: 'pre_use',
    frequency: 'daily',
    intro: 'Boom down, engine off. Ask what the last driver found.',
    items: [
      ...questions('Before you start', 'Faults found last time are put right', yesNo),
      ...questions(
        'Walk round',
        `No leaks underneath
        Tyres and wheel nuts*
        Boom, pads and welds, no cracks*
        Chains and hoses
        Headstock and locking pins*
        Forks or bucket, safe working load plate*
        Mirrors and camera
        Oils and coolant`,
      ),
      ...questions(
        'In the cab',
        `Seat belt*
        Roll-over and falling-object protection
        Service brake and parking brake*
        Steering modes
        Load indicator test*
        Horn, reversing alarm and beacon`,
      ),
      ...questions('Papers', 'Thorough-examination certificate in date*', yesNo),
    ],
  },
  {
    name: 'Quad or ATV, before use',
    category: 'pre_use',
    frequency: 'daily',
    intro: 'Two minutes before you ride. Nobody rides without a helmet.',
    items: [
      ...questions(
        'Machine',
        `Tyre pressures right and equal*|The pressure stands on the sidewall and in the handbook. Use a low-pressure gauge.
        Front and rear brakes*
        Throttle springs back*
        Steering*
        Chain or drive
        Lights
        Racks and loads secure
        Hitch`,
      ),
      ...questions(
        'Rider',
        `Helmet worn*
        Rider is trained*
        No passenger*
        Somebody knows the route`,
        yesNo,
      ),
    ],
  },
  {
    name: 'Trailer, before use',
    category: 'pre_use',
    frequency: 'daily',
    intro: '',
    items: questions(
      '',
      `Drawbar, eye and pin*
      Brakes and breakaway*
      Parking brake holds*
      Tyres and wheel nuts*
      Lights and reflectors
      Tailgate, pins and body props*
      Hydraulic hoses
      Load within the plate, sheeted or strapped`,
    ),
  },
  {
    name: 'Sprayer, before use',
    category: 'pre_use',
    frequency: 'each_use',
    intro: 'Before the first tank of the day.',
    items: [
      ...questions('Papers', 'Sprayer test in date*\nProduct and label read for this crop', yesNo),
      ...questions(
        'Sprayer',
        `Boom, pins and breakback
        Nozzles alike, clean and not dripping
        Hoses and tank, no leaks
        Induction hopper
        Pressure gauge
        Clean-water tank full`,
      ),
      ...questions('Here and now', 'Gloves, coverall and face shield at hand*\nWater and buffer strips known*', yesNo),
      ...questions('Here and now', 'Wind', { type: 'text', ...optional }),
    ],
  },
  {
    name: 'Slurry mixing and spreading',
    category: 'site',
    frequency: 'each_use',
    intro: 'Slurry gas kills – animals out, doors open, stay away 30 min after mixing.',
    items: [
      ...questions(
        'Before mixing',
        `Animals out of the building*
        Nobody in or near the building or tank*
        Doors open, and enough wind
        Everybody stays away for 30 minutes once mixing begins*`,
        yesNo,
      ),
      ...questions(
        'Tanker',
        `PTO and agitator guards*
        Pressure-relief valve*
        Valves and hoses shut and sound
        Tyres, brakes and lights
        Tank covers and openings closed again`,
      ),
    ],
  },
  {
    name: 'Combine, before the season',
    category: 'seasonal',
    frequency: 'seasonal',
    intro: '',
    items: [
      ...questions(
        'Safety',
        `Fire extinguishers charged and in reach*
        Guards in place*
        Brakes and steering*
        Header lock and safety stop*
        Steps and handrails
        Engine bay free of chaff and straw`,
      ),
      ...questions(
        'Machine',
        `Belts and chains
        Knife, fingers and reel
        Concaves and sieves
        Auger and unloading spout
        Tyres
        Oils, coolant and filters
        Lights and beacons
        Straw chopper, knives and bearings`,
      ),
    ],
  },
  {
    name: 'Grain store',
    category: 'food_safety',
    frequency: 'weekly',
    intro: '',
    items: [
      ...questions(
        'Store',
        `Clean, dry, no old grain
        Roof and walls tight
        Doors shut, no birds
        Bait points checked, no droppings
        Lights covered, no glass over grain
        No insects or mites found
        Fans and ducts`,
      ),
      ...questions('Grain', 'Highest temperature', { type: 'number', unit: '°C', ...optional }),
      ...questions('Grain', 'Moisture', { type: 'number', unit: '%', ...optional }),
      ...questions('Grain', 'Photo of the surface', { type: 'photo', ...optional }),
    ],
  },
  {
    name: 'Calving kit',
    category: 'livestock',
    frequency: 'weekly',
    intro: '',
    items: questions(
      '',
      `Calving jack and ropes, clean
      Gloves and lubricant
      Iodine for navels
      Colostrum in the freezer
      Stomach tube, clean
      Tags and tagger
      Heat lamp or calf jacket
      Calving gate works*
      Vet's number on the wall`,
    ),
  },
  {
    name: 'Working alone',
    category: 'site',
    frequency: 'each_use',
    intro: 'Before a job where nobody would hear you.',
    items: [
      ...questions(
        '',
        `Somebody knows where I am and when I am back*
        Phone charged and with me*
        There is signal, or a time to check in is agreed
        First-aid kit with me
        The job can be done by one person*`,
        yesNo,
      ),
      ...questions('', 'Back at about', { type: 'text', ...optional }),
    ],
  },
];
