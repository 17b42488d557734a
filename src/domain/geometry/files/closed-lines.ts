// Reads closed lines as boundaries: of a walk round a field, or of a program that draws outlines as lines.
import { plural } from '@/domain/core/word-list';
import type { Position } from '@/domain/fields/boundary';
import { distance, lengthOf } from '@/domain/geometry/measure';
import type { FoundField, FoundFields } from './found-field';

/** How far apart the ends of a closed line may be, as a share of its length: who walks round a field seldom ends exactly. */
const MAX_GAP = 0.05;
const MIN_POSITIONS = 4;

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1]);

function isClosed(line: unknown): boolean {
  if (!Array.isArray(line) || line.length < MIN_POSITIONS || !line.every(isPosition)) return false;
  const [first, last] = [line[0], line.at(-1)];
  return !!first && !!last && distance(first, last) <= MAX_GAP * lengthOf(line);
}

/** The closed lines of a file as areas, with a note. If a file has areas, its lines are tracks or the same outlines again. */
export function withClosedLines(file: FoundFields): FoundFields {
  const { found, notes } = file;
  if (found.some(({ polygons }) => polygons !== null)) return file;
  let count = 0;
  const fields = found.map((field): FoundField => {
    const closed = (field.lines ?? []).filter(isClosed);
    count += closed.length;
    return closed.length > 0 ? { ...field, polygons: closed.map((line) => [line]) } : field;
  });
  if (count === 0) return file;
  const note = plural(count, 'A closed line was read as a boundary.', `${count} closed lines were read as boundaries.`);
  return { ...file, found: fields, notes: [...notes, note] };
}
