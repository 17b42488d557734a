// How much memory processes use.
import { execFileSync } from 'node:child_process';

/** The resident memory, in bytes, of a process and all its descendants; or only of those with this name. */
export function residentOf(root, named) {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,comm='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, kilobytes, name]) => ({
      pid: Number(pid),
      parent: Number(parent),
      bytes: Number(kilobytes) * 1024,
      name,
    }));
  const tree = new Set([root]);
  for (let size = 0; size !== tree.size;) {
    size = tree.size;
    for (const { pid, parent } of rows) if (tree.has(parent)) tree.add(pid);
  }
  return rows
    .filter(({ pid, name }) => tree.has(pid) && (named === undefined || name === named))
    .reduce((sum, { bytes }) => sum + bytes, 0);
}
