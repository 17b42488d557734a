/**
 * Lets everything that is under way in this process go on for a while. It counts turns of the event loop, because a busy
 * machine may spend a fixed time on few of them.
 */
export async function eventLoopTurns(turns = 30): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((done) => setTimeout(done));
}
