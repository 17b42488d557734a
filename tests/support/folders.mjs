import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The maximum number of files in a folder: a reader finds a subject by its folder. */
export const MAX_FILES = 30;

/**
 * The folders at and below this one that contain more than MAX_FILES files, with their number of files.
 * @param {string} folder
 * @returns {string[]}
 */
export function overfullFolders(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).length;
  const below = entries
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => overfullFolders(join(folder, name)));
  return files > MAX_FILES ? [`${folder}: ${files} files`, ...below] : below;
}
