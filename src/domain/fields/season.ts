type Season = { seasonYear: number; sequence: number; crop: string };

/** The crop before this one on a field: an earlier one of the year, or the last one of the years before; '' if there is none. */
export function previousCrop(seasons: readonly Season[], { seasonYear, sequence }: Omit<Season, 'crop'>): string {
  const [latest] = seasons
    .filter((one) => one.seasonYear < seasonYear || (one.seasonYear === seasonYear && one.sequence < sequence))
    .toSorted((a, b) => b.seasonYear - a.seasonYear || b.sequence - a.sequence);
  return latest?.crop ?? '';
}
