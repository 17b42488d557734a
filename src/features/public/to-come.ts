/** Parts of the product that its menus name and that are not built. One leaves this list when its screen is there. */
export const TO_COME = [
  'Machinery',
  'Fields',
  'Meal and TMR Mixes',
  'Stocking Rate Calculator',
  'Slurry Storage',
  'N&P Loading',
  'Compliance Center',
] as const;
