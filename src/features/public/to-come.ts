/** Features that the menus list but that are not built yet. Remove an entry when its screen is built. */
export const TO_COME = [
  'Machinery',
  'Fields',
  'Meal and TMR Mixes',
  'Stocking Rate Calculator',
  'Slurry Storage',
  'N&P Loading',
  'Compliance Center',
] as const;
